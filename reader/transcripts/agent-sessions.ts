import type { TranscriptMessage } from '#core/domain/language.ts'
import { type Fields, isFields } from '../json-text.ts'
import { joinMessages, type TranscriptLine } from './transcript-messages.ts'
import { withoutToolText } from './typed-text.ts'

/**
 * Sessions with coding agents: as a terminal shows them, as editors save them, and the files in which agents log them.
 */

const question = /^(?:>|\u276F)\s+(?=\S)/
const answer = /^[\u23FA\u25CF]\s+/
/** A tool call, or its result. */
const toolUse = /^[\u23FA\u25CF]\s+[A-Z]\w*(?:\s\w+)?\(|^\s*\u23BF/

/** The messages of a terminal session: questions after `>`, answers after a dot. */
export function readMarks(lines: readonly TranscriptLine[]): TranscriptMessage[] | undefined {
  if (!lines.some(({ shown }) => question.test(shown)) || !lines.some(({ shown }) => shown.startsWith('\u23FA')))
    return undefined
  return joinMessages(lines, (at) => {
    const line = lines[at]!.shown
    if (toolUse.test(line)) return 'end'
    const asked = question.exec(line)?.[0]
    const answered = answer.exec(line)?.[0]
    if (asked !== undefined) return { role: 'user', rest: line.slice(asked.length) }
    return answered === undefined ? undefined : { role: 'assistant', rest: line.slice(answered.length) }
  })
}

const sessionHeading = /^_\*\*(User|Human|Assistant|Agent|Claude|Copilot)\b([^*\n]{0,120})\*\*_\s*$/
/** A comment above each session of a file. */
const sessionMark = /^<!-- .{0,60}\bSession\b.{0,120} -->\s*$/
const rule = /^\s*-{3,}\s*$/
const maxHeading = 200
const headingOf = ({ shown }: TranscriptLine) => sessionHeading.exec(shown.slice(0, maxHeading))

/** Thoughts and uses of tools, with all that the tool read or printed. Older files have the details alone. */
const blockStart = /^\s*<(think|tool-use|details)\b/
const blockEnd = /<\/(think|tool-use|details)>\s*$/
/** A use of a tool without elements, up to the next rule. */
const toolLine = /^Tool use: \*\*/

/**
 * The lines without thoughts and uses of tools. A file that a tool read may hold headings and ends of blocks itself, so
 * a block goes to the last end before the next block, or before the heading behind its first end. Details stand in such
 * blocks too, and end only those of older files.
 */
function withoutBlocks(lines: readonly TranscriptLine[]): TranscriptLine[] {
  const kept: TranscriptLine[] = []
  let isPerson = true
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const heading = headingOf(line)
    if (heading) isPerson = /^(?:User|Human)$/.test(heading[1]!)
    const block = isPerson ? undefined : startOf(line)
    if (block === undefined && (isPerson || !toolLine.test(line.shown))) kept.push(line)
    else {
      at = block === undefined ? lastOfToolUse(lines, at) : lastOfBlock(lines, at, block)
      const isBlank = (line: TranscriptLine | undefined) => line?.shown.trim() === ''
      while (isBlank(lines[at + 1])) at++
      // Older files have a rule behind each part of an answer.
      const before = kept.findLast((line) => !isBlank(line))
      const isBetween = before !== undefined && (rule.test(before.shown) || headingOf(before) !== null)
      if (isBetween && rule.test(lines[at + 1]?.shown ?? '')) at++
      while (isBlank(lines[at + 1])) at++
    }
  }
  return kept
}

const startOf = ({ shown }: TranscriptLine) => blockStart.exec(shown.slice(0, maxHeading))?.[1]
const endOf = ({ shown }: TranscriptLine) => blockEnd.exec(shown.slice(-maxHeading))?.[1]

function lastOfBlock(lines: readonly TranscriptLine[], start: number, block: string): number {
  const isOlder = block === 'details'
  let last: number | undefined
  let heading: number | undefined
  for (let at = start; at < lines.length; at++) {
    const opened = startOf(lines[at]!)
    if (at > start && opened !== undefined && (isOlder || opened !== 'details')) return last ?? at - 1
    if (headingOf(lines[at]!)) {
      if (last !== undefined) return last
      heading ??= at
    }
    const ended = endOf(lines[at]!)
    if (ended !== undefined && (isOlder || ended !== 'details')) last = at
  }
  return last ?? (heading ?? lines.length) - 1
}

function lastOfToolUse(lines: readonly TranscriptLine[], start: number): number {
  const next = lines.findIndex((line, at) => at > start && (rule.test(line.shown) || headingOf(line) !== null))
  return (next < 0 ? lines.length : next) - 1
}

/**
 * The messages of a saved session with a coding agent: `_**User (2026-01-31 09:00)**_` above the words,
 * `_**Assistant**_` or `_**Agent (model …)**_` above the answer, and a rule after each. Messages between agents
 * (sidechains), thoughts, uses of tools and text that a tool wrote in the name of the person are nobody's words.
 */
export function readSession(sent: readonly TranscriptLine[]): TranscriptMessage[] | undefined {
  if (!sent.some(headingOf)) return undefined
  const lines = withoutBlocks(sent)
  const headings = lines.map(headingOf)
  const endsAt = (at: number) => {
    let next = at + 1
    while (lines[next]?.shown.trim() === '') next++
    return next === lines.length || Boolean(headings[next]) || sessionMark.test(lines[next]!.shown)
  }
  const messages = joinMessages(lines, (at) => {
    const [, who, more = ''] = headings[at] ?? []
    if (sessionMark.test(lines[at]!.shown)) return 'end'
    if (who === undefined) return rule.test(lines[at]!.shown) && endsAt(at) ? 'end' : undefined
    if (more.includes('sidechain')) return 'end'
    return { role: who === 'User' || who === 'Human' ? 'user' : 'assistant', rest: '' }
  })
  return messages.flatMap((message) => {
    const content = message.role === 'user' ? ownWords(message.content) : message.content
    return content === '' ? [] : [{ ...message, content }]
  })
}

/** The words of the person, unchanged where no tool added to them. */
function ownWords(content: string): string {
  const { text, hasToolText } = withoutToolText(content)
  return hasToolText || content.startsWith('<') ? text : content
}

const eventType =
  /^(?:session(?:_meta|\.\w+)?|response_item|event_msg|turn_context|file-history-snapshot|(?:user|assistant|tool)\.\w+)$/
const checked = 50

/** Whether JSON is the log of a coding agent, whose tool calls and results stand among the messages. */
export const isSessionFile = (value: unknown): boolean =>
  isFields(value) ? isLogHead(value) : Array.isArray(value) && value.slice(0, checked).filter(isFields).some(isLogEntry)

/** One object is a whole log, or the only line of one. */
const isLogHead = (file: Fields) =>
  'messages' in file ? 'sessionId' in file && ('projectHash' in file || 'startTime' in file) : isLogEntry(file)

const isLogEntry = (entry: Fields): boolean => {
  const inner = isFields(entry.info) ? entry.info : entry
  const ofSession = ['sessionId', 'sessionID', 'session_id', 'parentUuid', 'leafUuid'].some((key) => key in inner)
  return (
    (ofSession &&
      ['cwd', 'uuid', 'message', 'parts', 'summary', 'type', 'role'].some((key) => key in entry || key in inner)) ||
    eventType.test(String(entry.type)) ||
    (isFields(entry.payload) && typeof entry.type === 'string') ||
    (typeof entry.say === 'string' && entry.type === 'say') ||
    (typeof entry.ask === 'string' && entry.type === 'ask')
  )
}
