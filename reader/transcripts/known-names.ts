import type { TranscriptRequest } from '#core/domain/language.ts'
import { isShortFor, speakerKey } from './speaker-keys.ts'
import { assistantNames, humanNames, isNumberedSpeaker } from './speaker-words.ts'

/** Names that are speakers wherever they begin a line. */
export function knownNames(keys: readonly string[], request: TranscriptRequest) {
  const agent = speakerKey(request.agent_name)
  const other = speakerKey(request.other_name)
  const agents = new Set(keys.filter((key) => key === agent))
  if (agents.size === 0) for (const key of keys) if (key !== other && isShortFor(key, agent)) agents.add(key)
  const isNamed = agents.size > 0
  // A letter before a colon is an answer only where there are questions.
  const isAnswer = !isNamed && keys.includes('q') && keys.includes('a')
  if (!isNamed) for (const key of keys) if (assistantNames.has(key) && (isAnswer || key !== 'a')) agents.add(key)
  return {
    isAgent: (key: string) => agents.has(key),
    isRole: (key: string) => humanNames.has(key) && key !== other,
    isSpeaker: (key: string) =>
      agents.has(key) || key === other || isNumberedSpeaker(key) || (humanNames.has(key) && (isAnswer || key !== 'q')),
  }
}
export type KnownNames = ReturnType<typeof knownNames>
