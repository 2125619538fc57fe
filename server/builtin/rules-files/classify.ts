import { type Category, type Kind, kindOf } from '../../domain/kinds.ts'
import {
  headingCategories,
  headingStances,
  permittedOpener,
  personaHeading,
  type Stance,
  shorthandHeading,
  styleHeading,
  traitHeading,
} from './heading-words.ts'
import { entry, isForeign, markedCategory, readForeign } from './languages.ts'
import { type Mood, readMood } from './mood.ts'
import {
  afterVerb,
  announcement,
  binding,
  choiceWords,
  factVerbs,
  handsOver,
  innerProhibition,
  isDescription,
  isFault,
  limitPhrase,
  machineryClause,
  madeThings,
  needsApproval,
  nounLike,
  onlyPhrase,
  outputWords,
  ownershipClause,
  personWords,
  prohibitionClause,
  selfReference,
  spokenWords,
  stayingClause,
  togetherWords,
  toneTraits,
  toneWords,
  valueWords,
  verbCategories,
  watchWords,
  workProducts,
  youAlways,
  youAre,
  youOwn,
  youPrefer,
} from './rule-words.ts'
import { statedPreference } from './stated-preferences.ts'

/** The context of a sentence in its document. */
export interface SentenceContext {
  /** Headings and list titles above it, outermost first. */
  headings: readonly string[]
  block: 'paragraph' | 'item' | 'row'
  /** The sentence that introduces it names an event: "When adding an agent". */
  occasion?: boolean
}

export interface Verdict {
  type: Kind
  category: Category
  /** 0 to 1: how clearly mood and wording show it; a verdict from the heading alone stays below 0.5. */
  confidence: number
}

const verdict = (category: Category, confidence: number): Verdict => ({ type: kindOf(category), category, confidence })

/** The stance of the deepest heading that characterizes the prose under it. */
export function stanceOf(headings: readonly string[]): Stance | undefined {
  const stances = headings.map((heading) => headingStances.find(([pattern]) => pattern.test(heading))?.[1])
  return stances.includes('skip') ? 'skip' : stances.findLast((stance) => stance !== undefined)
}

/** Whether any heading above announces reference material, in which noun phrases are common. */
const refers = ({ headings }: SentenceContext) =>
  headings.some((heading) => headingStances.find(([pattern]) => pattern.test(heading))?.[1] === 'reference')

/** The category suggested by the deepest heading that suggests one. */
export const headingCategory = (headings: readonly string[]): Category | undefined =>
  headings
    .map((heading) => headingCategories.find(([pattern]) => pattern.test(heading))?.[1])
    .findLast((category) => category !== undefined)

const askingOrSharing = /^(?:share|suggest|propose|request|mention|pair|clarify|confirm|flag)$/

const soft: ReadonlySet<Category | undefined> = new Set(['execution', 'principle', 'preference'])

/** Whether a sentence is about tone; words inside code and quotes do not count. */
const isToned = (main: string) =>
  toneWords.test(main.replace(/`[^`]*`|"[^"]*"/g, '')) &&
  !(/^(?:write|implement|build|create|add|design|keep)\b/i.test(main) && madeThings.test(main))

/** An imperative's category by its verb, corrected by its object, its emphasis and the heading. */
function ofImperative({ verb, main, conditional, insistent }: Mood, hint: Category | undefined): Category {
  const own = verbCategories.get(verb ?? '') ?? 'execution'
  // "Share logic" and "suggest a fix" are work; if they name a person they are collaboration.
  if (
    own === 'collaboration' &&
    askingOrSharing.test(verb ?? '') &&
    !personWords.test(main) &&
    hint !== 'collaboration'
  )
    return hint === 'deliverables' ? hint : 'execution'
  if (own === 'deliverables') return outputWords.test(main) || hint === 'deliverables' ? 'deliverables' : 'execution'
  if (hint === 'deliverables' || hint === 'monitoring') return soft.has(own) ? hint : own
  if (own === 'preference' && /\bonly\b/i.test(main.slice(0, 24))) return 'boundary'
  if (own === 'preference' && insistent && !choiceWords.test(main)) return 'principle'
  if (own === 'execution' || own === 'principle') {
    if (hint === 'principle' || (hint === 'execution' && own === 'principle' && !insistent))
      return conditional && own === 'execution' ? 'execution' : hint
    if (own === 'execution' && insistent && !conditional && !main.includes('`'))
      return hint === 'execution' ? 'execution' : 'principle'
  }
  return own
}

