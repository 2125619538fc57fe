import {
  adverbOpener,
  afterVerb,
  conditionOpener,
  emphasisOpener,
  finiteVerbs,
  harmlessNegative,
  modalClause,
  neverVerbs,
  nounLike,
  particles,
  profileClause,
  prohibitionOpener,
  verbalThirdPersons,
  verbCategories,
} from './rule-words.ts'

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

const wordEdges = /^[^\p{L}\p{N}`]+|[^\p{L}\p{N}`]+$/gu
const lowerCased = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const clean = (word: string) => word.replace(wordEdges, '').toLowerCase()
/** Number of words that are examined: the verb of a sentence is near its beginning. */
const window = 24

/** Base form of a verb in the third person, or undefined: "prioritizes" is "prioritize", "identifies" "identify". */
function baseOfThirdPerson(word: string): string | undefined {
  if (!word.endsWith('s') || word.endsWith('ss')) return undefined
  const candidates = [word.slice(0, -1), word.slice(0, -2), word.replace(/ies$/, 'y')]
  return candidates.find((candidate) => verbCategories.has(candidate))
}

/** The verb that opens an imperative, known or not; undefined if the text does not begin with a verb. */
function openingVerb(words: string[]): string | undefined {
  const first = clean(words[0] ?? '').replace(/^(?:re|double|cross|fact|sanity|fail|pre|auto)-(?=\p{L})/u, '')
  const next = words[1] ?? ''
  const nextWord = clean(next)
  const opensObject =
    afterVerb.has(nextWord) ||
    /[^iub]ly$/.test(nextWord) ||
    next.startsWith('`') ||
    /^["']/.test(next) ||
    /\d/.test(next)
  if (verbCategories.has(first)) {
    if (/^(?:of|cases?|by|vs|versus)$/.test(nextWord)) return undefined
    if (particles.has(first)) return nextWord === particles.get(first) ? first : undefined
    if (/^(?:and|or)$/.test(nextWord) || words[0]!.endsWith(',')) {
      const other = clean(words[nextWord === 'and' || nextWord === 'or' ? 2 : 1] ?? '')
      return !nounLike.has(first) || (verbCategories.has(other) && !nounLike.has(other)) ? first : undefined
    }
    if (!nounLike.has(first) || opensObject) return first
    if (words.length === 1) return undefined
    return headNoun(words.slice(1)) === 'object' && !hasFiniteVerb(words.slice(1), true) ? first : undefined
  }
  const unknown =
    /^\p{Lu}?\p{Ll}{2,}$/u.test(words[0] ?? '') && !/(?:ing|ed|ly|s)$/.test(first) && !neverVerbs.has(first)
  if (unknown && !finiteVerbs.has(first) && /^(?:the|a|an|all|any|every|each|your|it|them)$/.test(nextWord))
    return first
  return undefined
}

const nominal = /(?:tion|sion|ment|ysis|ing|ance|ence|ity|age|ware|ism|ship|ery|ory)$/
const describer = /^(?:focused|focusing|speciali[sz]ed|speciali[sz]ing|responsible|dedicated)$/
const preposition = new Set(
  'with for to in on before after when against by from via of without at into using through'.split(' '),
)

/**
 * Whether the words after a noun-like opener are its object ("skills before publishing") or complete a noun phrase
 * ("control audit").
 */
function headNoun(words: string[]): 'object' | 'compound' {
  const phrase: string[] = []
  for (const word of words.slice(0, 6)) {
    const plain = clean(word)
    if (preposition.has(plain)) break
    if (describer.test(plain)) return 'compound'
    phrase.push(plain)
    if (/[,;:.]$/.test(word)) break
  }
  const head = phrase.at(-1) ?? ''
  if (head.endsWith('s') && !head.endsWith('ss') && !nominal.test(head)) return 'object'
  return nominal.test(head) || (phrase.length === words.length && phrase.length < 3) ? 'compound' : 'object'
}

/** Whether the words contain a verb with a subject before it. `strict` counts only words that cannot be nouns. */
function hasFiniteVerb(words: string[], strict = false): boolean {
  let inCode = false
  let open = 0
  for (let index = 0; index < Math.min(words.length, window); index++) {
    const word = words[index]!
    const ticks = word.split('`').length - 1
    const wasCode = inCode || ticks > 0
    if (ticks % 2 === 1) inCode = !inCode
    if (word.startsWith('(')) open++
    const bracketed = open > 0
    if (/\)[^\s]*$/.test(word)) open = 0
    if (wasCode || bracketed || index === 0) continue
    const plain = clean(word)
    const before = clean(words[index - 1]!)
    if (/^(?:that|which|who|when|if|where|so|because|how|what|whether)$/.test(plain)) return false
    if (finiteVerbs.has(plain) && before !== 'to') return true
    const base = baseOfThirdPerson(plain)
    const next = words[index + 1] ?? ''
    if (base !== undefined) {
      if (!strict && (!nounLike.has(base) || verbalThirdPersons.has(plain))) return true
      if (
        before.endsWith('ly') ||
        (!strict && (/^(?:the|a|an|all|its|how|which|what|only)$/.test(clean(next)) || next.startsWith('`')))
      )
        return true
    } else if (!strict && verbCategories.has(plain) && /[^s]s$/.test(before) && !/[,:;]$/.test(words[index - 1]!)) {
      if (
        !nounLike.has(plain) ||
        verbalThirdPersons.has(`${plain}s`) ||
        next.startsWith('`') ||
        /^\p{Lu}/u.test(next) ||
        afterVerb.has(clean(next))
      )
        return true
    }
  }
  return false
}

