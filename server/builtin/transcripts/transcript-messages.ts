import type { Transcript, TranscriptMessage } from '../../domain/language.ts'
import { sanitize } from '../../domain/text/untrusted-text.ts'
import { otherLineEnd, visibleText } from '../../domain/text/visible-text.ts'

/** A line of a transcript: speakers are looked for in what can be seen, and words are taken as they were sent. */
export interface TranscriptLine {
  shown: string
  /** Without the line end. */
  sent: string
  end: string
}

/** What begins on a line: who speaks, and what follows the label, as the end of what the line shows. */
export interface MessageStart {
  role: TranscriptMessage['role']
  rest: string
}

const lineEnds = new RegExp(`(${otherLineEnd}|\\n)`)

export function linesOf(text: string): TranscriptLine[] {
  // Every second piece is a line end, which the group keeps.
  const pieces = text.split(lineEnds)
  return Array.from({ length: Math.ceil(pieces.length / 2) }, (_, at) => {
    const sent = pieces[2 * at]!
    return { shown: visibleText(sent), sent, end: pieces[2 * at + 1] ?? '' }
  })
}

/** The part of a line as it was sent that shows as `rest`, which ends what the line shows. */
export function sentRest({ shown, sent }: TranscriptLine, rest: string): string {
  if (rest === '') return ''
  if (shown === sent) return rest
  const label = shown.slice(0, shown.length - rest.length)
  let from = 0
  for (let at = 0; at < label.length; from++) if (sent[from] === label[at]) at++
  return sent.slice(from)
}

/**
 * Joins lines to messages; what comes before the first start or behind an end belongs to no one, and messages in
 * which nothing can be seen are left out, as are the blank lines around a message.
 */
export function joinMessages(
  lines: readonly TranscriptLine[],
  startAt: (at: number) => MessageStart | 'end' | undefined,
): TranscriptMessage[] {
  const messages: { role: TranscriptMessage['role']; lines: TranscriptLine[] }[] = []
  let speaking = false
  for (const [at, line] of lines.entries()) {
    const start = startAt(at)
    if (typeof start === 'object') {
      const { role, rest } = start
      messages.push({ role, lines: [{ ...line, shown: rest, sent: sentRest(line, rest) }] })
    } else if (start === undefined && speaking) messages.at(-1)?.lines.push(line)
    if (start !== undefined) speaking = start !== 'end'
  }
  return messages.flatMap(({ role, lines }) => {
    const first = lines.findIndex(isWritten)
    if (first < 0) return []
    const words = lines.slice(first, lines.findLastIndex(isWritten) + 1)
    const isIndented = words.every((line) => line.sent.startsWith('\t') || !isWritten(line))
    const sent = words.map(({ sent, end }) => (isIndented ? sent.replace(/^\t/, '') : sent) + end)
    return [{ role, content: sent.join('').trimEnd() }]
  })
}

const isWritten = ({ shown }: TranscriptLine) => shown.trim() !== ''

const titleLength = 80
/** How much of a message is cleaned for its title, in characters. */
const titleSource = 16_000

/** A transcript under the given title, else under its own or the beginning of what was said first, cleaned. */
export function titled(given: string | null, own: string | null, messages: TranscriptMessage[]): Transcript {
  return { title: given ?? (own || titleOf(messages)), messages }
}

function titleOf(messages: readonly TranscriptMessage[]): string {
  const words = sanitize(messages[0]?.content.slice(0, titleSource) ?? '')
  const [first = ''] = words.trimStart().split('\n', 1)
  const line = first.replace(/\s+/g, ' ').trim()
  if (line.length <= titleLength) return line || 'Conversation'
  const cut = line.slice(0, titleLength)
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), titleLength / 2))
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}