/**
 * Returns the kind and category of one rule, or undefined if the sentence describes rather than demands.
 *
 * The kinds differ as follows: a responsibility is a piece of work (tied to an event, an artifact or a step: "Run the
 * tests before committing"); a belief says how the agent is, or guides decisions at any time ("Fail fast", "Prefer
 * composition"). Within the kinds mood and wording come first, and the heading decides the remaining cases.
 */
export function classify(sentence: string, context: SentenceContext): Verdict | undefined {
  const stance = stanceOf(context.headings)
  if (
    stance === 'skip' ||
    selfReference.test(sentence) ||
    permittedOpener.test(sentence) ||
    /\?["')]*$/.test(sentence) ||
    announcement.test(sentence)
  )
    return undefined
  const stated = statedPreference(sentence, context.headings, stance === 'reference')
  if (stated !== undefined) return verdict(stated, 0.7)
  const hint = headingCategory(context.headings)
  const read = readMood(sentence)
  const mood = { ...read, conditional: read.conditional || context.occasion === true }
  const { form, main, verb } = mood
  const toned = isToned(main)

  if (form === 'profile') {
    if (ownershipClause.test(main)) return verdict('ownership', 0.9)
    return verdict(toneTraits.test(main) || hint === 'voice' ? 'voice' : 'axiom', 0.9)
  }
  if (ownershipClause.test(main)) return verdict('ownership', 0.85)
  if (form === 'prohibition') return verdict(hint === 'voice' || toned ? 'voice' : 'boundary', 0.95)
  if (/^avoid\b/i.test(main)) return verdict(toned ? 'voice' : hint === 'boundary' ? 'boundary' : 'preference', 0.85)
  if (toned && form !== 'statement' && form !== 'fragment' && !togetherWords.test(main)) return verdict('voice', 0.8)
  if (form === 'imperative') {
    // Among commands, "Run the tests" says what a command does, and "Always run the tests before a push" demands it.
    const isDemanded = mood.insistent || mood.conditional
    const names = nounLike.has(verb ?? '') && !afterVerb.has(main.split(/\s+/, 2)[1]?.toLowerCase() ?? '')
    if (names && refers(context) && !isDemanded) return undefined
    if (hint === 'voice' && verbCategories.get(verb ?? '') !== 'monitoring') return verdict('voice', 0.7)
    if (youAlways.test(sentence)) return verdict('principle', 0.8)
    const own = verbCategories.get(verb ?? '')
    // "Treat branch names and PR text as untrusted" is not collaboration, although it mentions some of its words.
    if (togetherWords.test(main) && own !== 'principle' && own !== 'preference') return verdict('collaboration', 0.8)
    if (watchWords.test(main)) return verdict('monitoring', 0.7)
    if (choiceWords.test(main) && !mood.insistent && verbCategories.get(verb ?? '') !== 'principle')
      return verdict('preference', 0.75)
    const forbids = innerProhibition.test(main) && !mood.insistent && !/\(\s*never/i.test(main)
    return verdict(ofImperative(mood, hint), forbids ? 0.6 : 0.8)
  }
  if (form === 'modal') {
    if (prohibitionClause.test(main) || /\bshould (?:\S+ )?be avoided\b/i.test(main)) return verdict('boundary', 0.85)
    if (togetherWords.test(sentence)) return verdict('collaboration', 0.75)
    if (choiceWords.test(main) || /\brecommended\b/i.test(main)) return verdict('preference', 0.7)
    if (hint === 'voice') return verdict('voice', 0.7)
    return verdict(workProducts.test(main) || hint === 'execution' ? 'execution' : 'principle', 0.7)
  }
  return describes(sentence, mood, context, stance, hint)
}

/** The category of a phrase that restricts without a verb, or keeps something where it is, anywhere in the document. */
function limitOf(
  sentence: string,
  form: Mood['form'],
  { block }: SentenceContext,
  stance: Stance | undefined,
  hint: Category | undefined,
): Category | undefined {
  if (block === 'row' || stance === 'reference' || machineryClause.test(sentence)) return undefined
  if (form === 'statement' && stayingClause.test(sentence) && (block === 'item' || !/^the\b/i.test(sentence)))
    return 'boundary'
  const isLimit = limitPhrase.test(sentence)
  if (form !== 'fragment' || sentence.split(/\s+/, 13).length > 12 || !(isLimit || onlyPhrase.test(sentence)))
    return undefined
  if (spokenWords.test(sentence)) return 'voice'
  return isLimit ? (hint ?? 'preference') : 'boundary'
}

/** Classifies sentences without a command: they are rules only if their context makes them so. */
function describes(
  sentence: string,
  { form, main, verb }: Mood,
  context: SentenceContext,
  stance: Stance | undefined,
  hint: Category | undefined,
): Verdict | undefined {
  if (/^you\s/i.test(main) && form === 'statement') {
    if (youOwn.test(main)) return verdict('ownership', 0.8)
    if (isToned(main) || hint === 'voice') return verdict('voice', 0.7)
    if (youPrefer.test(main)) return verdict('preference', 0.7)
    if (youAre.test(main)) return verdict('axiom', 0.7)
    return verdict('principle', 0.7)
  }
  if (prohibitionClause.test(main)) return verdict('boundary', 0.6)
  const limit = limitOf(sentence, form, context, stance, hint)
  if (limit !== undefined) return verdict(limit, 0.6)
  const marked = markedCategory(sentence)
  if (isForeign(sentence) && stance !== 'reference') {
    const read = readForeign(sentence, context)
    const alone = context.block === 'item' || /^\p{Lo}/u.test(sentence)
    if (read === undefined || !(read.category || alone)) return undefined
    return verdict(read.category ?? hint ?? 'principle', read.category ? 0.6 : 0.4)
  }
  if (marked !== undefined) return verdict(marked, 0.6)
  if (entry.test(sentence) && form !== 'statement') return undefined
  if (form === 'statement' && stance !== 'reference') {
    if (/^i (?!am\b|was\b|had\b|did\b)/i.test(main))
      return verdict(hint === 'voice' || isToned(main) ? 'voice' : 'principle', 0.5)
    if (needsApproval.test(main) || isFault.test(main)) return verdict('boundary', 0.6)
  }
  // In a persona's own file any description of it is a belief, however it is phrased.
  if (context.headings.at(-1) === personaHeading && context.block === 'item' && main.split(/\s+/, 4).length > 3)
    return verdict('axiom', 0.5)
  if (machineryClause.test(sentence) || (isDescription.test(main) && !binding.test(main))) return undefined
  if (form === 'statement' && stance !== 'reference' && valueWords.test(main)) return verdict('axiom', 0.5)
  // A list without any heading is a list of rules, as nothing in the rules file contradicts that.
  const isBareList = context.block === 'item' && context.headings.length === 0
  if (!(stance === 'normative' || isBareList) || context.block === 'row') return undefined
  const telling = hint === 'voice' || hint === 'principle' || hint === 'axiom'
  if (context.block === 'paragraph' && !telling) return undefined
  if (form === 'trait') {
    const own = verbCategories.get(verb ?? '')
    if (!context.headings.some((heading) => traitHeading.test(heading)))
      return verb === 'use' || own === 'preference' ? verdict('preference', 0.4) : undefined
    if (isToned(main) || hint === 'voice') return verdict('voice', 0.6)
    return verdict(own === 'preference' || choiceWords.test(main) ? 'preference' : 'principle', 0.5)
  }
  if (togetherWords.test(sentence)) return verdict('collaboration', 0.45)
  if (form === 'statement') {
    if (handsOver.test(main)) return verdict('deliverables', 0.45)
    if (choiceWords.test(main) || /\buses?\b/i.test(main.slice(0, 60))) return verdict('preference', 0.45)
    if (hint === 'voice') return verdict('voice', 0.4)
    return verdict(factVerbs.test(main) ? 'axiom' : (hint ?? 'axiom'), 0.4)
  }
  const shorthand = context.headings.some((heading) => shorthandHeading.test(heading)) && !refers(context)
  const isStyle = styleHeading.test(context.headings.at(-1) ?? '') || hint === 'voice'
  if (!(shorthand || isBareList || context.occasion) || main.split(/\s+/, 3).length < (isStyle ? 2 : 3))
    return undefined
  return verdict(isToned(main) && hint !== 'deliverables' ? 'voice' : (hint ?? 'preference'), 0.3)
}
