import { badRequest } from '../../base/errors.ts'
import type { Transcript, TranscriptRequest } from '../../domain/language.ts'
import {
  assistantNames,
  humanNames,
  isCapitalized,
  isNotice,
  isOrdinaryWord,
  looksLikePerson,
  readLabel,
  type SpeakerLabel,
  speakerKey,
} from './speaker-labels.ts'
import { readExport } from './transcript-export.ts'
import { readMarks, readSession, withoutFrames } from './transcript-frames.ts'
import { joinMessages, linesOf, titled } from './transcript-messages.ts'

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
  const marked = readMarks(lines) ?? readSession(lines)
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

/** The beginning of a code block, even right after a label, and its end. */
const openingFence = /(?:^|:[*_]{0,3}\s{1,3})\s{0,3}(?:```|~~~)(?!.*(?:```|~~~))/
const hasFence = (line: string) => line.includes('```') || line.includes('~~~')
/** Limit of the pattern's lookahead. */
const maxFenceLine = 500
const closingFence = /^\s*(?:```|~~~)/

/** The labels that name speakers, by line: not those in code, nor the `Note:` of ordinary text. */
function speakerLabels(lines: readonly string[], request: TranscriptRequest): Map<number, SpeakerLabel> {
  const lastFence = lines.findLastIndex((line) => closingFence.test(line))
  const found: [number, SpeakerLabel][] = []
  let inCode = false
  for (const [at, line] of lines.entries()) {
    if (inCode) {
      inCode = !closingFence.test(line)
      continue
    }
    const label = readLabel(line)
    if (label) found.push([at, label])
    inCode = at < lastFence && hasFence(line) && openingFence.test(line.slice(0, maxFenceLine))
  }
  const counts = new Map<string, number>()
  for (const [, { key }] of found) counts.set(key, (counts.get(key) ?? 0) + 1)
  const agent = speakerKey(request.agent_name)
  const other = speakerKey(request.other_name)
  // A letter before a colon is an answer only if there are questions.
  const isAnswer = counts.has('q') && counts.has('a')
  const known = (key: string) =>
    key === agent ||
    key === other ||
    ((humanNames.has(key) || assistantNames.has(key)) && (isAnswer || !/^[qa]$/.test(key)))
  const bothKnown =
    [agent, ...assistantNames].some((key) => counts.has(key) && known(key)) &&
    [other, ...humanNames].some((key) => counts.has(key) && known(key))
  // If messages carry times, a label without one is part of a message, and vice versa.
  const namesAnyone = found.some(([, { key }]) => known(key))
  const isTimed = found.some(([, { key, timed }]) => timed && (known(key) || !namesAnyone))
  const isListed = found.every(([, { key, sign }]) => sign === 'list' || !known(key))
  const inBrackets = found.some(([, { key, sign }]) => sign === 'brackets' && (known(key) || counts.get(key)! > 1))
  const isSpeaker = ({ key, name, timed, sign }: SpeakerLabel) => {
    if (sign === 'brackets' && inBrackets) return true
    if (timed !== isTimed || (sign === 'list' && !isListed)) return false
    if (isTimed || known(key)) return true
    if (!isCapitalized(name) || isOrdinaryWord(key)) return false
    return !bothKnown || counts.get(key)! > 1 || looksLikePerson(name)
  }
  return new Map(found.filter(([, label]) => isSpeaker(label)))
}

/** Recognizes the agent's labels: by its name, its first name, or a name that assistants have. */
function agentAmong(
  labels: ReadonlyMap<number, SpeakerLabel>,
  request: TranscriptRequest,
): (label: SpeakerLabel) => boolean {
  const keys = [...new Set([...labels.values()].map(({ key }) => key))]
  const agent = speakerKey(request.agent_name)
  const other = speakerKey(request.other_name)
  const isOther = (key: string) => key === other || humanNames.has(key)
  const firstName = (key: string) => key.split(' ', 1)[0]
  const rest = keys.filter((key) => !isOther(key))
  const tests = [
    (key: string) => key === agent,
    (key: string) => key !== other && firstName(key) === firstName(agent),
    (key: string) => assistantNames.has(key) && (key !== 'a' || keys.includes('q')),
  ]
  const test = tests.find((matches) => keys.some(matches))
  if (test) return ({ key }) => test(key)
  if (rest.length === 0) return () => false
  const names = [...new Set([...labels.values()].map(({ name }) => name))].slice(0, 5).join(', ')
  throw badRequest(`agentName must be one of the speakers in rawText (${names}), not ${request.agent_name}`)
}
