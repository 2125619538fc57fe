import type { Category } from '#core/domain/kinds.ts'
import type { NamedRule } from '../named-rules.ts'
import type { ReadSentence } from './read-sentence.ts'
import { choiceWords, outputWords, personWords } from './rule-words.ts'

/** A command's category by its verb, corrected by its object, its emphasis and its heading. */

const askingOrSharing = /^(?:share|suggest|propose|request|mention|pair|clarify|confirm|flag)$/

/** "Share logic" and "suggest a fix" are work; if they name a person they are collaboration. */
const sharesWork = ({ own, verb, main, hint }: ReadSentence) =>
  own === 'collaboration' && askingOrSharing.test(verb ?? '') && !personWords.test(main) && hint !== 'collaboration'

/** Verbs of work in general, and verbs that are not known. */
const isWork = ({ own }: ReadSentence) => own === undefined || own === 'execution'

const isSoft = (read: ReadSentence) => isWork(read) || read.own === 'principle' || read.own === 'preference'

const isRuleOfWork = ({ insistent, conditional, main }: ReadSentence) =>
  insistent && !conditional && !main.includes('`')

/** The first rule that holds decides. */
export const commandRules: readonly NamedRule<
  Category | 'category of the verb',
  (read: ReadSentence) => boolean,
  string | { sentence: string; headings: readonly string[] }
>[] = [
  {
    name: 'sharing work among deliverables',
    when: (read) => sharesWork(read) && read.hint === 'deliverables',
    verdict: 'deliverables',
    example: { sentence: 'Suggest a fix', headings: ['Deliverables'] },
  },
  { name: 'sharing work', when: sharesWork, verdict: 'execution', example: 'Suggest a fix' },
  {
    name: 'handing over',
    when: ({ own, main, hint }) => own === 'deliverables' && (outputWords.test(main) || hint === 'deliverables'),
    verdict: 'deliverables',
    example: 'Return a summary',
  },
  {
    name: 'presenting nothing that is handed over',
    when: ({ own }) => own === 'deliverables',
    verdict: 'execution',
    example: 'Submit the form',
  },
  {
    name: 'work among deliverables',
    when: (read) => read.hint === 'deliverables' && isSoft(read),
    verdict: 'deliverables',
    example: { sentence: 'Write the changelog', headings: ['Deliverables'] },
  },
  {
    name: 'work among what is watched',
    when: (read) => read.hint === 'monitoring' && isSoft(read),
    verdict: 'monitoring',
    example: { sentence: 'Check the disk', headings: ['Monitoring'] },
  },
  {
    name: 'another verb among deliverables or what is watched',
    when: ({ hint }) => hint === 'deliverables' || hint === 'monitoring',
    verdict: 'category of the verb',
    example: { sentence: 'Notify the team', headings: ['Monitoring'] },
  },
  {
    name: 'choosing only one thing',
    when: ({ own, main }) => own === 'preference' && /\bonly\b/i.test(main.slice(0, 24)),
    verdict: 'boundary',
    example: 'Use only the store',
  },
  {
    name: 'always using one thing',
    when: ({ own, main, insistent }) => own === 'preference' && insistent && !choiceWords.test(main),
    verdict: 'principle',
    example: 'Always use strict types',
  },
  {
    name: 'work on an occasion, among principles',
    when: (read) => isWork(read) && read.hint === 'principle' && read.conditional,
    verdict: 'execution',
    example: { sentence: 'Run the tests before a push', headings: ['Principles'] },
  },
  {
    name: 'a command among principles',
    when: (read) => read.hint === 'principle' && (isWork(read) || read.own === 'principle'),
    verdict: 'principle',
    example: { sentence: 'Write small functions', headings: ['Principles'] },
  },
  {
    name: 'an attitude among steps of work',
    when: ({ own, hint, insistent }) => own === 'principle' && hint === 'execution' && !insistent,
    verdict: 'execution',
    example: { sentence: 'Consider the edge cases', headings: ['Workflow'] },
  },
  {
    name: 'always doing something, among steps of work',
    when: (read) => isWork(read) && isRuleOfWork(read) && read.hint === 'execution',
    verdict: 'execution',
    example: { sentence: 'Always write tests', headings: ['Workflow'] },
  },
  {
    name: 'always doing something',
    when: (read) => isWork(read) && isRuleOfWork(read),
    verdict: 'principle',
    example: 'Always write tests',
  },
  { name: 'work', when: isWork, verdict: 'execution', example: 'Run the tests' },
  { name: 'another verb', when: () => true, verdict: 'category of the verb', example: 'Trust the compiler' },
]

/** The rule for the category of a command. */
export const judgeCommand = (read: ReadSentence) => commandRules.find(({ when }) => when(read))!

export function categoryOf(read: ReadSentence): Category {
  const { verdict } = judgeCommand(read)
  return verdict === 'category of the verb' ? read.own! : verdict
}
