import type { SurveyedCommit, SurveyFinding } from '../../domain/language.ts'
import { normalizeStatement } from '../../domain/statement.ts'
import { addressesModel } from '../../domain/text/model-address.ts'
import { isBookkeeping, isCosmetic } from './bookkeeping.ts'
import { areasOf, enoughOf, subjectOf } from './commit-areas.ts'
import { isBuildPath } from './commit-paths.ts'
import { practicesOf } from './commit-practices.ts'
import type { Practice } from './commit-rules.ts'
import { habitOfBuilds, kindsOfWork } from './commit-work.ts'
import { habitOf } from './habits.ts'

/**
 * What an agent's commits show together that one alone cannot: where it works, what it does with most of them, and which
 * kinds of change recur (behavior: Surveys of commits). A finding's evidence is the subjects of its commits.
 *
 * @param commits newest first
 */
export function surveyCommits(commits: readonly SurveyedCommit[], { habits = true } = {}): SurveyFinding[] {
  const told = commits
    .entries()
    .filter(([, { content }]) => subjectOf(content) !== '' && !addressesModel(subjectOf(content)))
    .map(([at, commit]) => ({ at, commit }))
    .toArray()
  const read = told.filter(({ commit }) => !isBookkeeping(commit.content))
  if (told.length < fewCommits) return habits ? recurringHabits(read) : []
  // Of somebody who merges and releases, little is left to read.
  const counted = read.length < fewCommits ? [] : read
  const practices = [
    ...practicesOf(counted.map(({ commit }) => commit)).map((practice) => findingOf(practice, counted)),
    ...inEach(told, kindsOfWork),
  ]
  const covered = new Set(practices.map(({ covers }) => covers))
  const others = habits ? recurringHabits(read).filter(({ statement }) => !covered.has(statement)) : []
  const newest = told[Math.min(told.length, recentCommits) - 1]!.at
  const byRecent = (findings: SurveyFinding[]): SurveyFinding[] => {
    const recent = ({ evidence }: SurveyFinding) => evidence.filter(({ commit }) => commit <= newest).length
    return findings.toSorted((a, b) => recent(b) - recent(a))
  }
  const common = byRecent([...practices.filter(({ isTelling, isForm }) => !isTelling && !isForm), ...others]).slice(
    0,
    maxCommon,
  )
  const saysBuilds = common.some((finding) => 'covers' in finding && finding.covers === habitOfBuilds)
  const areas = inEach(counted, (commits, repository) =>
    areasOf(commits, repository)
      .filter(({ name }) => !(saysBuilds && isBuildPath(`${name}/`)))
      .map(({ name, commits: its }) => ({
        kind: 'responsibility' as const,
        category: 'ownership' as const,
        statement: `Work on \`${name}\` in ${repository}`,
        commits: [...its],
        of: commits.length,
      })),
  )
  const findings = [...areas, ...practices.filter(({ isTelling }) => isTelling), ...common]
  const forms = byRecent(practices.filter(({ isForm }) => isForm)).slice(0, Math.max(0, fewFindings - findings.length))
  return [...findings, ...forms].map(({ kind, category, statement, of, evidence }) => ({
    kind,
    category,
    statement,
    of,
    evidence,
  }))
}

/** Where so little else is found, how commits look is told. */
const fewFindings = 3

/** Of what many people do, so much is told, so that it leaves room for what they do not: what most of the newest commits show. */
const maxCommon = 3
const recentCommits = 50

interface Told {
  at: number
  commit: SurveyedCommit
}

/** What the commits of each repository show. */
const inEach = (
  told: readonly Told[],
  read: (commits: readonly SurveyedCommit[], repository: string) => Practice[],
): (SurveyFinding & Pick<Practice, 'covers' | 'isTelling' | 'isForm'>)[] =>
  [...Map.groupBy(told, ({ commit }) => commit.repository)].flatMap(([repository, among]) =>
    read(
      among.map(({ commit }) => commit),
      repository,
    ).map((practice) => findingOf(practice, among)),
  )

const findingOf = ({ commits, statement, ...practice }: Practice, among: readonly Told[]) => ({
  ...practice,
  statement: normalizeStatement(statement),
  evidence: commits
    .toSorted((a, b) => a - b)
    .map((place) => {
      const { at, commit } = among[place]!
      return { commit: at, quote: subjectOf(commit.content) }
    }),
})

/** Of many commits, a kind of change must be more than now and then. */
const leastHabitShare = 0.05
const maxHabits = 4
/** Among fewer, no share says anything: each kind of change counts, and no area. */
const fewCommits = 30

function recurringHabits(read: readonly Told[]): SurveyFinding[] {
  const byStatement = new Map<string, SurveyFinding>()
  for (const { at, commit } of read) {
    const quote = subjectOf(commit.content)
    const habit = isCosmetic(quote) ? undefined : habitOf(quote)
    if (!habit) continue
    const statement = normalizeStatement(habit.statement)
    const known = byStatement.get(statement) ?? { ...habit, statement, of: read.length, evidence: [] }
    byStatement.set(statement, known)
    known.evidence.push({ commit: at, quote })
  }
  const all = [...byStatement.values()]
  if (read.length < fewCommits) return all
  const places = new Map(read.map(({ at }, place) => [at, place]))
  const isEnough = enoughOf(
    read.map(({ commit }) => commit),
    leastHabitShare,
  )
  return all
    .filter(({ evidence }) => isEnough(new Set(evidence.map(({ commit }) => places.get(commit)!))))
    .toSorted((a, b) => b.evidence.length - a.evidence.length || (a.statement < b.statement ? -1 : 1))
    .slice(0, maxHabits)
}
