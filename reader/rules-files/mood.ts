import type { NamedRule } from '../named-rules.ts'
import { hasFiniteVerb, verbWindow } from './finite-verbs.ts'
import { mayBeVerb, openingVerb } from './opening-verb.ts'
import {
  adverbOpener,
  afterVerb,
  conditionOpener,
  emphasisOpener,
  isHarmlessNegative,
  modalClause,
  notNeeded,
  nounLike,
  profileClause,
  prohibitionOpener,
  verbalThirdPersons,
  verbCategories,
} from './rule-words.ts'
import { baseOfThirdPerson, clean } from './word-forms.ts'

/**
 * The grammatical shape of a sentence: `profile` says who the agent is ("You are …"), `prohibition` forbids,
 * `imperative` commands, `modal` obliges a subject ("Commits must …"), `trait` leaves its subject out ("Prioritizes
 * …"), `statement` has a subject and a verb, and a `fragment` has neither.
 */
export type Form = 'profile' | 'prohibition' | 'imperative' | 'modal' | 'trait' | 'statement' | 'fragment'

export interface Mood {
  form: Form
  /** Base form of the verb that opens the main clause, if it is a known one. */
  verb?: string
  /** The main clause is preceded by a clause that says when. */
  conditional: boolean
  /** The main clause opens with "always" or "must". */
  insistent: boolean
  /** The main clause from its verb on. */
  main: string
}

const prohibits = (text: string) => prohibitionOpener.test(text) && !isHarmlessNegative(text)

/** Decides by the beginning of a clause with its adverbs; the first rule that holds decides. */
export const openerRules: readonly NamedRule<Form, (clause: string) => boolean>[] = [
  {
    name: 'who the agent is',
    when: (clause) => profileClause.test(clause),
    verdict: 'profile',
    example: 'You are a careful reviewer',
  },
  {
    name: 'never',
    when: prohibits,
    verdict: 'prohibition',
    example: 'Never push to main',
  },
]

/** A clause without the adverbs that open it. */
interface Clause {
  /** "Always", "you must"; may be empty. */
  opener: string
  bare: string
  words: readonly string[]
  insistent: boolean
  /** The verb of a command that opens it. */
  verb: string | undefined
  /** The base form of the verb in the third person that opens it. */
  third: string | undefined
}

/** The form of any other clause; the first rule that holds decides. */
export const clauseRules: readonly NamedRule<Form, (clause: Clause) => boolean>[] = [
  {
    name: 'never, behind an adverb',
    when: ({ opener, bare }) => opener !== '' && prohibits(bare),
    verdict: 'prohibition',
    example: 'Please never push to main',
  },
  {
    // After "must" and "always" an unknown word is a command too.
    name: 'unknown verb behind "always"',
    when: ({ bare, words, insistent, verb }) =>
      verb === undefined && insistent && words.length > 1 && mayCommand(lowerCased(bare)),
    verdict: 'imperative',
    example: 'Always defrost before noon',
  },
  {
    name: 'verb',
    when: ({ verb }) => verb !== undefined,
    verdict: 'imperative',
    example: 'Run the tests',
  },
  {
    name: 'no need',
    when: ({ bare }) => /^no need\b/i.test(bare),
    verdict: 'modal',
    example: 'No need to hurry',
  },
  {
    name: 'duty of "you", and no verb behind it',
    when: ({ opener }) => /\b(?:you|we) (?:must|should|shall|need|have to)\b/i.test(opener),
    verdict: 'modal',
    example: 'We should at all times be on time',
  },
  {
    name: 'duty of a subject',
    when: ({ bare }) =>
      modalClause.test(bare.slice(0, 300)) &&
      !notNeeded.test(bare) &&
      !/^(?:required|mandatory|recommended)\b/i.test(bare),
    verdict: 'modal',
    example: 'Commits must be signed',
  },
  {
    name: 'verb in the third person',
    when: ({ words, third }) =>
      third !== undefined && (!nounLike.has(third) || verbalThirdPersons.has(clean(words[0]!))),
    verdict: 'trait',
    example: 'Prioritizes security',
  },
  {
    name: 'noun-like verb in the third person, with its object',
    when: ({ words, third }) => third !== undefined && !hasFiniteVerb(words) && afterVerb.has(clean(words[1] ?? '')),
    verdict: 'trait',
    example: 'Tests every change',
  },
  {
    name: 'subject and verb',
    when: ({ bare, words }) => hasFiniteVerb(words) || /^(?:you|we|i|it|they|he|she|there)\s/i.test(bare),
    verdict: 'statement',
    example: 'The build is green',
  },
  {
    name: 'neither subject nor verb',
    when: () => true,
    verdict: 'fragment',
    example: 'Small functions',
  },
]

