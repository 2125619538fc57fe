import { badRequest } from '#core/base/errors.ts'
import type { Transcript, TranscriptRequest } from '#core/domain/language.ts'
import { agentAmong } from './agent-names.ts'
import { readMarks, readSession } from './agent-sessions.ts'
import { readModelMarks } from './model-marks.ts'
import { isNotice, readLabel, type SpeakerLabel } from './speaker-labels.ts'
import { isOrdinaryWord, isUtterance } from './speaker-words.ts'
import { readExport } from './transcript-export.ts'
import { withoutFrames } from './transcript-frames.ts'
import { joinMessages, linesOf, type TranscriptLine, titled } from './transcript-messages.ts'
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
  const sent = linesOf(request.raw_text)
  const marked = readModelMarks(sent, request.agent_name) ?? readMarks(sent) ?? readSession(sent)
  if (marked) return titled(request.title, null, marked)
  const lines = withoutFrames(sent)
  const labels = speakerLabels(
    lines.map(({ shown }) => shown),
    request,
  )
  if (labels.size > 0) requireFirstSpeaker(lines, labels)
  const isAgent = agentAmong([...labels.values()], request)
  const isTimed = [...labels.values()].some(({ timed }) => timed)
  const messages = joinMessages(lines, (at) => {
    const label = labels.get(at)
    if (label === undefined) return isTimed && isNotice(lines[at]!.shown) ? 'end' : undefined
    return { role: isAgent(label) ? 'assistant' : 'user', rest: label.rest }
  })
  return titled(request.title, null, messages)
}

/** Text above the first speaker is a head, unless it says something to somebody. */
function requireFirstSpeaker(lines: readonly TranscriptLine[], labels: ReadonlyMap<number, SpeakerLabel>): void {
  const [first = 0] = labels.keys()
  const isSaid = (line: string, at: number) => {
    if (isNotice(line)) return false
    const label = readLabel(line)
    if (label) return !isOrdinaryWord(label.key) && isUtterance(label.rest)
    return at === first - 1 && /[.?!\u2026\u3002\uff1f\uff01]["'\u201d)]?\s*$/.test(line)
  }
  const said = lines.slice(0, first).findIndex(({ shown }, at) => isSaid(shown, at))
  if (said >= 0)
    throw badRequest(`rawText must name the speaker of line ${said + 1}: start it with a name, such as "Ada: "`)
}
