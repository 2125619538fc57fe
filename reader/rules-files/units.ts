import { classify } from './classify.ts'
import { readMood } from './mood.ts'
import type { SentenceContext, Verdict } from './read-sentence.ts'
import { eventOpener, leaningObject, leaningOpener } from './rule-words.ts'
import { maxJoinedLength } from './statement-shape.ts'

/** Sentences that make one rule. */
export interface Unit {
  text: string
  verdict: Verdict
  /** Its sentences as they are in the passage, if they are not the whole passage. */
  part?: string
}

const leans = (sentence: string) =>
  leaningOpener.test(sentence) ||
  // "Once it is red, shrink the case" says itself what "it" is.
  (leaningObject.test(sentence) && !eventOpener.test(sentence) && readMood(sentence).form === 'imperative')

/** The verdict on sentences that stay together: the most confident one, the first among equals. */
export function verdictOf(sentences: readonly string[], context: SentenceContext): Verdict | undefined {
  let best: Verdict | undefined
  for (const sentence of sentences) {
    const verdict = classify(sentence, context)
    if (verdict && (!best || verdict.confidence > best.confidence + 0.15)) best = verdict
  }
  return best
}

/**
 * Splits an item at each sentence that commands by itself in the same mood as the one before; the rest stays together.
 */
export function unitsOfItem(sentences: readonly string[], context: SentenceContext): Unit[] {
  const groups: string[][] = []
  for (const sentence of sentences) {
    const group = groups.at(-1)
    const before = group?.[0]
    const parallel =
      before !== undefined &&
      readMood(before).form === 'prohibition' &&
      readMood(sentence).form === 'prohibition' &&
      group!.length === 1 &&
      !before.includes('(')
    const long = group !== undefined && group.join(' ').length + sentence.length > maxJoinedLength
    if (group === undefined || ((parallel || long) && !leans(sentence))) groups.push([sentence])
    else group.push(sentence)
  }
  return groups.flatMap((group) => {
    const verdict = verdictOf(group, context)
    return verdict ? [{ text: group.join(' '), verdict }] : []
  })
}

/** Takes the sentences of a paragraph that are rules, each with the sentences that depend on it. */
export function unitsOfParagraph(sentences: readonly string[], context: SentenceContext): Unit[] {
  const groups: string[][] = []
  for (const sentence of sentences) {
    const group = groups.at(-1)
    if (group && leans(sentence) && group.join(' ').length + sentence.length <= maxJoinedLength) group.push(sentence)
    else groups.push([sentence])
  }
  return groups.flatMap((group) => {
    const verdict = verdictOf(group, context)
    if (!verdict || (leans(group[0]!) && !context.occasion)) return []
    while (group.length > 1 && !classify(group.at(-1)!, context)) group.pop()
    return [{ text: group.join(' '), verdict }]
  })
}
