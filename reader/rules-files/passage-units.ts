import type { NamedRule } from '../named-rules.ts'
import { splitSentences } from '../sentences.ts'
import { classify } from './classify.ts'
import {
  forbiddenDeedOf,
  isNegativeHeading,
  occasionTitle,
  permission,
  type Stance,
  takenBack,
  wrongLabel,
} from './heading-words.ts'
import { unitOfLabeled, unitOfRow } from './labeled-units.ts'
import { isForeign } from './languages.ts'
import type { Passage } from './markdown.ts'
import { readMood } from './mood.ts'
import { forbids, isInsistent, prohibitionOf, withoutSide, wrongBy } from './negation.ts'
import { plainLabel, runsOf, splitLines } from './paragraph-lines.ts'
import { type SentenceContext, stanceOf, type Verdict } from './read-sentence.ts'
import { announcement, eventOpener, selfReference, subjectless } from './rule-words.ts'
import { commandedProhibition, missing, statementVerdict } from './sentence-rules.ts'
import { statedPreference, withoutDate } from './stated-preferences.ts'
import { formOf, withLead, withTopic } from './statement-context.ts'
import { openEnd, whole } from './statement-shape.ts'
import { nearestVerdict } from './title-rules.ts'
import { type Unit, unitsOfItem, unitsOfParagraph } from './units.ts'
import { lowerFirst, sentenceCase } from './wording.ts'

/** Whether the description of a command or file demands anything: "Always run it before a push". */
const demands = (text: string) => {
  const { form, insistent, conditional } = readMood(text)
  return form === 'prohibition' || (form === 'imperative' && insistent) || conditional
}

const forbidden: Verdict = { type: 'belief', category: 'boundary', confidence: 0.9 }

