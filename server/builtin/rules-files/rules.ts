import type { Category } from '../../domain/kinds.ts'
import type { Rule } from '../../domain/language.ts'
import { maxStatementLength, normalizeStatement } from '../../domain/statement.ts'
import { splitSentences } from '../sentences.ts'
import { classify, type SentenceContext, stanceOf, type Verdict } from './classify.ts'
import { markdownOfData } from './data-markdown.ts'
import { gatherLists } from './gathered-lists.ts'
import {
  describingLabel,
  genericLabels,
  isNegativeHeading,
  occasionTitle,
  permission,
  takenBack,
  wrongLabel,
} from './heading-words.ts'
import { isForeign } from './languages.ts'
import { type Passage, readPassages } from './markdown.ts'
import { type Form, readMood } from './mood.ts'
import { forbids, isInsistent, negate, withoutSide, wrongBy } from './negation.ts'
import { plainLabel, runsOf, splitLines } from './paragraph-lines.ts'
import { isProgram } from './program-code.ts'
import { quoteOf } from './quote.ts'
import {
  afterVerb,
  announcement,
  eventOpener,
  leaningObject,
  leaningOpener,
  nounLike,
  selfReference,
  subjectless,
  togetherWords,
} from './rule-words.ts'
import { statedPreference, withoutDate } from './stated-preferences.ts'
import { formOf, topicOf, withLead, withTopic } from './statement-context.ts'
import { maxJoinedLength, openEnd, whole } from './statement-shape.ts'
import { lowerFirst, sentenceCase, singular, upperFirst } from './wording.ts'

const leans = (sentence: string) =>
  leaningOpener.test(sentence) || (leaningObject.test(sentence) && readMood(sentence).form === 'imperative')

interface Unit {
  text: string
  verdict: Verdict
  /** Its sentences as they are in the passage, if they are not the whole passage. */
  part?: string
}

/** The verdict on sentences that stay together: the most confident one, the first among equals. */
function verdictOf(sentences: readonly string[], context: SentenceContext): Verdict | undefined {
  let best: Verdict | undefined
  for (const sentence of sentences) {
    const verdict = classify(sentence, context)
    if (verdict && (!best || verdict.confidence > best.confidence + 0.15)) best = verdict
  }
  return best
}

