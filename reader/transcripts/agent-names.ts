import { badRequest } from '#core/base/errors.ts'
import type { TranscriptRequest } from '#core/domain/language.ts'
import { isShortFor, speakerKey } from './speaker-keys.ts'
import { assistantNames, humanNames, isNumberedSpeaker } from './speaker-words.ts'

interface Speaker {
  key: string
  name: string
}

/**
 * Recognizes the agent among speakers: by its name, its first name, or a name that assistants have.
 *
 * @throws 400 when speakers are named and none of them can be the agent or the other participant.
 */
export function agentAmong(speakers: readonly Speaker[], request: TranscriptRequest): (speaker: Speaker) => boolean {
  const keys = [...new Set(speakers.map(({ key }) => key))]
  const agent = speakerKey(request.agent_name)
  const other = speakerKey(request.other_name)
  const isOther = (key: string) => key === other || humanNames.has(key)
  const tests = [
    (key: string) => key === agent,
    (key: string) => isNumberedSpeaker(agent) && numbered(key) === numbered(agent),
    (key: string) => key !== other && isShortFor(key, agent) && !isNumberedSpeaker(key) && !isNumberedSpeaker(agent),
    (key: string) => assistantNames.has(key) && (key !== 'a' || keys.includes('q')),
  ]
  const matches = tests.map((test) => keys.filter(test)).find((matches) => matches.length > 0)
  // Two names that fit equally well may be two speakers.
  if (matches?.length === 1) return ({ key }) => key === matches[0]
  if (!matches && keys.every(isOther)) return () => false
  const names = [...new Set(speakers.map(({ name }) => name))].slice(0, 5).join(', ')
  throw badRequest(`agentName must be one of the speakers in rawText (${names}), not ${request.agent_name}`)
}

/** `SPEAKER_02` and `Speaker 2` are one. */
const numbered = (key: string) => key.replace(/[ _-]?0*(?=\d)/, ' ')