/** Words in quotation marks alone are an example of wording. */
const onlyQuoted = /^["\u201C\u201E\u00AB][^"\u201D\u00BB]*["\u201C\u201D\u00BB]\W*$/
const questionWithAside = /\?["')]*\s*\([^()]*\)\W{0,5}$/

/** A passage in its place, with its label apart from its text. */
interface PassageText {
  passage: Passage
  context: SentenceContext
  stance: Stance | undefined
  lead: string | undefined
  label?: string | undefined
  text: string
  /** Its own label says that it is wrong. */
  isSide: boolean
  /** The heading or opening that marks it as wrong. */
  wrong: string | undefined
  /** "You must never:" is continued by each of its items. */
  goesOn: boolean
}

function textOf(passage: Passage): PassageText {
  const { block, leads } = passage
  const lead = leads.at(-1)
  const context: SentenceContext = {
    headings: [...passage.headings, ...leads.filter((each) => readMood(each).form === 'fragment')],
    block: block === 'heading' ? 'paragraph' : block,
    occasion: leads.some((each) => eventOpener.test(each) || occasionTitle.test(each)),
  }
  const isStated = statedPreference(passage.text, context.headings) !== undefined
  const isPlain = passage.label === undefined && block !== 'paragraph' && !isStated
  const { label, text } = withoutSide(isPlain ? plainLabel(passage.text) : passage)
  const marked = wrongBy(passage)
  const goesOn = marked !== undefined && marked === lead && openEnd.test(marked)
  return {
    passage,
    context,
    stance: stanceOf(context.headings),
    lead,
    label,
    text,
    isSide: label !== undefined && wrongLabel.test(label),
    wrong: marked !== undefined && !goesOn && isInsistent(text) ? undefined : marked,
    goesOn,
  }
}

const none = (): Unit[] => []

/**
 * How the rules of a passage are read; the first rule that holds decides. Its example is a
 * file whose last passage it reads.
 */
export const passageRules: readonly NamedRule<(read: PassageText) => Unit[], (read: PassageText) => boolean>[] = [
  {
    name: 'a section that states no rules',
    when: ({ stance }) => stance === 'skip',
    verdict: none,
    example: '## Examples\n\n- Run the tests',
  },
  {
    name: 'a list about the file',
    when: ({ lead }) => lead !== undefined && selfReference.test(lead),
    verdict: none,
    example: 'This file has two parts:\n\n- Run the tests',
  },
  {
    name: 'a heading',
    when: ({ passage }) => passage.block === 'heading',
    verdict: ({ passage, context }) => unitsOfHeading(passage, context),
    example: '## Paths must be relative',
  },
  {
    name: 'something that a heading forbids to touch',
    when: ({ passage, context, text }) =>
      passage.block === 'item' &&
      passage.leads.length === 0 &&
      forbiddenDeedOf(context.headings.at(-1) ?? '') !== undefined &&
      !commandedProhibition.test(passage.text) &&
      (readMood(text).form === 'fragment' || /^`/.test(passage.label ?? text)),
    verdict: ({ passage, context }) => {
      const thing = passage.label === undefined ? passage.text : `${passage.label}: ${passage.text}`
      return [
        {
          text: `${forbiddenDeedOf(context.headings.at(-1)!)} ${isForeign(thing) ? thing : lowerFirst(thing)}`,
          verdict: forbidden,
        },
      ]
    },
    example: '## Never commit\n\n- `crates.db`',
  },
  {
    name: 'an example of wording',
    when: ({ text }) => onlyQuoted.test(text),
    verdict: none,
    example: '- "Use the old form"',
  },
  {
    name: 'a question',
    when: ({ text }) => questionWithAside.test(text),
    verdict: none,
    example: '- Is the build green? (Run the tests)',
  },
  {
    name: 'code and its description',
    when: ({ label, text }) => label !== undefined && /^`[^`]+`/.test(label) && !demands(text),
    verdict: none,
    example: '- **`npm test`**: Run the tests',
  },
  {
    // Among commands, "Run all tests: `npm test`" says what a command does.
    name: 'a command and its code',
    when: ({ label, text, stance }) =>
      label !== undefined && stance === 'reference' && /^`[^`]+`\W*$/.test(text) && !demands(label),
    verdict: none,
    example: '## Commands\n\n- Run all tests: `npm test`',
  },
  {
    name: 'a line that is marked as wrong',
    when: ({ passage, isSide, wrong, goesOn }) =>
      passage.crossed === true || isSide || (wrong !== undefined && passage.block === 'item' && !goesOn),
    verdict: ({ label, text, isSide, wrong }) => {
      const said = label === undefined || isSide ? text : `${sentenceCase(label)}: ${text}`
      const prohibition = prohibitionOf(said, wrong)
      return prohibition === undefined ? [] : [{ text: prohibition, verdict: forbidden }]
    },
    example: "## Don't\n\n- Use `any`",
  },
  {
    // Prose and tables also explain: a sentence that does not forbid by itself would become advice.
    name: 'prose under a heading that marks it as wrong',
    when: ({ wrong, goesOn }) => wrong !== undefined && !goesOn,
    verdict: (read) => unitsOfText(read).filter(({ text }) => forbids(text)),
    example: "## Don't\n\nWe squash commits. Never squash them twice.",
  },
  {
    name: 'what is permitted',
    when: ({ context, lead }) => permission.test(context.headings.at(-1) ?? '') || permission.test(lead ?? ''),
    verdict: (read) => unitsOfText(read).filter(({ text }) => forbids(text)),
    example: '## Optional\n\n- Run the linter',
  },
  {
    name: 'an exception',
    when: ({ passage }) => standingOf(passage) === 'exception',
    verdict: (read) => unitsOfText(read).filter(({ text }) => restricts(text)),
    example: '## Exceptions\n\n- Only admins may deploy',
  },
  {
    name: 'a warning',
    when: ({ passage }) => standingOf(passage) === 'hazard' || standingOf(passage) === 'warning',
    verdict: (read) => unitsOfText(read).filter(({ text }) => demandsAlone(text)),
    example: '## Pitfalls\n\n- Always close the file',
  },
  {
    // "❌ Nested ternaries ✅ Early returns" demands no more than the prohibition.
    name: 'the right phrase beside a wrong one',
    when: ({ passage }) => passage.ticked === true && !whole.has(readMood(passage.text).form),
    verdict: none,
    example: '- ❌ Nested ternaries ✅ Early returns',
  },
  {
    name: 'any other passage',
    when: () => true,
    verdict: (read) => unitsOfText(read),
    example: '## Rules\n\n- Run the tests before a push',
  },
]

const standingOf = ({ ticked, headings, leads }: Passage) =>
  ticked ? undefined : nearestVerdict([...headings, ...leads])

/** The rule by which a passage is read, and the rules that it states. */
export function judgePassage(passage: Passage) {
  const read = textOf(passage)
  const rule = passageRules.find(({ when }) => when(read))!
  return { rule, units: rule.verdict(read) }
}

const restricts = (text: string) => forbids(text) || statementVerdict(text) === 'restricts'

/** Whether a sentence demands whatever its heading says: "Always close the file" under "Pitfalls". */
function demandsAlone(text: string): boolean {
  const { form, insistent, conditional, main } = readMood(text)
  if (missing.test(text)) return false
  if (form === 'imperative') return insistent || (conditional && !text.startsWith(main))
  return commandedProhibition.test(main) || (form === 'modal' && insistent) || statementVerdict(text) === 'restricts'
}

/** "Writing (mandatory)" names a topic. */
const onlyMandatory =
  /^(?!.*\b(?:must|should|shall|never|always|do not)\b).*[(\u2013\u2014-]\s*(?:mandatory|required|recommended)\)?\W*$/i

/** A heading that is a rule by itself: "Paths must be relative". */
function unitsOfHeading({ text }: Passage, context: SentenceContext): Unit[] {
  const { form, insistent } = readMood(text)
  // "Never reviewing notes" is an example of the anti-patterns that the heading above names, and "(MANDATORY)" of nothing.
  const isListed = forbiddenDeedOf(text) !== undefined && /\b(?:that|which|to)\b/i.test(text)
  if (isListed || context.headings.some(isNegativeHeading) || onlyMandatory.test(text)) return []
  const isRule = form === 'prohibition' || form === 'modal' || (form === 'imperative' && insistent)
  if (!isRule || text.split(/\s+/, 3).length < 3 || /\?$|^(?:what|how|when|why|where|who|which|things)\b/i.test(text))
    return []
  if (isNegativeHeading(text) || permission.test(text) || takenBack.test(text)) return []
  const verdict = classify(text, { ...context, block: 'item' })
  return verdict ? [{ text, verdict }] : []
}

function unitsOfText({ passage, context, stance, lead, label, text }: PassageText): Unit[] {
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
  const led = withLead(unit.text, form, leads.at(-1), context)
  const alone = led === unit.text && block === 'item'
  const elliptic =
    form === 'fragment' || (form === 'trait' && unit.verdict.category === 'preference') || subjectless.test(unit.text)
  // "Never" above "Hardcode secrets" is a prohibition, not the command below it.
  const isForbidden =
    led !== unit.text && form === 'imperative' && (readMood(led).form === 'prohibition' || /^avoid\b/i.test(led))
  const verdict = isForbidden ? (classify(led, context) ?? unit.verdict) : unit.verdict
  return { ...unit, verdict, text: alone && elliptic ? withTopic(unit.text, form, context, verdict.category) : led }
}