/** Splits an item at each sentence that commands by itself in the same mood as the one before; the rest stays together. */
function unitsOfItem(sentences: readonly string[], context: SentenceContext): Unit[] {
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
function unitsOfParagraph(sentences: readonly string[], context: SentenceContext): Unit[] {
  const groups: string[][] = []
  for (const sentence of sentences) {
    const group = groups.at(-1)
    if (group && leans(sentence) && group.join(' ').length + sentence.length <= maxJoinedLength) group.push(sentence)
    else groups.push([sentence])
  }
  return groups.flatMap((group) => {
    const verdict = verdictOf(group, context)
    if (!verdict || leans(group[0]!)) return []
    while (group.length > 1 && !classify(group.at(-1)!, context)) group.pop()
    return [{ text: group.join(' '), verdict }]
  })
}

/** A label is a title ("Test results") unless it is clearly a sentence ("Test before publishing"). */
function labelForm(label: string): Form {
  const { form, verb, main } = readMood(label)
  const second = main.split(/\s+/)[1]?.toLowerCase() ?? ''
  return form === 'imperative' && nounLike.has(verb ?? '') && !afterVerb.has(second) ? 'fragment' : form
}

const soft: ReadonlySet<Category> = new Set(['axiom', 'principle', 'preference', 'execution'])

/** Turns "**Label**: text" into one statement, with the words of its parent or heading if it needs them. */
function unitOfLabeled(label: string, text: string, context: SentenceContext, lead: string | undefined): Unit[] {
  if (describingLabel.test(label)) return []
  const sentences = splitSentences(text.replace(/\s*\n\s*/g, ' '))
  const title = labelForm(label)
  const generic = genericLabels.has(label.toLowerCase())
  const topic = topicOf(context)
  const needsTopic = subjectless.test(label) && label.split(' ').length < 3
  const named = { ...context, headings: [...context.headings, label] }
  const isElsewhere = isForeign(`${label}: ${text}`)
  const own = isElsewhere
    ? classify(`${label}: ${text}`, context)
    : title === 'fragment'
      ? verdictOf(sentences, named)
      : verdictOf([label, ...sentences], context)
  if (!own) return []
  if (isElsewhere) return [{ text: text === '' ? label : `${label}: ${text}`, verdict: own }]
  const shared = soft.has(own.category) && togetherWords.test(generic || needsTopic ? (topic ?? '') : label)
  const verdict: Verdict = shared ? { ...own, type: 'responsibility', category: 'collaboration' } : own
  const body = readMood(sentences[0] ?? '').form === 'imperative' || eventOpener.test(label) ? lowerFirst(text) : text
  if (generic && topic !== undefined)
    return [{ text: `${singular(sentenceCase(topic))} ${lowerFirst(label)}: ${text}`, verdict }]
  const comma = eventOpener.test(label) && !label.includes(',')
  const separator = needsTopic && !label.includes(' ') ? '' : comma ? ',' : ':'
  const joined = text === '' ? label : `${sentenceCase(label)}${separator} ${body}`
  const form = title === 'fragment' ? formOf(sentences) : title
  const led = withLead(joined, form, lead)
  if (led !== joined || !(needsTopic || form === 'fragment')) return [{ text: led, verdict }]
  return [{ text: withTopic(lowerFirst(joined), 'imperative', context, verdict.category), verdict }]
}

/** Whether the description of a command or file demands anything: "Always run it before a push". */
const demands = (text: string) => {
  const { form, insistent, conditional } = readMood(text)
  return form === 'prohibition' || (form === 'imperative' && insistent) || conditional
}

const forbidden: Verdict = { type: 'belief', category: 'boundary', confidence: 0.9 }

/** Completes a command in the cell before it: "Rotate keys | every 90 days". */
const completingCell =
  /^(?:before|after|when|whenever|if|unless|until|while|with|without|via|through|using|by|in|on|at|every|within|instead)\b/i
const maxSourceWords = 4

/** Reads a row whose first cell commands by itself, alone or completed; undefined if the cells need each other. */
function unitOfRow(label: string, text: string, context: SentenceContext): Unit[] | undefined {
  const words = label.split(/\s+/)
  const isCommand = whole.has(readMood(label).form) && words.length > 2 && !/^(?:for|in|as|with)$/i.test(words[1]!)
  if (!isCommand || whole.has(readMood(text).form)) return undefined
  const completes = completingCell.test(text)
  if (!completes && (text.includes('`') || text.split(/\s+/).length > maxSourceWords)) return undefined
  const verdict = classify(label, context)
  return verdict && [{ text: completes ? `${label} ${lowerFirst(text)}` : label, verdict }]
}

function unitsOf(passage: Passage): Unit[] {
  const lead = passage.leads.at(-1)
  const titles = passage.leads.filter((each) => readMood(each).form === 'fragment')
  const occasion = passage.leads.some((each) => eventOpener.test(each) || occasionTitle.test(each))
  const context: SentenceContext = {
    headings: [...passage.headings, ...titles],
    block: passage.block === 'heading' ? 'paragraph' : passage.block,
    occasion,
  }
  const stance = stanceOf(context.headings)
  if (stance === 'skip' || (lead !== undefined && selfReference.test(lead))) return []
  if (passage.block === 'heading') return unitsOfHeading(passage, context)
  const isStated = statedPreference(passage.text, context.headings) !== undefined
  const { label, text } = withoutSide(
    passage.label === undefined && passage.block !== 'paragraph' && !isStated ? plainLabel(passage.text) : passage,
  )
  // Words in quotation marks alone are an example of wording.
  if (/^["\u201C\u00AB][^"\u201D\u00BB]*["\u201D\u00BB]\W*$/.test(text)) return []
  if (label !== undefined && /^`[^`]+`/.test(label) && !demands(text)) return []
  // Among commands, "Run all tests: `npm test`" says what a command does.
  if (label !== undefined && stance === 'reference' && /^`[^`]+`\W*$/.test(text) && !demands(label)) return []
  const isSide = label !== undefined && wrongLabel.test(label)
  const marked = wrongBy(passage)
  // "You must never:" is continued by each of its items.
  const goesOn = marked !== undefined && marked === lead && openEnd.test(marked)
  const wrong = marked !== undefined && !goesOn && isInsistent(text) ? undefined : marked
  if (passage.crossed || isSide || (wrong !== undefined && passage.block === 'item' && !goesOn)) {
    const whole = label === undefined || isSide ? text : `${sentenceCase(label)}: ${text}`
    return [{ text: negate(whole, wrong), verdict: forbidden }]
  }
  const units = unitsSaid(passage, context, { label, text })
  // Prose and tables under such a heading also explain: a sentence that does not forbid by itself would become advice.
  const isExplained = wrong !== undefined && !goesOn
  if (isExplained || permits(context) || permission.test(lead ?? '')) return units.filter((unit) => forbids(unit.text))
  // "❌ Nested ternaries ✅ Early returns" demands no more than the prohibition.
  return passage.ticked ? units.filter((unit) => whole.has(readMood(unit.text).form)) : units
}

/** Whether the nearest heading only permits the sentences under it. */
const permits = ({ headings }: SentenceContext) => permission.test(headings.at(-1) ?? '')

/** A heading that is a rule by itself: "Paths must be relative". */
function unitsOfHeading({ text }: Passage, context: SentenceContext): Unit[] {
  const { form, insistent } = readMood(text)
  const isRule = form === 'prohibition' || form === 'modal' || (form === 'imperative' && insistent)
  if (!isRule || text.split(/\s+/, 3).length < 3 || /\?$|^(?:what|how|when|why|where|who|which|things)\b/i.test(text))
    return []
  if (isNegativeHeading(text) || permission.test(text) || takenBack.test(text)) return []
  const verdict = classify(text, { ...context, block: 'item' })
  return verdict ? [{ text, verdict }] : []
}

function unitsSaid(
  passage: Passage,
  context: SentenceContext,
  { label, text }: { label?: string | undefined; text: string },
): Unit[] {
  const lead = passage.leads.at(-1)
  const stance = stanceOf(context.headings)
  if (label !== undefined)
    return (passage.block === 'row' && unitOfRow(label, text, context)) || unitOfLabeled(label, text, context, lead)
  const grouped = passage.block === 'paragraph' && !passage.headlined ? unitsOfParagraph : unitsOfItem
  const runs = passage.block === 'paragraph' && stance !== 'reference' ? runsOf(splitLines(text)) : [splitLines(text)]
  return runs.flatMap((run) => {
    if (!Array.isArray(run)) return unitOfLabeled(run.label, run.text, context, lead)
    const sentences = run
      .flatMap((line) => splitSentences(line))
      .filter((sentence, _, all) => all.length === 1 || !announcement.test(sentence))
    return grouped(sentences, context).map((unit) => ({ ...settle(unit, passage, context), part: unit.text }))
  })
}

/** Adds the words of its parent or heading to a unit, if it needs them. */
function settle(unit: Unit, { leads, block }: Passage, context: SentenceContext): Unit {
  if (statedPreference(unit.text, context.headings)) return { ...unit, text: withoutDate(unit.text) }
  const form = formOf(splitSentences(unit.text))
  const led = withLead(unit.text, form, leads.at(-1))
  const alone = led === unit.text && block === 'item'
  const elliptic =
    form === 'fragment' || (form === 'trait' && unit.verdict.category === 'preference') || subjectless.test(unit.text)
  return { ...unit, text: alone && elliptic ? withTopic(unit.text, form, context, unit.verdict.category) : led }
}

/** A rule with the clarity of its wording, and its position. */
export interface RatedRule extends Rule {
  /** 0 to 1. */
  confidence: number
  /** The headings above it and the sentences that introduce its list, outermost first. */
  under: readonly string[]
}

/** `readRules` with the data that is necessary to select rules. */
export function readRatedRules(text: string): RatedRule[] {
  const found = new Map<string, RatedRule>()
  const data = markdownOfData(text)
  if (data === undefined && isProgram(text)) return []
  for (const passage of gatherLists(readPassages(data ?? text))) {
    const under = [...passage.headings, ...passage.leads]
    for (const unit of unitsOf(passage)) {
      const { verdict } = unit
      const statement = upperFirst(normalizeStatement(unit.text).replace(/\s*[:;,]$/, ''))
      if (statement.length > maxStatementLength || !/\p{L}{2}/u.test(statement)) continue
      const key = `${verdict.category}\n${statement}`
      if (!found.has(key)) found.set(key, { ...verdict, statement, under, quote: quoteOf(unit.part, passage) })
    }
  }
  return [...found.values()]
}

/**
 * Reads the rules of a Markdown rules file, a `.cursorrules` file, a JSON or YAML file or a plain prompt:
 * self-contained, normalized statements in document order, each pair of category and statement once. Leaves out prose
 * that only describes; an empty array means that no rule was found. Never throws.
 */
export const readRules = (text: string): Rule[] =>
  readRatedRules(text).map(({ type, category, statement, quote }) => ({ type, category, statement, quote }))
