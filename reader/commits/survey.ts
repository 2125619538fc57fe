import type { SurveyedCommit, SurveyFinding } from '#core/domain/language.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import { addressesModel } from '#core/domain/text/model-address.ts'
import { isBookkeeping, isCosmetic } from './bookkeeping.ts'
import { areasOf, enoughOf, subjectOf } from './commit-areas.ts'
import { isBuildPath } from './commit-paths.ts'
import { practicesOf } from './commit-practices.ts'
import type { Practice } from './commit-rules.ts'
import { habitOfBuilds, kindsOfWork } from './commit-work.ts'
import { habitOf } from './habits.ts'

/**
 * Surveys an agent's commits for patterns that no single one shows: where it works, what it does with most of them, and
 * which kinds of change recur (behavior: Surveys of commits). A finding's evidence is the subjects of its commits.
 *
 * @param commits newest first
 */
export function surveyCommits(commits: readonly SurveyedCommit[], { habits = true } = {}): SurveyFinding[] {
  const dated = commits
    .entries()
    .filter(([, { content }]) => subjectOf(content) !== '' && !addressesModel(subjectOf(content)))
    .map(([at, commit]) => ({ at, commit }))
    .toArray()
  const read = dated.filter(({ commit }) => !isBookkeeping(commit.content))
  if (dated.length < fewCommits) return habits ? recurringHabits(read) : []
  // An agent that mainly merges and releases leaves few commits to read.
  const counted = read.length < fewCommits ? [] : read
  const practices = [
    ...practicesOf(counted.map(({ commit }) => commit)).map((practice) => findingOf(practice, counted)),
    ...inEach(dated, kindsOfWork),
  ]
  const covered = new Set(practices.map(({ covers }) => covers))
  const others = habits ? recurringHabits(read).filter(({ statement }) => !covered.has(statement)) : []
  const newest = dated[Math.min(dated.length, recentCommits) - 1]!.at
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

/** With so few other findings, the form of commits is reported too. */
const fewFindings = 3

/**
 * At most this many common practices are reported, to leave room for specific ones: those that
 * most of the newest commits show.
 */
const maxCommon = 3
const recentCommits = 50

interface DatedCommit {
  at: number
  commit: SurveyedCommit
}

/** The findings for each repository. */
const inEach = (
  dated: readonly DatedCommit[],
  read: (commits: readonly SurveyedCommit[], repository: string) => Practice[],
): (SurveyFinding & Pick<Practice, 'covers' | 'isTelling' | 'isForm'>)[] =>
  [...Map.groupBy(dated, ({ commit }) => commit.repository)].flatMap(([repository, among]) =>
    read(
      among.map(({ commit }) => commit),
      repository,
    ).map((practice) => findingOf(practice, among)),
  )

const findingOf = ({ commits, statement, ...practice }: Practice, among: readonly DatedCommit[]) => ({
  ...practice,
  statement: normalizeStatement(statement),
  evidence: commits
    .toSorted((a, b) => a - b)
    .map((index) => {
      const { at, commit } = among[index]!
      return { commit: at, quote: subjectOf(commit.content) }
    }),
})

/** Among many commits, a kind of change must occur more than occasionally. */
const leastHabitShare = 0.05
const maxHabits = 4
/** Among fewer, a share means nothing: each kind of change counts, and no area. */
const fewCommits = 30

function recurringHabits(read: readonly DatedCommit[]): SurveyFinding[] {
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
  const indexes = new Map(read.map(({ at }, index) => [at, index]))
  const isEnough = enoughOf(
    read.map(({ commit }) => commit),
    leastHabitShare,
  )
  return all
    .filter(({ evidence }) => isEnough(new Set(evidence.map(({ commit }) => indexes.get(commit)!))))
    .toSorted((a, b) => b.evidence.length - a.evidence.length || (a.statement < b.statement ? -1 : 1))
    .slice(0, maxHabits)
}
