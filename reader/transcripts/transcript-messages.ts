import { truncate } from '#core/base/strings.ts'
import type { Transcript, TranscriptMessage } from '#core/domain/language.ts'
import { normalized } from '#core/domain/text/combining-marks.ts'
import { sanitize } from '#core/domain/text/untrusted-text.ts'
import { otherLineEnd, visibleText } from '#core/domain/text/visible-text.ts'

/**
 * A line of a transcript: speakers are recognized in its visible text, and words are taken as they were sent, in NFC.
 */
export interface TranscriptLine {
  shown: string
  /** Without the line break. */
  sent: string
  end: string
}

/** The start of a message on a line: the speaker, and the rest after the label, at the end of the visible text. */
export interface MessageStart {
  role: TranscriptMessage['role']
  rest: string
}

const lineEnds = new RegExp(`(${otherLineEnd}|\\n)`)

export function linesOf(text: string): TranscriptLine[] {
  // Every second piece is a line break, which the group captures.
  const pieces = text.split(lineEnds)
  return Array.from({ length: Math.ceil(pieces.length / 2) }, (_, at) => {
    const sent = normalized(pieces[2 * at]!)
    return { shown: visibleText(sent), sent, end: pieces[2 * at + 1] ?? '' }
  })
}

/** The part of a line as it was sent that is displayed as `rest`, at the end of the visible text. */
export function sentRest({ shown, sent }: TranscriptLine, rest: string): string {
  if (rest === '') return ''
  if (shown === sent) return rest
  const label = shown.slice(0, shown.length - rest.length)
  let from = 0
  let at = 0
  for (; at < label.length && from < sent.length; from++) if (sent[from] === label[at]) at++
  // An accent behind an invisible character is combined in the visible text alone.
  return at < label.length ? rest : sent.slice(from)
}

/**
 * Joins lines to messages; lines before the first start or after an end belong to no one. Messages without visible text
 * are dropped, as are the blank lines around a message.
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
/** The part of a message that is cleaned for its title, in characters. */
const titleSource = 16_000

/** A transcript under the requested title, else under its own or the beginning of the first message, cleaned. */
export function titled(requested: string | null, own: string | null, messages: TranscriptMessage[]): Transcript {
  return { title: requested ?? (own || titleOf(messages)), messages }
}

function titleOf(messages: readonly TranscriptMessage[]): string {
  const words = sanitize(truncate(messages[0]?.content ?? '', titleSource))
  const [first = ''] = words.trimStart().split('\n', 1)
  const line = first.replace(/\s+/g, ' ').trim()
  if (line.length <= titleLength) return line || 'Conversation'
  const cut = truncate(line, titleLength)
  return `${truncate(cut, Math.max(cut.lastIndexOf(' '), titleLength / 2))}…`
}
