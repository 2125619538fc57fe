import { nameList, pluralize, visibleLine } from '../output.ts'
import { projectName } from '../sessions/session-options.ts'
import { noRules } from './memory.ts'
import { fileSkips } from './memory-file.ts'
import { describeContradictions, type Relation } from './relation.ts'
import type { Survey, SurveyedMemory } from './survey.ts'

/** The words for memories in the output of commands. */

/** The most turns that are shown for one memory. */
const maxSaid = 3

/** A memory as JSON: without what only this program needs. */
export const asJson = ({ cuts: _, wordings: __, ...memory }: SurveyedMemory) => memory

/** The lines about one memory. */
export const linesOf = (memory: SurveyedMemory): string[] => [
  `${memory.id}  ${visibleLine(memory.statement)}`,
  `  ${factsOf(memory).map(visibleLine).join(', ')}`,
  `  ${locationOf(memory)}${memory.copies.map((copy) => `, ${locationOf(copy)}`).join('')}`,
  ...memory.said
    .slice(0, maxSaid)
    .map(
      ({ at, tool, project, quote }) =>
        `  ${at.slice(0, 10)}  ${tool}  ${visibleLine(project ?? 'unknown')}  "${visibleLine(quote)}"`,
    ),
  ...(memory.said.length === 0 ? ['  nobody said it: a conclusion of the tool'] : []),
  ...(memory.said.length > maxSaid ? [`  and in ${pluralize(memory.said.length - maxSaid, 'more turn')}`] : []),
  '',
]

const locationOf = ({ file, line }: { file: string; line: number }): string =>
  `${visibleLine(projectName(file))}:${line}`

const factsOf = ({ tool, project, at, relation, decision, repository, may_be_own }: SurveyedMemory): string[] => [
  tool,
  project === null ? 'all projects' : projectName(project),
  at.slice(0, 10),
  ...(relation ? [describeRelation(relation)] : []),
  ...(repository === null ? [] : [`shared in the repository ${projectName(repository)}`]),
  ...(may_be_own ? ['in a file that you may have written'] : []),
  ...(decision ? [decision] : []),
]

function describeRelation({ kind, statement, is_proposed: isProposed }: Relation): string {
  if (kind === 'new') return 'new'
  const where = isProposed ? 'a proposal' : 'the identity'
  return `${kind === 'contradicts' ? 'contradicts' : 'says the same as'} ${where}: "${statement}"`
}

/** "5 rules, of which 2 are conclusions and 1 contradicts the identity". */
export function countMemories(memories: readonly SurveyedMemory[]): string {
  const concluded = memories.filter(({ said }) => said.length === 0).length
  const parts = [
    ...(concluded > 0 ? [`${concluded} ${concluded === 1 ? 'is a conclusion' : 'are conclusions'}`] : []),
    ...describeContradictions(
      memories.map(({ relation }) => relation),
      'the identity',
    ),
  ]
  const rules = pluralize(memories.length, 'rule')
  return parts.length > 0 ? `${rules}, of which ${nameList(parts)}` : rules
}

/** Notes that are no rules, and files that were not read. */
export const describeLeftOut = ({ leftOut, skipped }: Survey): string[] => {
  const reasons = (Object.keys(noRules) as (keyof typeof noRules)[]).flatMap((reason) => {
    const [noun, rest] = noRules[reason]
    return leftOut[reason] > 0 ? [`${pluralize(leftOut[reason], noun)} ${rest}`] : []
  })
  return [
    ...(reasons.length > 0 ? [`Left out, since they are no rules: ${nameList(reasons)}.`] : []),
    ...skipped.map(({ tool, reason, count }) => {
      const [noun, rest] = fileSkips[reason]
      return `Skipped in ${tool}: ${pluralize(count, noun)} ${rest}`
    }),
  ]
}
