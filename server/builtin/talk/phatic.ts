import { allWords } from './words/all.ts'

const smallTalk = allWords.map((words) => words.smallTalk)
const courtesies = smallTalk.flatMap((words) => words.courtesies)
const status = smallTalk.flatMap((words) => words.status ?? [])
const statusMarks = status.flatMap(({ marks }) => marks)
const statusWords = new Set(status.flatMap(({ words }) => [...words]))

/** A person who receives something. */
const receiver = /(?<=\b(?:to|an|with) )\p{Lu}\p{L}+/gu

/** In characters; a longer sentence has content. */
const maxLength = 300

/**
 * Whether a sentence only maintains a conversation: it opens, closes or hands over the conversation, thanks somebody,
 * or reports the status of a case. In a short message its "all", "always" and "my side" look like the cues of a belief
 * (`brief-talk.ts`).
 */
export function isPhatic(sentence: string): boolean {
  if (sentence.length > maxLength) return false
  if (courtesies.some((pattern) => pattern.test(sentence))) return true
  if (smallTalk.some(({ thanks }) => thanks.test(sentence)))
    return !smallTalk.some(({ ownClause }) => ownClause.test(sentence))
  if (!statusMarks.some((pattern) => pattern.test(sentence))) return false
  const words =
    sentence
      .replace(receiver, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return words.every((word) => statusWords.has(word))
}
