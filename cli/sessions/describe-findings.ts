import { pluralize, visibleLine } from '../output.ts'
import type { FindingGroup } from './finding.ts'

/** The lines that show groups of findings, each with its quotes, sessions and dates. */
export const describeGroups = (groups: readonly FindingGroup[]): string[] =>
  groups.flatMap((group) => [
    visibleLine(group.statement),
    `  ${[
      group.category,
      group.how === 'explicit' ? 'said explicitly' : 'implied',
      pluralize(group.sessions, 'session'),
      `sure to ${group.score.toFixed(2)}`,
      ...(group.is_known ? ['in the identity already: said again'] : []),
    ].join(', ')}`,
    ...group.findings.map(
      ({ at, tool, project, quote }) =>
        `  ${at.slice(0, 10)}  ${tool}  ${visibleLine(project ?? 'unknown')}  "${visibleLine(quote)}"`,
    ),
    '',
  ])
