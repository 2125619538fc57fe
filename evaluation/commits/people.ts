/** A person's newest commits up to a commit of a public repository, by name; the text is read when the evaluation runs. */
export interface Person {
  repository: string
  /** The last commit that counts. */
  until: string
  author: string
  commits: number
}

const from = (
  repository: string,
  until: string,
  ...authors: (readonly [author: string, commits: number])[]
): Person[] => authors.map(([author, commits]) => ({ repository, until, author, commits }))

/** The halves have no project and no person in common. Held-out ones were chosen by name and number of commits alone. */
export const people = {
  tuning: [
    ...from('caddyserver/caddy', '0cf03d32f7d99cf160d5375e8a40fbe3d910d515', ['Francis Lavoie', 300]),
    ...from(
      'prometheus/prometheus',
      'd15adb9ad7e5d9fbde3a9a8f30200593a5a14d86',
      ['Brian Brazil', 300],
      ['Ganesh Vernekar', 300],
      ['Simon Pasquier', 240],
    ),
    ...from('pallets/flask', '2ac89889f4cc330eabd50f295dcef02828522c69', ['David Lord', 400]),
    ...from('redis/redis', '4f8cdc2a1ea53e42955af758aabffee67cb455dd', ['Pieter Noordhuis', 400], ['Binbin', 350]),
    ...from('vuejs/core', 'e2bede96134f757aad5c5b33ac9be055022dbfc8', ['edison', 300]),
    ...from('pydantic/pydantic', '2151025aa51263f3016502b00010b78e4481eaa1', ['David Montague', 300]),
    ...from(
      'biomejs/biome',
      '18883b7dafb8f9581534508fdd5b1e34632f2724',
      ['Emanuele Stoppa', 300],
      ['Victorien Elvinger', 300],
    ),
    ...from('charmbracelet/crush', '37f36e93824e5c4f892e4a817f7f628e2682fe14', ['Carlos Alexandro Becker', 300]),
    ...from('PrefectHQ/fastmcp', '743ddffd0a0722858a1eec6ebf93b9e315d75b96', ['Jeremiah Lowin', 300]),
  ],
  'held-out': [
    ...from(
      'curl/curl',
      '5c61e168698a72b87437d58ed728bcdea6d5db42',
      ['Jay Satiro', 300],
      ['Marcel Raad', 400],
      ['Patrick Monnerat', 350],
    ),
    ...from('sveltejs/svelte', '15720b16a5ef33e3e1f4301c77b94ec375070e73', ['Tan Li Hau', 300], ['Ben McCann', 240]),
    ...from(
      'astral-sh/ruff',
      'fca5c7cf2cd2f8338f18b9485f936b8e9f07bd0b',
      ['Andrew Gallant', 300],
      ['Brent Westbrook', 400],
    ),
    ...from(
      'rust-lang/cargo',
      'af373f761aa4e42b093c2e453078fd73c8ce54dd',
      ['Dale Wijnand', 300],
      ['Aleksey Kladov', 300],
    ),
    ...from('git/git', '1a3e64c6c4a623626ff0687008732a8e007e2a1c', ['Taylor Blau', 400], ['Michael Haggerty', 300]),
    ...from(
      'ghostty-org/ghostty',
      '3b9c4e0ddbe953540243af89cf11fad26f297088',
      ['Jon Parise', 240],
      ['Jeffrey C. Ollie', 300],
    ),
    ...from('withastro/astro', '99d3d3dbbfa4fd7b128a056337f1a719437a7377', ['Bjorn Lu', 300]),
    ...from('EngineeringKiosk/webpage', '1f5c5362287a33bee2b80a92cf2603b269ecbd0b', ['Andy Grunwald', 300]),
  ],
}
