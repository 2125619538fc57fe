import { visibleLine } from '../output.ts'
import { type Import, isProfileEdit } from './agent-files.ts'

export type LostLines = Pick<Import, 'lost' | 'lost_count' | 'line_count'>

/** The number of lines that are listed on a terminal; `--json` has all. */
const maxListed = 20

/** Fields of a file that are not lines of its text. */
export const lostFields = ({ lost }: Pick<LostLines, 'lost'>) => lost.filter(({ text }) => text === undefined)

/** Sentences that name the lines of files from which nothing was taken; empty if there are none. */
export function describeLost({ lost, lost_count, line_count }: LostLines): string[] {
  const lines = lost.filter(({ text }) => text !== undefined)
  const count = lost_count - (lost.length - lines.length)
  const profile = lost.some(isProfileEdit)
    ? ['Words about the agent itself were edited, such as its description: change them on the agent.']
    : []
  if (count === 0) return profile
  const listed = lines.slice(0, maxListed)
  const rest = count - listed.length
  return [
    ...profile,
    `${count} of ${line_count} lines were not taken:`,
    ...listed.map(({ path, line, text = '', reason }) => {
      const where = [path, line && `line ${line}`].filter(Boolean).join(', ') || 'a line'
      return `  ${visibleLine(where)}: "${visibleLine(text)}" ${visibleLine(reason)}`
    }),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}
