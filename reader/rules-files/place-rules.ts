import { shorthandHeading, styleHeading, traitHeading } from './heading-words.ts'
import { always, ofHeading, type ReadSentence, refers, type SentenceTable, verdict } from './read-sentence.ts'
import { choiceWords, factVerbs, handsOver, togetherWords } from './rule-words.ts'

/** The category of a statement or a phrase that is a rule only where it stands. */

/** A list without any heading is a list of rules, as nothing in the rules file contradicts that. */
const isBareList = ({ context }: ReadSentence) => context.block === 'item' && context.headings.length === 0
const isTelling = ({ hint }: ReadSentence) => hint === 'voice' || hint === 'principle' || hint === 'axiom'

/** Places in which a sentence that states nothing by itself is no rule. */
export const placeRules: SentenceTable = {
  when: always,
  rules: [
    {
      name: 'a row, or a sentence outside of rules',
      when: (read) => !(read.stance === 'normative' || isBareList(read)) || read.context.block === 'row',
      verdict: undefined,
      example: 'The door is green',
    },
    {
      name: 'prose under a heading that tells nothing of the agent',
      when: (read) => read.context.block === 'paragraph' && !isTelling(read),
      verdict: undefined,
      example: { sentence: 'The door is green', headings: ['Workflow'] },
    },
  ],
}

const isAmongTraits = ({ context }: ReadSentence) => context.headings.some((heading) => traitHeading.test(heading))

/** "Prioritizes security", under a heading. */
export const traitRules: SentenceTable = {
  when: ({ form }) => form === 'trait',
  rules: [
    {
      name: 'a choice outside of traits',
      when: (read) => !isAmongTraits(read) && (read.verb === 'use' || read.own === 'preference'),
      verdict: verdict('preference', 0.4),
      example: { sentence: 'Uses tabs', block: 'item' },
    },
    {
      name: 'a description outside of traits',
      when: (read) => !isAmongTraits(read),
      verdict: undefined,
      example: { sentence: 'Validates the input', block: 'item' },
    },
    {
      name: 'a trait of voice',
      when: ({ hint, isToned }) => isToned || hint === 'voice',
      verdict: verdict('voice', 0.6),
      example: { sentence: 'Greets everybody', headings: ['Voice'], block: 'item' },
    },
    {
      name: 'a trait of taste',
      when: ({ own, main }) => own === 'preference' || choiceWords.test(main),
      verdict: verdict('preference', 0.5),
      example: { sentence: 'Prefers small functions', headings: ['Principles'], block: 'item' },
    },
    {
      name: 'a trait',
      when: always,
      verdict: verdict('principle', 0.5),
      example: { sentence: 'Prioritizes security', headings: ['Principles'], block: 'item' },
    },
  ],
}

/** Statements and phrases about work with others, among rules. */
export const togetherRules: SentenceTable = {
  when: always,
  rules: [
    {
      name: 'something with others',
      when: ({ sentence }) => togetherWords.test(sentence),
      verdict: verdict('collaboration', 0.45),
      example: { sentence: 'Small pull requests', headings: ['Rules'], block: 'item' },
    },
  ],
}

/** Statements among rules. */
export const statementsAmongRules: SentenceTable = {
  when: ({ form }) => form === 'statement',
  rules: [
    {
      name: 'what is handed over',
      when: ({ main }) => handsOver.test(main),
      verdict: verdict('deliverables', 0.45),
      example: { sentence: 'Each scan returns structured findings', headings: ['Rules'], block: 'item' },
    },
    {
      name: 'what is used',
      when: ({ main }) => choiceWords.test(main) || /\buses?\b/i.test(main.slice(0, 60)),
      verdict: verdict('preference', 0.45),
      example: { sentence: 'The page uses tabs', headings: ['Rules'], block: 'item' },
    },
    {
      name: 'how it sounds',
      when: ({ hint }) => hint === 'voice',
      verdict: verdict('voice', 0.4),
      example: { sentence: 'The button is always visible', headings: ['Voice'], block: 'item' },
    },
    {
      name: 'a fact',
      when: ({ main }) => factVerbs.test(main),
      verdict: verdict('axiom', 0.4),
      example: { sentence: 'The door is green', headings: ['Rules'], block: 'item' },
    },
    {
      name: 'another statement',
      when: always,
      verdict: ofHeading('axiom', 0.4),
      example: { sentence: 'The ledger adds them up', headings: ['Rules'], block: 'item' },
    },
  ],
}

/** "JSDoc comments for public APIs" under "Writing code". */
const isShorthand = ({ context }: ReadSentence) =>
  context.headings.some((heading) => shorthandHeading.test(heading)) && !refers(context)
const isStyle = ({ context, hint }: ReadSentence) =>
  styleHeading.test(context.headings.at(-1) ?? '') || hint === 'voice'

/** Phrases among rules. */
export const phraseRules: SentenceTable = {
  when: always,
  rules: [
    {
      name: 'a phrase under a heading that is not in short',
      when: (read) => !(isShorthand(read) || isBareList(read) || read.context.occasion),
      verdict: undefined,
      example: { sentence: 'Small functions with names', headings: ['Security'], block: 'item' },
    },
    {
      name: 'too few words',
      when: (read) => read.main.split(/\s+/, 3).length < (isStyle(read) ? 2 : 3),
      verdict: undefined,
      example: { sentence: 'Small functions', headings: ['Rules'], block: 'item' },
    },
    {
      name: 'a phrase about tone',
      when: ({ hint, isToned }) => isToned && hint !== 'deliverables',
      verdict: verdict('voice', 0.3),
      example: { sentence: 'Short answers in a warm tone', headings: ['Rules'], block: 'item' },
    },
    {
      name: 'a phrase',
      when: always,
      verdict: ofHeading('preference', 0.3),
      example: { sentence: 'JSDoc comments for public APIs', headings: ['Code style'], block: 'item' },
    },
  ],
}
