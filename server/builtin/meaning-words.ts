/**
 * The words by which the built-in embedding and the built-in discovery see through wording, as data: general English
 * of work, no jargon of one profession.
 */
const words = (list: string): string[] => list.trim().split(/\s+/)

const amount =
  '(?=(?: an?| the)? (?:\\d|two|three|four|five|six|ten|twelve|fifteen|twenty|thirty|sixty|hundred|limit|budget))'

/** Rewritten before words are counted, in this order: one thing said in several words gets one word. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019]/g, "'"],
  [/\bcan't\b|\bcan not\b/g, 'cannot'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/'(?:m|re|ve|ll|d|s)\b/g, ''],
  [/\b(?:make|making|made) (?:sure|certain)(?: that)?\b|\bsee to it that\b|\btake care (?:that|to)\b/g, 'ensure'],
  [/\b(?:keep|keeping) (?:an eye on|track of|tabs on)\b|\bwatch over\b|\blook(?:ing)? after\b/g, 'monitor'],
  [/\blook(?:s|ing|ed)? (?:for|at|through|over)\b/g, 'check'],
  [/\b(?:merge|pull)[ -]requests?\b|\bprs?\b|\bmrs\b/g, 'pullrequest'],
  [/\broll(?:s|ed|ing)? (?:(\w+(?: \w+)?) )?out\b/g, 'rollout $1'],
  [/\bhand(?:s|ed|ing)? (?:(\w+(?: \w+)?) )?(?:over|off)\b/g, 'handover $1'],
  [/\bset(?:s|ting)? up\b/g, 'setup'],
  [/\bback(?:s|ed|ing)? up\b/g, 'backup'],
  [/\broll(?:s|ed|ing)? back\b/g, 'rollback'],
  [/\bwrit(?:e|es|ing|ten) down\b|\bwrote down\b/g, 'document'],
  [/\bsteps? (?:to reproduce|for reproducing|of reproduction)\b/g, 'reproduction'],
  [/\brelease notes?\b|\bchange logs?\b/g, 'changelog'],
  [/\b(?:alternative|alt)[ -]texts?\b/g, 'alttext'],
  [/\bhard[ -]?cod(?:e|es|ed|ing)\b/g, 'hardcode'],
  [/\b(?:every|each|per|once a) (day|morning|week|month|quarter|year|sprint)\b/g, '$1ly'],
  [/\bdayly\b|\bmorningly\b/g, 'daily'],
  [/\bor not at all\b/g, ''],
  [/\b(?:no|not|never) (?:more|longer|larger) than\b|\bat most\b/g, 'below'],
  [/\b(?:no|not|never) (?:less|fewer|shorter) than\b|\bat least\b/g, 'above'],
  [new RegExp(`\\b(?:over|more than|longer than|larger than|exceed(?:s|ing)?)${amount}`, 'g'), 'above'],
  [new RegExp(`\\b(?:under|less than|fewer than|shorter than|smaller than)${amount}`, 'g'), 'below'],
  [/\b(?:turn|switch)(?:s|es|ed|ing)? (?:(\w+(?: \w+)?) )?off\b/g, 'disable $1'],
  [/\b(?:turn|switch)(?:s|es|ed|ing)? (?:(\w+(?: \w+)?) )?on\b/g, 'enable $1'],
  [/\b(?:niemals|nie|nicht|kein(?:e[nmrs]?)?)\b/g, 'never'],
  [/\bohne\b/g, 'without'],
  [/\b(?:instead of|rather than|as opposed to|in place of)\b/g, 'insteadof'],
  [/\bas (?:it|they) (?:is|are|stands?|stand)(?: written)?\b/g, 'as written'],
]

/** Words that carry no topic: grammar, and the markers of rules themselves, which polarity and category carry. */
export const emptyWords: ReadonlySet<string> = new Set(
  words(`
    a an the this that these those there here it its i me my mine we us our ours you your he him his she her they them their who whom whose which what
    someone anyone everyone nobody whoever whatever one ones anything everything something nothing itself themselves myself ourselves
    is are was were be been being am do does did doing done has have had having will would shall should may might must can could cannot ought need needs
    always usually generally normally typically often just only also still even really very quite too so then than as well ever yet already please simply
    every each all any both some such own same other another more most less few many much
    and or but nor if when whenever while where because since though although
    of in on at to from by for with into onto about over under between through during per via within upon toward towards across around among
    before after first then once until till unless without except
    not no never ensure insist prefer favour favor rather like try get gets got getting go goes come comes let lets rule habit
    way thing things stuff lot sure certain up out off down
    above below allow allows allowed allowing permit permits permitted enable enables enabled enabling immer stets
    disable disables disabled disabling disallow disallows disallowed
  `),
)

/** Verbs and adjectives that say little by themselves; they count for a fraction. */
export const faintWords: ReadonlySet<string> = new Set(
  words(
    'use make keep take give have put hold work want new good right real important stay belong require change everywhere',
  ),
)

/** Each line is one meaning; all its words count as the first. */
const synonymLines = `
  answer reply respond response
  check verify inspect examine validate audit doublecheck
  monitor watch track observe
  customer client
  user reader visitor
  brief short concise terse succinct
  small tiny little
  fix repair correct resolve
  deploy ship release launch deployment rollout
  publish post
  send deliver mail
  share disclose expose reveal
  use employ utilize apply adopt stick
  remove delete drop erase
  add introduce insert include
  alter modify edit
  start begin commence
  finish complete conclude
  bug defect fault
  error failure exception
  help assist support
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

/** Word to the first word of its line. A word stands in one line only; the first line wins. */
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

/** Forms that no suffix rule finds. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sent: 'send',
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

/** Words that turn a clause into its opposite. */
export const negations: ReadonlySet<string> = new Set(
  words(
    'not no never neither nor avoid avoids avoiding refuse refuses cannot forbid forbidden ban banned prohibit prohibited skip hardly unacceptable disable disables disabled disabling disallow disallows disallowed',
  ),
)
/** After a negation these make an affirmation of both halves: "never merge without a test". */
export const escapes: ReadonlySet<string> = new Set(words('without until till unless before except'))
