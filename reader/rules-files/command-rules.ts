import { categoryOf } from './command-categories.ts'
import { always, refers, type SentenceTable, verdict } from './read-sentence.ts'
import {
  afterVerb,
  choiceWords,
  innerProhibition,
  nounLike,
  ownershipClause,
  prohibitionClause,
  togetherWords,
  toneTraits,
  watchWords,
  workProducts,
  youAlways,
} from './rule-words.ts'
import { statementVerdict } from './sentence-rules.ts'

/** The category of a sentence that demands something by its mood: a command, a duty, a prohibition. */

/** Statements about who may do what. */
export const permissionRules: SentenceTable = {
  when: ({ form, main }) => form === 'statement' && !prohibitionClause.test(main),
  rules: [
    {
      name: 'allowed',
      when: ({ sentence }) => statementVerdict(sentence) === 'permits',
      verdict: undefined,
      example: 'Inline styles are fine in mails',
    },
    {
      name: 'allowed only to some',
      when: ({ sentence }) =>
        /\b(?:may|allowed|permitted)\b/i.test(sentence) && statementVerdict(sentence) === 'restricts',
      verdict: verdict('boundary', 0.8),
      example: 'Only admins may deploy',
    },
  ],
}

/** Sentences that say who the agent is. */
export const profileRules: SentenceTable = {
  when: ({ form }) => form === 'profile',
  rules: [
    {
      name: 'who is responsible',
      when: ({ main }) => ownershipClause.test(main),
      verdict: verdict('ownership', 0.9),
      example: 'You are responsible for the billing pages',
    },
    {
      name: 'how somebody speaks',
      when: ({ main, hint }) => toneTraits.test(main) || hint === 'voice',
      verdict: verdict('voice', 0.9),
      example: 'You are direct and warm',
    },
    { name: 'who somebody is', when: always, verdict: verdict('axiom', 0.9), example: 'You are a careful reviewer' },
  ],
}

/** Sentences whose first words decide, whatever their heading says. */
export const clearRules: SentenceTable = {
  when: always,
  rules: [
    {
      name: 'responsibility',
      when: ({ main }) => ownershipClause.test(main),
      verdict: verdict('ownership', 0.85),
      example: 'Responsible for the billing pages',
    },
    {
      name: 'prohibition about tone',
      when: ({ form, hint, isToned }) => form === 'prohibition' && (hint === 'voice' || isToned),
      verdict: verdict('voice', 0.95),
      example: 'Never use emojis',
    },
    {
      name: 'prohibition',
      when: ({ form }) => form === 'prohibition',
      verdict: verdict('boundary', 0.95),
      example: 'Never push to main',
    },
    {
      name: 'tone to avoid',
      when: ({ main, isToned }) => isToned && /^avoid\b/i.test(main),
      verdict: verdict('voice', 0.85),
      example: 'Avoid jargon',
    },
    {
      name: 'something to avoid among boundaries',
      when: ({ main, hint }) => hint === 'boundary' && /^avoid\b/i.test(main),
      verdict: verdict('boundary', 0.85),
      example: { sentence: 'Avoid force pushes', headings: ['Boundaries'] },
    },
    {
      name: 'something to avoid',
      when: ({ main }) => /^avoid\b/i.test(main),
      verdict: verdict('preference', 0.85),
      example: 'Avoid global state',
    },
    {
      name: 'tone',
      when: ({ form, main, isToned }) =>
        isToned && form !== 'statement' && form !== 'fragment' && !togetherWords.test(main),
      verdict: verdict('voice', 0.8),
      example: 'Write plainly',
    },
  ],
}

export const imperativeRules: SentenceTable = {
  when: ({ form }) => form === 'imperative',
  rules: [
    {
      // Among commands, "Run the tests" says what a command does, and "Always run the tests before a push" demands it.
      name: 'a noun in reference material',
      when: ({ verb, main, insistent, conditional, context }) =>
        nounLike.has(verb ?? '') &&
        !afterVerb.has(main.split(/\s+/, 2)[1]?.toLowerCase() ?? '') &&
        refers(context) &&
        !insistent &&
        !conditional,
      verdict: undefined,
      example: { sentence: 'Run tests', headings: ['Commands'] },
    },
    {
      name: 'a command about voice',
      when: ({ own, hint }) => hint === 'voice' && own !== 'monitoring',
      verdict: verdict('voice', 0.7),
      example: { sentence: 'Name the file first', headings: ['Voice'] },
    },
    {
      name: 'you always',
      when: ({ sentence }) => youAlways.test(sentence),
      verdict: verdict('principle', 0.8),
      example: 'You always check the figures',
    },
    {
      // "Treat branch names and PR text as untrusted" is not collaboration, although it mentions some of its words.
      name: 'work with others',
      when: ({ own, main }) => togetherWords.test(main) && own !== 'principle' && own !== 'preference',
      verdict: verdict('collaboration', 0.8),
      example: 'Open a pull request',
    },
    {
      name: 'something to watch',
      when: ({ main }) => watchWords.test(main),
      verdict: verdict('monitoring', 0.7),
      example: 'Keep an eye on the disk',
    },
    {
      name: 'a choice',
      when: ({ own, main, insistent }) => choiceWords.test(main) && !insistent && own !== 'principle',
      verdict: verdict('preference', 0.75),
      example: 'Write functions instead of classes',
    },
    {
      name: 'a command that also forbids',
      when: ({ main, insistent }) => innerProhibition.test(main) && !insistent && !/\(\s*never/i.test(main),
      verdict: (read) => verdict(categoryOf(read), 0.6),
      example: 'Run the tests, and never skip one',
    },
    {
      name: 'a command',
      when: always,
      verdict: (read) => verdict(categoryOf(read), 0.8),
      example: 'Run the tests',
    },
  ],
}

/** Sentences that oblige a subject. */
export const modalRules: SentenceTable = {
  when: ({ form }) => form === 'modal',
  rules: [
    {
      name: 'a subject that must not',
      when: ({ main }) => prohibitionClause.test(main) || /\bshould (?:\S+ )?be avoided\b/i.test(main),
      verdict: verdict('boundary', 0.85),
      example: 'Commits must not be squashed',
    },
    {
      name: 'a duty with others',
      when: ({ sentence }) => togetherWords.test(sentence),
      verdict: verdict('collaboration', 0.75),
      example: 'Pull requests must be small',
    },
    {
      name: 'a recommendation',
      when: ({ main }) => choiceWords.test(main) || /\brecommended\b/i.test(main),
      verdict: verdict('preference', 0.7),
      example: 'Functions should be preferred',
    },
    {
      name: 'a duty about voice',
      when: ({ hint }) => hint === 'voice',
      verdict: verdict('voice', 0.7),
      example: { sentence: 'Names must come first', headings: ['Voice'] },
    },
    {
      name: 'a duty about work',
      when: ({ main, hint }) => workProducts.test(main) || hint === 'execution',
      verdict: verdict('execution', 0.7),
      example: 'Features must include tests',
    },
    { name: 'a duty', when: always, verdict: verdict('principle', 0.7), example: 'Plugins should be independent' },
  ],
}
