import type { SurveyedCommit, SurveyFinding } from '../domain/language.ts'
import { normalizeStatement } from '../domain/statement.ts'
import { areasOf, leastOf, subjectOf } from './commit-areas.ts'
import { practicesOf } from './commit-practices.ts'
import { habitOf } from './habits.ts'
import { addressesModel, isBookkeeping, isCosmetic } from './noise.ts'

/**
 * What an agent's commits show together that one alone cannot: where it works, what it does with most of them, and which
 * kinds of change recur (behavior: Surveys of commits). A finding's evidence is the subjects of its commits.
 */
export function surveyCommits(commits: readonly SurveyedCommit[], { habits = true } = {}): SurveyFinding[] {
  const read = commits
    .entries()
    .filter(
      ([, { content }]) => !isBookkeeping(content) && subjectOf(content) !== '' && !addressesModel(subjectOf(content)),
    )
    .map(([at, commit]) => ({ at, commit }))
    .toArray()
  const quoted = (places: Iterable<number>, among: readonly { at: number; commit: SurveyedCommit }[]) =>
    [...places]
      .toSorted((a, b) => a - b)
      .map((place) => {
        const { at, commit } = among[place]!
        return { commit: at, quote: subjectOf(commit.content) }
      })
  if (read.length < fewCommits) return habits ? recurringHabits(read) : []
  const byRepository = Map.groupBy(read, ({ commit }) => commit.repository)
  const areas = [...byRepository].flatMap(([repository, among]) =>
    areasOf(
      among.map(({ commit }) => commit),
      repository,
    ).map(({ name, commits }) => ({
      kind: 'responsibility' as const,
      category: 'ownership' as const,
      statement: normalizeStatement(`Work on \`${name}\` in ${repository}`),
      of: among.length,
      evidence: quoted(commits, among),
    })),
  )
  const practices = practicesOf(read.map(({ commit }) => commit)).map(({ commits, ...practice }) => ({
    ...practice,
    statement: normalizeStatement(practice.statement),
    evidence: quoted(commits, read),
  }))
  const said = new Set(practices.map(({ covers }) => covers))
  return [
    ...areas,
    ...practices.map(({ covers, ...practice }) => practice),
    ...(habits ? recurringHabits(read).filter(({ statement }) => !said.has(statement)) : []),
  ]
}

/** Of many commits, a kind of change must be more than now and then. */
const leastHabitShare = 0.05
const maxHabits = 4
/** Among fewer, no share says anything: each kind of change counts, and no area. */
const fewCommits = 30

function recurringHabits(read: readonly { at: number; commit: SurveyedCommit }[]): SurveyFinding[] {
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
  return all
    .filter(({ evidence }) => evidence.length >= leastOf(read.length, leastHabitShare))
    .toSorted((a, b) => b.evidence.length - a.evidence.length || (a.statement < b.statement ? -1 : 1))
    .slice(0, maxHabits)
}
