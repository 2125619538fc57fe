import { pluralize, visibleLine } from '../output.ts'
import type { Finding, FindingGroup } from './finding.ts'

/** The lines that show groups of findings, each with its quotes, sessions and dates: the rules, then the evidence. */
export function describeGroups(groups: readonly FindingGroup[]): string[] {
  const evidence = groups.filter(({ is_sure }) => !is_sure)
  return [
    ...groups.filter(({ is_sure }) => is_sure).flatMap(linesOf),
    ...(evidence.length > 0 ? ['Less sure: evidence, proposed only if several sessions show it.', ''] : []),
    ...evidence.flatMap(linesOf),
  ]
}

/** "2 rules", "2 rules and 3 less sure": how many groups of both kinds there are. */
export function countGroups(groups: readonly FindingGroup[]): string {
  const rules = groups.filter(({ is_sure }) => is_sure).length
  const evidence = groups.length - rules
  return `${pluralize(rules, 'rule')}${evidence > 0 ? ` and ${evidence} less sure` : ''}`
}

const linesOf = (group: FindingGroup): string[] => [
  visibleLine(group.statement),
  `  ${[
    group.category,
    group.how === 'explicit' ? 'said explicitly' : 'implied',
    pluralize(group.sessions, 'session'),
    `${Math.round(100 * group.score)}% sure`,
    ...(group.is_known ? ['in the identity already'] : []),
    ...(group.is_proposed ? ['awaits review already'] : []),
  ].join(', ')}`,
  ...[...Map.groupBy(group.findings, ({ quote }) => quote).values()].flatMap((equal) => equal.map(lineOf)),
  '',
]

/** The session of a finding, and its quote unless the line above has it. */
const lineOf = ({ at, tool, project, quote }: Finding, index: number): string =>
  `  ${at.slice(0, 10)}  ${tool}  ${visibleLine(project ?? 'unknown')}${index === 0 ? `  "${visibleLine(quote)}"` : ''}`
