import type { Category } from '#core/domain/kinds.ts'
import type { NamedRule } from '../named-rules.ts'
import { splitSentences } from '../sentences.ts'
import { classify } from './classify.ts'
import { describingLabel, genericLabels } from './heading-words.ts'
import { isForeign } from './languages.ts'
import { type Form, readMood } from './mood.ts'
import type { SentenceContext, Verdict } from './read-sentence.ts'
import { afterVerb, eventOpener, nounLike, subjectless, togetherWords } from './rule-words.ts'
import { formOf, topicOf, withLead, withTopic } from './statement-context.ts'
import { whole } from './statement-shape.ts'
import { type Unit, verdictOf } from './units.ts'
import { lowerFirst, sentenceCase, singular } from './wording.ts'

/** Reads "**Label**: text" and the cells of a row as one statement. */

/** A label is a title ("Test results") unless it is clearly a sentence ("Test before publishing"). */
function labelForm(label: string): Form {
  const { form, verb, main, insistent } = readMood(label)
  const second = main.split(/\s+/)[1]?.toLowerCase() ?? ''
  return form === 'imperative' && !insistent && nounLike.has(verb ?? '') && !afterVerb.has(second) ? 'fragment' : form
}

/** "Changelog: name each change" is about a file, below whose own heading nothing is a rule. */
const recordLabel = /^(?:change ?logs?|recent changes|licen[sc]es?)$/i

/** A label with its text, in its context. */
interface Labeled {
  label: string
  text: string
  context: SentenceContext
  lead: string | undefined
  title: Form
  sentences: readonly string[]
  /** The heading that names what it is about. */
  topic: string | undefined
  /** The label means nothing without the topic. */
  isGeneric: boolean
  /** The label is a command without a subject. */
  needsTopic: boolean
  isElsewhere: boolean
}

function labeledIn(label: string, text: string, context: SentenceContext, lead: string | undefined): Labeled {
  return {
    label,
    text,
    context,
    lead,
    title: labelForm(label),
    sentences: splitSentences(text.replace(/(?<!\s)\s*\n\s*/g, ' ')),
    topic: topicOf(context),
    isGeneric: genericLabels.has(label.toLowerCase()),
    needsTopic: subjectless.test(label) && label.split(' ').length < 3,
    isElsewhere: isForeign(`${label}: ${text}`),
  }
}

function verdictOn({ label, text, context, title, sentences, topic, isGeneric, needsTopic, isElsewhere }: Labeled) {
  if (isElsewhere) return classify(`${label}: ${text}`, context)
  const own =
    title === 'fragment'
      ? verdictOf(sentences, recordLabel.test(label) ? context : { ...context, headings: [...context.headings, label] })
      : verdictOf([label, ...sentences], context)
  const isShared = own && soft.has(own.category) && togetherWords.test(isGeneric || needsTopic ? (topic ?? '') : label)
  return isShared ? together(own) : own
}

const soft: ReadonlySet<Category> = new Set(['axiom', 'principle', 'preference', 'execution'])
const together = (verdict: Verdict): Verdict => ({ ...verdict, type: 'responsibility', category: 'collaboration' })

/** A label with its text that demands something. */
interface LabeledStatement extends Labeled {
  category: Category
  /** The form of the label or, if that is a title, of its sentences. */
  form: Form
  /** "Log levels: use `warn` for what heals by itself", "Before removing code, search for its callers". */
  joined: string
  /** With the words of the sentence that introduces it, if it needs them. */
  led: string
}

function joinedIn(labeled: Labeled, category: Category): LabeledStatement {
  const { label, text, title, sentences, needsTopic, lead } = labeled
  const isEvent = eventOpener.test(label)
  const body = readMood(sentences[0] ?? '').form === 'imperative' || isEvent ? lowerFirst(text) : text
  const separator = needsTopic && !label.includes(' ') ? '' : isEvent && !label.includes(',') ? ',' : ':'
  const joined = text === '' ? label : `${sentenceCase(label)}${separator} ${body}`
  const form = title === 'fragment' ? formOf(sentences) : title
  return { ...labeled, category, form, joined, led: withLead(joined, form, lead, labeled.context) }
}

/** How a label and its text make a statement; the first rule that holds decides. */
export const labeledRules: readonly NamedRule<
  (labeled: LabeledStatement) => string,
  (labeled: LabeledStatement) => boolean,
  { file: string; says: string }
>[] = [
  {
    name: 'another language',
    when: ({ isElsewhere }) => isElsewhere,
    verdict: ({ label, text }) => (text === '' ? label : `${label}: ${text}`),
    example: {
      file: '- **Commits**: siempre en inglés, nunca en español',
      says: 'Commits: siempre en inglés, nunca en español',
    },
  },
  {
    name: 'a label that means nothing without its heading',
    when: ({ isGeneric, topic }) => isGeneric && topic !== undefined,
    verdict: ({ label, text, topic }) => `${singular(sentenceCase(topic!))} ${lowerFirst(label)}: ${text}`,
    example: {
      file: '## Commit Messages\n\n- **Format**: Use `type: subject`',
      says: 'Commit message format: Use `type: subject`',
    },
  },
  {
    name: 'a phrase, or a command without a subject',
    when: ({ needsTopic, form, joined, led }) => (needsTopic || form === 'fragment') && led === joined,
    verdict: ({ joined, context, category }) => withTopic(lowerFirst(joined), 'imperative', context, category),
    example: {
      file: '## Commit Messages\n\n- **Include**: the number of the issue',
      says: 'Commit messages: include the number of the issue',
    },
  },
  {
    name: 'a statement by itself, or with what introduces it',
    when: () => true,
    verdict: ({ led }) => led,
    example: {
      file: '- **Before removing code**: Search for its callers',
      says: 'Before removing code, search for its callers',
    },
  },
]

/** Turns "**Label**: text" into one statement, with the words of its parent or heading if it needs them. */
export function judgeLabeled(label: string, text: string, context: SentenceContext, lead: string | undefined) {
  if (describingLabel.test(label)) return undefined
  const labeled = labeledIn(label, text, context, lead)
  const verdict = verdictOn(labeled)
  if (!verdict) return undefined
  const said = joinedIn(labeled, verdict.category)
  const rule = labeledRules.find(({ when }) => when(said))!
  return { rule, unit: { text: rule.verdict(said), verdict } }
}

/** The unit of a label and its text; none if they do not demand anything. */
export function unitOfLabeled(...said: Parameters<typeof judgeLabeled>): Unit[] {
  const judged = judgeLabeled(...said)
  return judged ? [judged.unit] : []
}

/** Completes a command in the cell before it: "Rotate keys | every 90 days". */
const completingCell =
  /^(?:before|after|when|whenever|if|unless|until|while|with|without|via|through|using|by|in|on|at|every|within|instead)\b/i
const maxSourceWords = 4

/** Reads a row whose first cell commands by itself, alone or completed; undefined if the cells need each other. */
export function unitOfRow(label: string, text: string, context: SentenceContext): Unit[] | undefined {
  const words = label.split(/\s+/)
  const isCommand = whole.has(readMood(label).form) && words.length > 2 && !/^(?:for|in|as|with)$/i.test(words[1]!)
  if (!isCommand || whole.has(readMood(text).form)) return undefined
  const completes = completingCell.test(text)
  if (!completes && (text.includes('`') || text.split(/\s+/).length > maxSourceWords)) return undefined
  const verdict = classify(label, context)
  return verdict && [{ text: completes ? `${label} ${lowerFirst(text)}` : label, verdict }]
}