/** The rule that decides about a clause without a leading condition, and the mood by it. */
export function judgeClause(clause: string) {
  const main = clause.replace(emphasisOpener, '')
  const whole = openerRules.find(({ when }) => when(main))
  if (whole) return { rule: whole, mood: { form: whole.verdict, insistent: whole.verdict === 'prohibition', main } }
  const opener = adverbOpener.exec(main)?.[0] ?? ''
  const bare = main.slice(opener.length)
  const insistent = /\b(?:always|must|shall)\b/i.test(opener)
  const words = bare.split(/\s+/, verbWindow + 1)
  // "Always test" and "Always run type checks": after such a word even a noun-like verb is a command.
  const alone = insistent ? clean(words[0]!) : ''
  const verb = openingVerb(words) ?? (verbCategories.has(alone) ? alone : undefined)
  const third = baseOfThirdPerson(clean(words[0]!))
  const rule = clauseRules.find(({ when }) => when({ opener, bare, words, insistent, verb, third }))!
  const own = rule.verdict === 'imperative' ? verb : rule.verdict === 'trait' ? third : undefined
  const mood = { form: rule.verdict, insistent: insistent || rule.verdict === 'prohibition', main: bare }
  return { rule, mood: own === undefined ? mood : { ...mood, verb: own } }
}

/** The form of a clause without a leading condition. */
const formOf = (clause: string): Omit<Mood, 'conditional'> => judgeClause(clause).mood

const lowerCased = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Participles without the usual ending, and other words of noun phrases: "in traces, built files". */
const participles = new Set(
  'built written kept made held set done given taken shown known sent found left run most many some new old other both'.split(
    ' ',
  ),
)

/** Whether an unknown word after a condition may be a verb: "when it rains, dance". */
const mayCommand = (main: string) => {
  const first = /^\p{Ll}[\p{Ll}-]{2,}(?= )/u.exec(main)?.[0]
  return first !== undefined && mayBeVerb(first) && !participles.has(first)
}

const rules: ReadonlySet<Form> = new Set(['imperative', 'prohibition', 'modal', 'profile'])

/** Reads the mood of an English sentence; text in other languages is a fragment or a statement. */
export function readMood(sentence: string): Mood {
  const text = sentence.replace(emphasisOpener, '')
  if (conditionOpener.test(text)) {
    let fallback: Mood | undefined
    for (const match of text.slice(0, 400).matchAll(/[,:\u2192]\s+(?:then\s+)?|\s[-\u2013\u2014]\s/g)) {
      const mood = { ...formOf(text.slice(match.index + match[0].length)), conditional: true }
      if (rules.has(mood.form)) return mood
      if (mood.form === 'statement') fallback ??= mood
      if (mood.form === 'fragment' && mayCommand(mood.main)) fallback ??= { ...mood, form: 'imperative' }
    }
    if (fallback !== undefined) return fallback
  }
  const mood = formOf(text)
  const conditional = /\b(?:before|after|when|whenever|once|unless|if|until)\b/i.test(mood.main.slice(0, 400))
  return { ...mood, conditional }
}
