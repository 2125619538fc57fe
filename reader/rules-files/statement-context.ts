import type { Category } from '../../domain/kinds.ts'
import { headingCategory, type SentenceContext } from './classify.ts'
import {
  checklistHeading,
  completions,
  isNegativeHeading,
  occasionTitle,
  styleHeading,
  topiclessHeading,
} from './heading-words.ts'
import { isForeign } from './languages.ts'
import { type Form, readMood } from './mood.ts'
import { eventOpener, onlyPhrase } from './rule-words.ts'
import { openEnd } from './statement-shape.ts'
import { lowerFirst, sentenceCase, withAuxiliary } from './wording.ts'

/** Completes statements with the words of their parents and headings, so that they can be understood alone. */

/** Prepends the part of its parent that a child needs: a condition, the start of its sentence, or a subject. */
export function withLead(text: string, form: Form, lead: string | undefined): string {
  if (lead === undefined || lead.endsWith('?')) return text
  // German nouns keep their capitals.
  if (isForeign(text)) return form === 'fragment' && lead.includes(' ') ? `${lead}: ${text}` : text
  const plain = lead.replace(/[,;]?\s*(?:\p{L}+\s+){0,3}(?:these|the following|as follows)\b[^,]*$/iu, '').trim()
  if (openEnd.test(plain)) return `${plain} ${lowerFirst(text)}`
  const event = plain !== '' && eventOpener.test(plain)
  if ((event || occasionTitle.test(plain)) && !eventOpener.test(text)) {
    return `${sentenceCase(plain)}${event && !plain.includes(',') ? ',' : ':'} ${lowerFirst(text)}`
  }
  return form === 'fragment' ? `${sentenceCase(lead)}: ${text}` : text
}

/** The nearest heading or list title that names a topic. */
export const topicOf = ({ headings }: SentenceContext) =>
  headings.findLast((heading) => !topiclessHeading.test(heading) && !isNegativeHeading(heading))

/** Up to three words that name something to use: "Single quotes". */
const isBrief = (text: string) => text.split(/\s+/, 4).length < 4 && !/[,:;`]/.test(text)

/** Completes a fragment to a sentence with the words of its heading. */
export function withTopic(text: string, form: Form, context: SentenceContext, category: Category): string {
  const heading = context.headings.at(-1) ?? ''
  if (form === 'fragment' && checklistHeading.test(heading)) return `Ensure ${lowerFirst(withAuxiliary(text))}`
  const completion = completions[category]
  if (form === 'fragment' && completion && headingCategory([heading]) === category)
    return `${completion} ${lowerFirst(text)}`
  if (isForeign(text) || (form === 'fragment' && onlyPhrase.test(text))) return text
  if (form === 'fragment' && category === 'preference' && styleHeading.test(heading) && isBrief(text))
    return `Use ${lowerFirst(text)}`
  const topic = topicOf(context)
  if (topic === undefined || text.toLowerCase().startsWith(topic.toLowerCase())) return text
  return `${sentenceCase(topic)}: ${form === 'fragment' ? text : lowerFirst(text)}`
}

/** The form of sentences that stay together: that of the first one that is more than a fragment. */
export const formOf = (sentences: readonly string[]): Form =>
  sentences.map((sentence) => readMood(sentence).form).find((form) => form !== 'fragment') ?? 'fragment'
