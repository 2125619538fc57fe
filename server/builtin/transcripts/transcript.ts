import { badRequest } from '../../base/errors.ts'
import type { Transcript, TranscriptRequest } from '../../domain/language.ts'
import {
  assistantNames,
  humanNames,
  isNotice,
  isNumberedSpeaker,
  type SpeakerLabel,
  speakerKey,
} from './speaker-labels.ts'
import { readExport } from './transcript-export.ts'
import { readChatMl, readMarks, readSession, withoutFrames } from './transcript-frames.ts'
import { joinMessages, linesOf, titled } from './transcript-messages.ts'
import { speakerLabels } from './transcript-speakers.ts'

/**
 * Splits a raw transcript into messages by its form: `Name: text` with or without markdown and times, names on lines of
 * their own, `User:`/`Assistant:`, or a chat export in JSON (behavior: Transcripts). The agent's lines are the
 * assistant's, all others the user's; none if nothing names a speaker.
 *
 * @throws 400 when speakers are named and none of them can be the agent or the other participant.
 */
export function parseTranscript(request: TranscriptRequest): Transcript {
  const exported = readExport(request)
  if (exported) return exported
  const lines = withoutFrames(linesOf(request.raw_text))
  const marked = readChatMl(lines) ?? readMarks(lines) ?? readSession(lines)
  if (marked) return titled(request.title, null, marked)
  const labels = speakerLabels(
    lines.map(({ shown }) => shown),
    request,
  )
  const isAgent = agentAmong(labels, request)
  const isTimed = [...labels.values()].some(({ timed }) => timed)
  const messages = joinMessages(lines, (at) => {
    const label = labels.get(at)
    if (label === undefined) return isTimed && isNotice(lines[at]!.shown) ? 'end' : undefined
    return { role: isAgent(label) ? 'assistant' : 'user', rest: label.rest }
  })
  return titled(request.title, null, messages)
}

/** Tells the agent's labels: by its name, its first name, or a name that assistants have. */
function agentAmong(
  labels: ReadonlyMap<number, SpeakerLabel>,
  request: TranscriptRequest,
): (label: SpeakerLabel) => boolean {
  const keys = [...new Set([...labels.values()].map(({ key }) => key))]
  const agent = speakerKey(request.agent_name)
  const other = speakerKey(request.other_name)
  const isOther = (key: string) => key === other || humanNames.has(key)
  const tests = [
    (key: string) => key === agent,
    (key: string) => key !== other && isShortFor(key, agent),
    (key: string) => assistantNames.has(key) && (key !== 'a' || keys.includes('q')),
  ]
  const found = tests.map((test) => keys.filter(test)).find((matches) => matches.length > 0)
  // Two names that fit equally well may be two speakers.
  if (found?.length === 1) return ({ key }) => key === found[0]
  if (!found && keys.every(isOther)) return () => false
  const names = [...new Set([...labels.values()].map(({ name }) => name))].slice(0, 5).join(', ')
  throw badRequest(`agentName must be one of the speakers in rawText (${names}), not ${request.agent_name}`)
}

/** Whether one of the two is the other one's beginning, such as `Ada` or `Ada L.` of `Ada Lovelace`. */
const isShortFor = (one: string, other: string): boolean => {
  const [short, long] = [one, other].map((key) => key.replace(/\.$/, '')).toSorted((a, b) => a.length - b.length)
  return long!.startsWith(short!) && (short!.includes(' ') || long![short!.length] === ' ') && !isNumberedSpeaker(long!)
}
