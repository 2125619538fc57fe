import { seeded } from '#core/base/random.ts'
import { categories } from '#core/domain/kinds.ts'

/**
 * Generates statements as agents of an organization have them, deterministic by seed: most belong to one agent, some
 * are shared in one of several wordings, and some repeat an earlier statement of the same agent in other words.
 * Identical statements would flatter indexes, compression and consensus.
 */

const list = (text: string, separator = ' ') => text.split(separator)
const verbs = list(
  'write read test review measure document ship plan question simplify protect repair publish check archive translate compare label schedule forecast verify estimate rehearse summarize announce monitor migrate restore encrypt rotate sample audit negotiate design sketch refactor profile benchmark deploy approve',
)
const qualities = list(
  'weekly public internal shared fragile legacy critical quarterly small regional external signed automated manual seasonal encrypted temporary audited experimental customer-facing bilingual anonymous printed nightly overdue missing duplicate confidential early final',
)
const things = list(
  'code contract invoice schema report dashboard release pipeline lesson recipe budget forecast route warehouse patient garden translation interview query model backup password diagram poster song map survey inventory calendar license manual newsletter prototype catalog ledger transcript roster tender permit blueprint telescope harvest timetable orchestra museum ferry vaccine glacier archive battery satellite bridge vineyard library bakery tournament',
)
const people = list(
  'the on-call engineer|a new colleague|the customer|the auditor|the next reader|the whole team|a second reviewer|the support desk|the night shift|our partners|whoever asked|the people affected',
  '|',
)
const moments = list(
  'before anybody asks|in small steps|every single week|without hurry|as soon as the numbers are in|within one working day|at the end of each sprint|before the doors open|after every incident|while the details are fresh|on the first of the month|as long as it is cheap',
  '|',
)
const reasons = list(
  'because surprises cost more than questions|so that nobody has to guess|since a number without its source is a rumor|because trust is slow to earn|so that it can be undone|since the exception is where the money is lost|because a short answer is read|so that the decision is theirs',
  '|',
)

const commonForms = [
  (at: number) => `Always ${verbs[at % verbs.length]} the ${things[at]} before it leaves the building`,
  (at: number) => `We always ${verbs[at % verbs.length]} each ${things[at]} before it leaves the building`,
]

/** Returns one statement; `own` makes two of them differ even if chance would not. */
function statementOf(random: () => number, own: number): string {
  const pick = (words: string[]) => words[Math.floor(random() * words.length)]!
  const a = () => `${pick(qualities)} ${pick(things)}`
  const forms = [
    () => `${pick(verbs)} the ${a()} together with ${pick(people)} ${pick(moments)}`,
    () => `never ${pick(verbs)} the ${a()} of case ${own} without asking ${pick(people)}, ${pick(reasons)}`,
    () => `when the ${a()} and the ${a()} disagree, ${pick(verbs)} both and tell ${pick(people)} ${pick(moments)}`,
    () => `keep the ${a()} ready for ${pick(people)}: ${pick(verbs)} it ${pick(moments)}, ${pick(reasons)}`,
    () => `${pick(verbs)} first, then ${pick(verbs)} the ${a()} ${pick(moments)}, ${pick(reasons)}`,
  ]
  const text = forms[Math.floor(random() * forms.length)]!()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const sharedShare = 0.4
const repeatedShare = 0.05

/**
 * Returns `count` different statements of one owner; categories repeat in order, so statement `at` has category `at %
 * 10`.
 */
export function statementsOf(seed: number, count: number): string[] {
  const random = seeded(seed)
  const statements = new Set<string>()
  const categoryCount = categories.length
  let previous = ''
  while (statements.size < count) {
    const at = statements.size
    const chance = random()
    if (at < categoryCount && chance < sharedShare) previous = commonForms[random() < 0.5 ? 0 : 1]!(at)
    // Placed in the category of the statement before the last round: only there it counts as a repetition.
    else if (at >= categoryCount && chance < repeatedShare) previous = `${[...statements][at - categoryCount]} today`
    else previous = statementOf(random, Math.floor(random() * 1e6))
    statements.add(statements.has(previous) ? `${previous} (${at})` : previous)
  }
  return [...statements]
}

const poolPerCategory = 500

/**
 * The same for an organization that repeats itself, as agents created from the same files do: drawn from a pool of
 * 5,000, the first of which many agents have and the last hardly any.
 */
export function repeatedStatementsOf(seed: number, count: number): string[] {
  const random = seeded(seed)
  const statements = new Set<string>()
  while (statements.size < count) {
    const rank = Math.floor(poolPerCategory ** random() - 1)
    statements.add(poolOf(statements.size % categories.length)[rank]!)
  }
  return [...statements]
}

const pools = new Map<number, string[]>()
function poolOf(category: number): string[] {
  const known = pools.get(category)
  if (known) return known
  const random = seeded(category)
  const pool = Array.from({ length: poolPerCategory }, (_, at) => statementOf(random, at))
  pools.set(category, pool)
  return pool
}

const givenNames = list(
  'Ada Tomas Mira Jonas Amara Kenji Lucia Emil Noor Pavel Ines Oskar Leila Bruno Yuki Clara Idris Freya Mateo Sofia Anton Zara Hugo Nina',
)
const familyNames = list(
  'Marlow Okafor Lindqvist Tanaka Moreau Silva Novak Haddad Becker Rossi Kowalski Nguyen Larsen Mbeki Dubois Castillo Ivanov Fischer Santos Ahmed',
)
const jobs = list(
  'Engineer|Support lead|Technical writer|Data analyst|Product manager|Editor|Recruiter|Operations planner|Security reviewer|Translator',
  '|',
)

/** Returns name and job of agent number `n`. */
export const personOf = (n: number) => ({
  name: `${givenNames[n % givenNames.length]} ${familyNames[Math.floor(n / givenNames.length) % familyNames.length]} ${n}`,
  job_title: jobs[n % jobs.length]!,
})
