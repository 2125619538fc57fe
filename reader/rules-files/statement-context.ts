import type { Category } from '#core/domain/kinds.ts'
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
import { headingCategory, type SentenceContext } from './read-sentence.ts'
import { eventOpener, onlyPhrase } from './rule-words.ts'
import { openEnd } from './statement-shape.ts'
import { lowerFirst, sentenceCase, withAuxiliary } from './wording.ts'

/** Completes statements with the words of their parents and headings, so that they can be understood alone. */

/** Words that only lead to the list below, to the end of the clause. */
const toTheList = /(?:[,;]\s*|(?<!\s)\s+|(?<![\s\p{L}]))(?:\p{L}+\s+){0,3}(?:these|the following|as follows)\b.*$/isu

/** "Before a push, do the following" without what only announces the list. */
export const withoutAnnouncement = (lead: string) => {
  const lastClause = lead.slice(Math.max(0, lead.lastIndexOf(',')))
  return (lead.slice(0, lead.length - lastClause.length) + lastClause.replace(toTheList, '')).trim()
}

/** A heading that is a condition of everything below it. "When to test" and "Before and after" are topics. */
const conditionTitle =
  /^(?:if|when(?:ever)?|before|after|once|while|until|unless|as soon as|in case|every time|each time|upon|prior to|on (?:windows|linux|mac(?:os)?|android|ios|failure|errors?|success|ci|mondays?|fridays?|weekends))\s*(?!\s*(?:to|and|or|not to|you (?:should|can|may|must)|should|invoked|activated|called)\b)(?:\S|$)/i
/** "\u82E5", "\u5982\u679C", "... \u65F6", "... \u5834\u5408": conditions in Chinese and Japanese, not "\u5C0F\u65F6" (hours). */
const hanCondition =
  /^(?:\u5982\u679C|\u82E5(?!\u5E72)|\u4E00\u65E6|\u5F53(?![\u524D\u4E2D\u5730\u7136\u5929\u65E5])|\u7576(?![\u524D\u4E2D\u5730\u7136\u5929\u65E5])|\u3082\u3057)|(?:(?<![\u5C0F\u540C\u53CA\u6682\u5B9E\u5373\u5C4A\u4F55])(?:\u65F6|\u6642)|\u7684\u8BDD|\u5834\u5408|\u3068\u304D)(?:\u306F|\u306B\u306F|\u3001|\uFF0C)?$/u
const foreignCondition =
  /^(?:wenn|falls|sobald|bevor|nachdem|si|cuando|antes de|despu\u00E9s de|quand|lorsque|avant de|avant|apr\u00E8s|se|quando|prima di|dopo|als|wanneer|\u0435\u0441\u043B\u0438|\u043A\u043E\u0433\u0434\u0430)\s+\p{L}/iu
const isForeignCondition = (title: string) => foreignCondition.test(title) || hanCondition.test(title)
const isCondition = (title: string) =>
  !/[?\uFF1F]$/.test(title) &&
  (isForeign(title) ? isForeignCondition(title) : conditionTitle.test(title) && title.includes(' '))

/** "Yes (a team exists)": the answer to the question in the heading above is a condition of what it introduces. */
const answer =
  /^(?:(?:yes|no|otherwise|else|ja|nein|sonst|oui|non|sinon|s\u00ED|si no)(?=\W*$|\s*[(,:\u2013\u2014-])|(?:\u662F|\u5426|\u6709|\u6CA1\u6709|\u5426\u5219|\u306F\u3044|\u3044\u3044\u3048)(?=\P{L}*$|[(\uFF08,\uFF0C\u3001]))/iu

/** Prepends the conditions that stand in headings: "If the build fails" holds for everything below it. */
export function withConditions(text: string, headings: readonly string[]): string {
  if (readMood(text).form === 'profile') return text
  return headings.filter(isCondition).reduceRight((said, title) => {
    if (said.toLowerCase().startsWith(title.toLowerCase())) return said
    const comma = !isForeign(text) && !eventOpener.test(said) && !title.includes(',')
    return `${sentenceCase(title)}${comma ? ',' : ':'} ${isForeign(text) ? said : lowerFirst(said)}`
  }, text)
}

/** Prepends the part of its parent that a child needs: a condition, the start of its sentence, or a subject. */
export function withLead(
  text: string,
  form: Form,
  lead: string | undefined,
  { headings }: Pick<SentenceContext, 'headings'>,
): string {
  if (lead === undefined || lead.endsWith('?')) return text
  if (answer.test(lead)) {
    const question = headings.findLast((title) => /[?\uFF1F]$/.test(title))
    return `${question === undefined ? '' : `${question} `}${lead}: ${text}`
  }
  // German nouns keep their capitals.
  if (isForeign(text))
    return (form === 'fragment' && lead.includes(' ')) || isForeignCondition(lead) ? `${lead}: ${text}` : text
  const plain = withoutAnnouncement(lead)
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
  if (isForeign(text)) return text
  if (form === 'fragment' && checklistHeading.test(heading)) return `Ensure ${lowerFirst(withAuxiliary(text))}`
  const completion = completions[category]
  if (form === 'fragment' && completion && headingCategory([heading]) === category)
    return `${completion} ${lowerFirst(text)}`
  if (form === 'fragment' && onlyPhrase.test(text)) return text
  if (form === 'fragment' && category === 'preference' && styleHeading.test(heading) && isBrief(text))
    return `Use ${lowerFirst(text)}`
  const topic = topicOf(context)
  if (topic === undefined || text.toLowerCase().startsWith(topic.toLowerCase())) return text
  return `${sentenceCase(topic)}: ${form === 'fragment' ? text : lowerFirst(text)}`
}

/** The form of sentences that stay together: that of the first one that is more than a fragment. */
export const formOf = (sentences: readonly string[]): Form =>
  sentences.map((sentence) => readMood(sentence).form).find((form) => form !== 'fragment') ?? 'fragment'
