/** Synonyms and irregular forms: general English of work, no jargon of one profession. */
const words = (list: string): string[] => list.trim().split(/\s+/)

/** Each line is one meaning; all its words count as the first. */
const synonymLines = `
  answer reply respond response
  check verify inspect examine validate audit doublecheck
  monitor watch track observe
  customer client
  user reader visitor
  brief short concise terse succinct
  small tiny little
  fix repair correct resolve solve mend
  deploy ship release launch deployment rollout
  publish post
  tell inform notify
  start begin commence
  send deliver mail
  share disclose expose reveal
  use employ utilize apply adopt stick
  remove delete drop erase
  add introduce insert include
  alter modify edit
  finish complete conclude
  bug defect fault
  error failure exception
  help assist
  immediately instantly
  require demand
  staff employee
  pupil student
  physician doctor
  attorney lawyer
  buy purchase
  invoice bill
  delay postpone
  discard trash
  clean wash
  forbid prohibit
  contract agreement
  store save
  car vehicle
  choose pick select
  keep retain
  colleague coworker teammate
  meeting call
  fast quick speedy rapid
  gradual gradually incremental incrementally stepwise
  optimize optimise optimization
  measure profile benchmark
  plain clear simple
  honest truthful candid sincere
  warm friendly kind polite
  image picture screenshot diagram figure photo
  example sample snippet
  jargon buzzword
  sentence phrase
  documentation docs doc manual
  confirm confirmation acknowledge approve approval
  expert specialist
  read review proofread
  data dataset table
  analyse analyze analysis
  duplicate dupe
  secret credential password token
  log logs logging logger
  dashboard panel
  incident outage
  postmortem retrospective
  weekly week
  daily day
  test tested testing tests
  summary digest overview recap
  write draft compose
  promise guarantee commit
  blame accuse fault
  term term wording vocabulary
  glossary terminology
  old legacy
  technology tech
  colour color
  design draw
  decision choice
  backward backwards compatible compatibility
  undo revert
  person individual
  2 two
  3 three
  4 four
  5 five
  6 six
  10 ten
  12 twelve
  15 fifteen
  20 twenty
  30 thirty
`

/** Word to the first word of its line. A word is in one line only; the first line wins. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  synonymLines
    .trim()
    .split('\n')
    .toReversed()
    .flatMap((line) => {
      const [first, ...others] = words(line)
      return [first!, ...others].map((word) => [word, first!] as const)
    }),
)

/** Irregular forms that no suffix rule finds. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sent: 'send',
    frozen: 'freeze',
    refrozen: 'refreeze',
    wrote: 'write',
    written: 'write',
    kept: 'keep',
    ran: 'run',
    broke: 'break',
    broken: 'break',
    made: 'make',
    gave: 'give',
    given: 'give',
    held: 'hold',
    led: 'lead',
    left: 'leave',
    built: 'build',
    found: 'find',
    told: 'tell',
    said: 'say',
    took: 'take',
    taken: 'take',
    saw: 'see',
    seen: 'see',
    knew: 'know',
    known: 'know',
    spoke: 'speak',
    spoken: 'speak',
    chose: 'choose',
    chosen: 'choose',
    drew: 'draw',
    drawn: 'draw',
    showed: 'show',
    shown: 'show',
    taught: 'teach',
    thought: 'think',
    bought: 'buy',
    brought: 'bring',
    caught: 'catch',
    began: 'begin',
    begun: 'begin',
    grew: 'grow',
    grown: 'grow',
    lost: 'lose',
    met: 'meet',
    paid: 'pay',
    meant: 'mean',
    understood: 'understand',
    children: 'child',
    indices: 'index',
    indexes: 'index',
    analyses: 'analysis',
    criteria: 'criterion',
    hidden: 'hide',
    forgotten: 'forget',
    forgot: 'forget',
    better: 'good',
    best: 'good',
  }),
)
