import type { TranscriptMessage } from '../domain/language.ts'
import { sanitize } from '../domain/untrusted-text.ts'

/** What begins on a line: who speaks, and what stands behind the label. */
export interface MessageStart {
  role: TranscriptMessage['role']
  rest: string
}

/**
 * Joins lines to messages; what stands before the first start or behind an end belongs to nobody, and empty messages are
 * left out. Each message is cleaned and redacted alone: in the whole text a comment could reach from one into another.
 */
export function joinMessages(
  lines: readonly string[],
  startAt: (at: number) => MessageStart | 'end' | undefined,
): TranscriptMessage[] {
  const messages: { role: TranscriptMessage['role']; lines: string[] }[] = []
  let speaking = false
  for (const [at, line] of lines.entries()) {
    const start = startAt(at)
    if (typeof start === 'object') messages.push({ role: start.role, lines: [start.rest] })
    else if (start === undefined && speaking) messages.at(-1)?.lines.push(line)
    if (start !== undefined) speaking = start !== 'end'
  }
  return messages.flatMap(({ role, lines }) => {
    const words = lines.slice(
      Math.max(
        0,
        lines.findIndex((line) => line.trim() !== ''),
      ),
    )
    const isIndented = words.every((line) => line.startsWith('\t') || line.trim() === '')
    const own = isIndented ? words.map((line) => line.slice(1)) : words
    const content = sanitize(own.join('\n')).replace(blankLines, '').trimEnd()
    return content === '' ? [] : [{ role, content }]
  })
}

const blankLines = /^(?:[^\S\n]*\n)+/

export const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n')

const titleLength = 80

/** The beginning of what was said first. */
export function titleOf(messages: readonly TranscriptMessage[]): string {
  const [first = ''] = messages[0]?.content.trimStart().split('\n', 1) ?? []
  const line = first.replace(/\s+/g, ' ').trim()
  if (line.length <= titleLength) return line || 'Conversation'
  const cut = line.slice(0, titleLength)
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), titleLength / 2))
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}
