import { clearRules, imperativeRules, modalRules, permissionRules, profileRules } from './command-rules.ts'
import { foreignRules, innerRules, limitRules, statedRules, stayingRules, youRules } from './description-rules.ts'
import { permitsByItself } from './heading-words.ts'
import { phraseRules, placeRules, statementsAmongRules, togetherRules, traitRules } from './place-rules.ts'
import {
  readSentence,
  type Sentence,
  type SentenceContext,
  type SentenceRule,
  type SentenceTable,
  stanceOf,
  type Verdict,
  verdict,
} from './read-sentence.ts'
import { announcedElsewhere, announcement, selfReference } from './rule-words.ts'
import { statedPreference } from './stated-preferences.ts'

const preferenceOf = ({ sentence, context, stance }: Sentence) =>
  statedPreference(sentence, context.headings, stance === 'reference')

/** Sentences that are decided before their mood is read. */
export const firstRules: readonly SentenceRule<Sentence>[] = [
  {
    name: 'under a heading of examples',
    when: ({ stance }) => stance === 'skip',
    verdict: undefined,
    example: { sentence: 'Run the tests', headings: ['Examples'] },
  },
  {
    name: 'about the file',
    when: ({ sentence }) => selfReference.test(sentence),
    verdict: undefined,
    example: 'Update this file',
  },
  {
    name: 'a permission',
    when: ({ sentence }) => permitsByItself(sentence),
    verdict: undefined,
    example: 'Feel free to ask',
  },
  {
    name: 'a greeting or a date',
    when: ({ sentence }) =>
      /^(?:(?:welcome|hello|hi|thanks|thank you)[.!]*|(?:last )?(?:updated|modified|revised|generated)\b.{0,30}\d{4}.{0,20})$/i.test(
        sentence,
      ),
    verdict: undefined,
    example: 'Welcome.',
  },
  {
    name: 'a question',
    when: ({ sentence }) => /\?["')]*$/.test(sentence),
    verdict: undefined,
    example: 'Is the build green?',
  },
  {
    name: 'an announcement',
    when: ({ sentence }) => announcement.test(sentence) || announcedElsewhere.test(sentence),
    verdict: undefined,
    example: 'Follow these steps:',
  },
  {
    name: 'how somebody wants the agent to work',
    when: (sentence) => preferenceOf(sentence) !== undefined,
    verdict: (sentence) => verdict(preferenceOf(sentence)!, 0.7),
    example: 'The user prefers short answers',
  },
]

/** All other sentences: in the first table whose condition holds and that has a rule for it. */
export const sentenceTables: readonly SentenceTable[] = [
  permissionRules,
  profileRules,
  clearRules,
  imperativeRules,
  modalRules,
  youRules,
  innerRules,
  stayingRules,
  limitRules,
  foreignRules,
  statedRules,
  placeRules,
  traitRules,
  togetherRules,
  statementsAmongRules,
  phraseRules,
]

function ruleOf<Subject>(rules: readonly SentenceRule<Subject>[], read: Subject) {
  const rule = rules.find(({ when }) => when(read))
  return rule && { rule, verdict: typeof rule.verdict === 'function' ? rule.verdict(read) : rule.verdict }
}

/** The rule that decides about a sentence, and the verdict. */
export function judgeSentence(sentence: string, context: SentenceContext) {
  const unread = { sentence, context, stance: stanceOf(context.headings) }
  const first = ruleOf(firstRules, unread)
  if (first) return first
  const read = readSentence(unread)
  for (const { when, rules } of sentenceTables) {
    const judged = when(read) ? ruleOf(rules, read) : undefined
    if (judged) return judged
  }
  return undefined
}

/**
 * Returns the kind and category of one rule, or undefined if the sentence describes rather than demands.
 *
 * The kinds differ as follows: a responsibility is a piece of work (tied to an event, an artifact or a step: "Run the
 * tests before committing"); a belief says how the agent is, or guides decisions at any time ("Fail fast", "Prefer
 * composition"). Within the kinds mood and wording come first, and the heading decides the remaining cases.
 */
export const classify = (sentence: string, context: SentenceContext): Verdict | undefined =>
  judgeSentence(sentence, context)?.verdict
