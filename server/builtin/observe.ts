import type { ExtractedObservation, ReadableContent } from '../domain/language.ts'
import { contentSentences } from './content-sentences.ts'
import { isBookkeeping } from './noise.ts'
import { readNorm } from './norms.ts'

/**
 * What a content item shows of its agent's beliefs and responsibilities, by rules (behavior: Observations). In a conversation only
 * the agent's own lines count; a commit's subject tells a change, which only the survey of all commits weighs. Abstains rather than guesses: most content yields nothing. Statements are normalized,
 * and distinct within the item.
 */
export const observe = (content: ReadableContent): ExtractedObservation[] => {
  const isCommit = content.source_type === 'github_commit'
  if (isCommit && isBookkeeping(content.content)) return []
  const found = new Map<string, ExtractedObservation>()
  for (const { text, quote, place } of contentSentences(content)) {
    // The list in a squashed commit is made of subjects, each of which tells a change and no norm.
    if (isCommit && place === 'item' && !/^(?:we|i|our|my|every|each|all|no)\b/i.test(text)) continue
    const observation = place === 'subject' ? undefined : readNorm(text, { commit: isCommit })
    if (!observation) continue
    const key = `${observation.category} ${observation.statement}`
    if (!found.has(key)) found.set(key, { ...observation, quote })
  }
  return [...found.values()]
}
