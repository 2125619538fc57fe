import { printCost } from '../cost.ts'
import { type Engine, engines } from '../engine.ts'
import { type Mirrors, openMirrors } from '../mirrors.ts'
import { discover } from '../pipeline.ts'
import { markdownTable } from '../table.ts'
import { readHistory } from './history.ts'
import { judgments } from './judgments.ts'
import { type Person, people } from './people.ts'

/** Evaluates the proposals of discovery for people from their commits, judged by hand: `npm run eval -- commits --mirrors DIR`. */

type Figures = Record<string, string>

const keyOf = ({ repository, author }: Person) => `${author} (${repository})`

/**
 * Prints the proposals for each person of the tuning half with our judgments, and the figures of both. `--held-out`
 * prints the proposals of the other half: only to judge them, all at once. `--tuning` skips the other half, so that
 * nobody looks at it by accident. `--without-paths` reads messages alone.
 */
export async function evaluateCommits(args: readonly string[], engine = engines['built-in']!): Promise<void> {
  const mirrors = openMirrors(args)
  const withPaths = !args.includes('--without-paths')
  const halves = args.includes('--tuning') ? (['tuning'] as const) : (['tuning', 'held-out'] as const)
  const histories: { half: keyof typeof people; read: PersonRead[] }[] = []
  for (const half of halves) histories.push({ half, read: await readPeople(mirrors, people[half], withPaths) })
  printCost(
    engine,
    'commits',
    histories.flatMap(({ read }) => read.flatMap(({ items }) => items.map(({ content }) => content))),
  )
  const table: Record<string, Figures> = {}
  for (const { half, read } of histories)
    table[half] = await measureCommits(engine, read, args.includes('--held-out') === (half === 'held-out'))
  console.table(table)
  console.log(markdownTable('Commits', table))
}

interface PersonRead {
  person: Person
  items: Awaited<ReturnType<typeof readHistory>>
}

const readPeople = (mirrors: Mirrors, half: readonly Person[], withPaths: boolean): Promise<PersonRead[]> =>
  Promise.all(
    half.map(async (person) => {
      const history = await readHistory(mirrors, person)
      return { person, items: withPaths ? history : history.map((item) => ({ ...item, paths: [] })) }
    }),
  )

async function measureCommits(engine: Engine, read: readonly PersonRead[], prints: boolean): Promise<Figures> {
  const counts = { specific: 0, acceptable: 0, wrong: 0, unjudged: 0 }
  let commits = 0
  let fewest = Number.POSITIVE_INFINITY
  let few = 0
  for (const { person, items } of read) {
    commits += items.length
    const signals = await discover(engine, { name: person.author, trade: 'developer', patterns: [], items })
    const proposals = signals.filter(({ promoted }) => promoted).toSorted((a, b) => b.n_count - a.n_count)
    fewest = Math.min(fewest, proposals.length)
    if (proposals.length < 3) few++
    if (prints) console.log(`\n${keyOf(person)}: ${items.length} commits`)
    for (const { statement, n_count } of proposals) {
      const judgment = judgments[keyOf(person)]?.[statement!]
      counts[judgment ?? 'unjudged']++
      if (prints) console.log(`  ${(judgment ?? 'UNJUDGED').padEnd(10)} ${String(n_count).padStart(4)}  ${statement}`)
    }
  }
  const judged = counts.specific + counts.acceptable + counts.wrong
  return {
    people: String(read.length),
    commits: String(commits),
    proposals: String(judged + counts.unjudged),
    unjudged: String(counts.unjudged),
    'fewest for a person': String(fewest),
    'people with fewer than 3': String(few),
    acceptable: ((counts.specific + counts.acceptable) / judged).toFixed(3),
    specific: (counts.specific / judged).toFixed(3),
  }
}