/** The form of a clause without a leading condition; undefined if it is not a rule by itself. */
function formOf(clause: string): Omit<Mood, 'conditional'> {
  const main = clause.replace(emphasisOpener, '')
  if (profileClause.test(main)) return { form: 'profile', insistent: false, main }
  if (prohibitionOpener.test(main) && !harmlessNegative.test(main))
    return { form: 'prohibition', insistent: true, main }
  const opener = adverbOpener.exec(main)?.[0] ?? ''
  const bare = main.slice(opener.length)
  const insistent = /\b(?:always|must|shall)\b/i.test(opener)
  if (opener !== '' && prohibitionOpener.test(bare) && !harmlessNegative.test(bare)) {
    return { form: 'prohibition', insistent: true, main: bare }
  }
  const words = bare.split(/\s+/, window + 1)
  // "Always test": after such a word even a noun-like verb on its own is a command.
  const alone = insistent && words.length === 1 ? clean(words[0]!) : ''
  const verb = openingVerb(words) ?? (verbCategories.has(alone) ? alone : undefined)
  // After "must" and "always" an unknown word is a command too.
  if (verb === undefined && insistent && words.length > 1 && mayCommand(lowerCased(bare)))
    return { form: 'imperative', insistent, main: bare }
  if (verb !== undefined) return { form: 'imperative', verb, insistent, main: bare }
  if (/^no need\b/i.test(bare) || /\b(?:you|we) (?:must|should|shall|need|have to)\b/i.test(opener))
    return { form: 'modal', insistent, main: bare }
  if (modalClause.test(bare.slice(0, 300)) && !/^(?:required|mandatory|recommended)\b/i.test(bare))
    return { form: 'modal', insistent, main: bare }
  const third = baseOfThirdPerson(clean(words[0] ?? ''))
  const verbal = third !== undefined && (!nounLike.has(third) || verbalThirdPersons.has(clean(words[0]!)))
  if (verbal || (third !== undefined && !hasFiniteVerb(words) && afterVerb.has(clean(words[1] ?? '')))) {
    return { form: 'trait', verb: third, insistent, main: bare }
  }
  if (hasFiniteVerb(words) || /^(?:you|we|i|it|they|he|she|there)\s/i.test(bare))
    return { form: 'statement', insistent, main: bare }
  return { form: 'fragment', insistent, main: bare }
}

/** Participles without the usual ending, and other words of noun phrases: "in traces, built files". */
const participles = new Set(
  'built written kept made held set done given taken shown known sent found left run most many some new old other both'.split(
    ' ',
  ),
)

/** Whether an unknown word after a condition may be a verb: "when it rains, dance". */
const mayCommand = (main: string) => {
  const first = /^\p{Ll}[\p{Ll}-]{2,}(?= )/u.exec(main)?.[0]
  return (
    first !== undefined &&
    !neverVerbs.has(first) &&
    !finiteVerbs.has(first) &&
    !/(?:ing|ed|ly|s)$/.test(first) &&
    !participles.has(first)
  )
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
