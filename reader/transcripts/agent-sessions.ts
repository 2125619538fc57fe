import type { TranscriptMessage } from '#core/domain/language.ts'
import { type Fields, isFields } from '../json-text.ts'
import { joinMessages, type TranscriptLine } from './transcript-messages.ts'

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

const sessionHeading = /^_\*\*(User|Human|Assistant|Agent)\b([^*\n]{0,120})\*\*_\s*$/
const rule = /^\s*-{3,}\s*$/
const maxHeading = 200
const headingOf = ({ shown }: TranscriptLine) => sessionHeading.exec(shown.slice(0, maxHeading))

/** Thoughts and uses of tools, with all that the tool read or printed. */
const blockStart = /^\s*<(?:think|tool-use)\b/
const blockEnd = /<\/(?:think|tool-use)>\s*$/

/**
 * The lines without thoughts and uses of tools. A file that a tool read may hold headings and ends of blocks itself, so
 * a block goes to the last end before the next block, or before the heading behind its first end.
 */
function withoutBlocks(lines: readonly TranscriptLine[]): TranscriptLine[] {
  const kept: TranscriptLine[] = []
  let isPerson = true
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const heading = headingOf(line)
    if (heading) isPerson = /^(?:User|Human)$/.test(heading[1]!)
    if (isPerson || !blockStart.test(line.shown.slice(0, maxHeading))) kept.push(line)
    else {
      at = lastOfBlock(lines, at)
      while (lines[at + 1]?.shown.trim() === '') at++
    }
  }
  return kept
}

function lastOfBlock(lines: readonly TranscriptLine[], start: number): number {
  let last: number | undefined
  let heading: number | undefined
  for (let at = start; at < lines.length; at++) {
    const { shown } = lines[at]!
    if (at > start && blockStart.test(shown.slice(0, maxHeading))) return last ?? at - 1
    if (headingOf(lines[at]!)) {
      if (last !== undefined) return last
      heading ??= at
    }
    if (blockEnd.test(shown.slice(-maxHeading))) last = at
  }
  return last ?? (heading ?? lines.length) - 1
}

/**
 * The messages of a saved session with a coding agent: `_**User (2026-01-31 09:00)**_` above the words,
 * `_**Assistant**_` or `_**Agent (model …)**_` above the answer, and a rule after each. Messages between agents
 * (sidechains), thoughts and uses of tools are nobody's words.
 */
export function readSession(sent: readonly TranscriptLine[]): TranscriptMessage[] | undefined {
  if (!sent.some(headingOf)) return undefined
  const lines = withoutBlocks(sent)
  const headings = lines.map(headingOf)
  const endsAt = (at: number) => {
    let next = at + 1
    while (lines[next]?.shown.trim() === '') next++
    return next === lines.length || Boolean(headings[next])
  }
  return joinMessages(lines, (at) => {
    const [, who, more = ''] = headings[at] ?? []
    if (who === undefined) return rule.test(lines[at]!.shown) && endsAt(at) ? 'end' : undefined
    if (more.includes('sidechain')) return 'end'
    return { role: who === 'User' || who === 'Human' ? 'user' : 'assistant', rest: '' }
  })
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
