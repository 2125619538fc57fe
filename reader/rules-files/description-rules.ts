import { personaHeading } from './heading-words.ts'
import { entry, isForeign } from './languages.ts'
import {
  always,
  foreignOf,
  markOf,
  ofHeading,
  type ReadSentence,
  type SentenceTable,
  verdict,
} from './read-sentence.ts'
import {
  binding,
  isDescription,
  isFault,
  limitPhrase,
  machineryClause,
  needsApproval,
  onlyPhrase,
  prohibitionClause,
  spokenWords,
  stayingClause,
  valueWords,
  youAre,
  youOwn,
  youPrefer,
} from './rule-words.ts'

/** The category of a sentence without a command that is a rule by its own words, or none. */

/** "You …", of the agent. */
export const youRules: SentenceTable = {
  when: ({ form, main }) => form === 'statement' && /^you\s/i.test(main),
  rules: [
    {
      name: 'you own',
      when: ({ main }) => youOwn.test(main),
      verdict: verdict('ownership', 0.8),
      example: 'You maintain the billing pages',
    },
    {
      name: 'you speak',
      when: ({ hint, isToned }) => isToned || hint === 'voice',
      verdict: verdict('voice', 0.7),
      example: 'You sound like a friend',
    },
    {
      name: 'you prefer',
      when: ({ main }) => youPrefer.test(main),
      verdict: verdict('preference', 0.7),
      example: 'You prefer small functions',
    },
    {
      name: 'you are and know',
      when: ({ main }) => youAre.test(main),
      verdict: verdict('axiom', 0.7),
      example: 'You know the law',
    },
    { name: 'you do', when: always, verdict: verdict('principle', 0.7), example: 'You doubt every figure' },
  ],
}

/** A prohibition inside of a sentence. */
export const innerRules: SentenceTable = {
  when: always,
  rules: [
    {
      name: 'a clause that forbids',
      when: ({ main }) => prohibitionClause.test(main),
      verdict: verdict('boundary', 0.6),
      example: 'The store is never read by the page',
    },
  ],
}

const mayLimit = ({ sentence, context, stance }: ReadSentence) =>
  context.block !== 'row' && stance !== 'reference' && !machineryClause.test(sentence)

/** Statements that keep something where it is, anywhere in the document. */
export const stayingRules: SentenceTable = {
  when: (read) => read.form === 'statement' && mayLimit(read),
  rules: [
    {
      name: 'something that stays where it is',
      when: ({ sentence, context }) =>
        stayingClause.test(sentence) && (context.block === 'item' || !/^the\b/i.test(sentence)),
      verdict: verdict('boundary', 0.6),
      example: 'Customer data stays in the EU',
    },
  ],
}

/** Short phrases that set a limit or restrict, anywhere in the document. */
export const limitRules: SentenceTable = {
  when: (read) =>
    read.form === 'fragment' &&
    read.sentence.split(/\s+/, 13).length <= 12 &&
    mayLimit(read) &&
    (limitPhrase.test(read.sentence) || onlyPhrase.test(read.sentence)),
  rules: [
    {
      name: 'a limit on what is said',
      when: ({ sentence }) => spokenWords.test(sentence),
      verdict: verdict('voice', 0.6),
      example: 'Max 3 sentences',
    },
    {
      name: 'a limit',
      when: ({ sentence }) => limitPhrase.test(sentence),
      verdict: ofHeading('preference', 0.6),
      example: 'Functions under 40 lines',
    },
    {
      name: 'a restriction',
      when: always,
      verdict: verdict('boundary', 0.6),
      example: 'DB access only through the store',
    },
  ],
}

/** Sentences in languages other than English. */
export const foreignRules: SentenceTable = {
  when: ({ sentence, stance }) => stance !== 'reference' && isForeign(sentence),
  rules: [
    {
      name: 'clear words of another language',
      when: (read) => foreignOf(read).demand?.category !== undefined,
      verdict: (read) => verdict(foreignOf(read).demand!.category!, 0.6),
      example: 'Publica siempre con la aprobación del equipo',
    },
    {
      name: 'a demand in another language',
      when: (read) =>
        foreignOf(read).demand !== undefined && (read.context.block === 'item' || /^\p{Lo}/u.test(read.sentence)),
      verdict: ofHeading('principle', 0.4),
      example: { sentence: 'Commits en inglés', headings: ['Rules'], block: 'item' },
    },
    {
      name: 'another sentence in another language',
      when: always,
      verdict: undefined,
      example: 'Das Haus steht am Rand der Stadt',
    },
  ],
}

const isFact = ({ form, stance }: ReadSentence) => form === 'statement' && stance !== 'reference'
const isOfMyself = (read: ReadSentence) => isFact(read) && /^i (?!am\b|was\b|had\b|did\b)/i.test(read.main)

/** Sentences that state something by themselves, wherever they stand. */
export const statedRules: SentenceTable = {
  when: always,
  rules: [
    {
      name: 'clear words of another language, in reference material',
      when: (read) => markOf(read) !== undefined,
      verdict: (read) => verdict(markOf(read)!, 0.6),
      example: { sentence: 'Führe die Tests immer aus', headings: ['Architecture'] },
    },
    {
      name: 'an entry with its description',
      when: ({ sentence, form }) => form !== 'statement' && entry.test(sentence),
      verdict: undefined,
      example: '`packages/auth` - Main library',
    },
    {
      name: 'how I speak',
      when: (read) => isOfMyself(read) && (read.hint === 'voice' || read.isToned),
      verdict: verdict('voice', 0.5),
      example: 'I speak like a friend',
    },
    { name: 'how I work', when: isOfMyself, verdict: verdict('principle', 0.5), example: 'I doubt every figure' },
    {
      name: 'what needs approval, or is a fault',
      when: (read) => isFact(read) && (needsApproval.test(read.main) || isFault.test(read.main)),
      verdict: verdict('boundary', 0.6),
      example: 'Deletions require approval',
    },
    {
      // In a persona's own file any description of it is a belief, however it is phrased.
      name: 'what a persona is',
      when: ({ main, context }) =>
        context.headings.at(-1) === personaHeading && context.block === 'item' && main.split(/\s+/, 4).length > 3,
      verdict: verdict('axiom', 0.5),
      example: { sentence: 'Grew up by the sea', headings: ['Identity'], block: 'item' },
    },
    {
      name: 'how machines and files are',
      when: ({ sentence, main }) => machineryClause.test(sentence) || (isDescription.test(main) && !binding.test(main)),
      verdict: undefined,
      example: 'Tests live in `test`',
    },
    {
      name: 'a judgment',
      when: (read) => isFact(read) && valueWords.test(read.main),
      verdict: verdict('axiom', 0.5),
      example: 'Clarity beats cleverness',
    },
  ],
}
