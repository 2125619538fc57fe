import { kindOf } from '../../domain/kinds.ts'
import type { ExtractedObservation, ReadableContent } from '../../domain/language.ts'
import { linesOf } from '../../domain/text/conversation-text.ts'
import { addressesModel } from '../../domain/text/model-address.ts'
import { cleanText } from '../../domain/text/untrusted-text.ts'
import { isBookkeeping } from '../commits/bookkeeping.ts'
import { isForeignCommit } from '../commits/commit-language.ts'
import type { KnownLanguage } from '../language-of.ts'
import { languageOf } from '../language-of.ts'
import { endorses, readBrief, readGivenUp } from './brief-talk.ts'
import { contentSentences } from './content-sentences.ts'
import { correctionsIn, isAtWork, ownWords, saidByOthers, talkOf } from './corrections.ts'
import { readForeignNorm } from './foreign-norms.ts'
import { readGerman } from './german-norms.ts'
import { type Norm, readNorms } from './norms.ts'
import { isPhatic } from './phatic.ts'
import { asRule, isStanding } from './review-norms.ts'

/**
 * Reads the beliefs and responsibilities that a content item shows of its agent, by rules (behavior: Observations). In
 * a conversation only the agent's own lines count, and requests of other people that the agent accepts; a commit's
 * subject reports a change, which only the survey of all commits uses. Abstains rather than guesses: most content
 * yields nothing. Statements are normalized, and distinct within the item.
 */
export const observe = (content: ReadableContent): ExtractedObservation[] => {
  const isCommit = content.source_type === 'github_commit'
  if (isCommit && isBookkeeping(content.content)) return []
  const mostly = languageOfContent(content)
  if (mostly === 'other') return []
  const found = new Map<string, ExtractedObservation>()
  const add = (observation: ExtractedObservation) => {
    const key = `${observation.category} ${observation.statement}`
    if (!found.has(key)) found.set(key, observation)
  }
  const talk =
    content.source_type === 'conversation' ? talkOf(content.agent_name, cleanText(content.content)) : undefined
  const isOwn = talk ? ownWords(talk) : () => true
  const sentences = contentSentences(content).filter(({ text }) => isOwn(text))
  for (const [at, { text, quote, part, brief }] of sentences.entries()) {
    // The list in a squashed commit consists of subjects, each of which reports a change and is not a norm.
    const isEnglishReview = content.source_type === 'github_review' && (languageOf(text) ?? mostly ?? 'en') === 'en'
    if (isEnglishReview && !isStanding(text)) continue
    if (isCommit && part === 'item' && !/^(?:we|i|our|my|every|each|all|no)\b/i.test(text)) continue
    if (part !== 'subject')
      for (const norm of readSpoken(
        isEnglishReview ? asRule(text) : text,
        mostly,
        isCommit,
        brief ? (sentences[at + 1]?.text ?? '') : undefined,
      ))
        add({ ...norm, quote })
  }
  if (talk) {
    for (const { statement, category, quote } of correctionsIn(talk))
      add({ kind: 'belief', category, statement, quote, confidence: 0.6 })
  }
  return [...found.values()]
}

/** Characters that suffice to detect the language of a content item. */
const tellingLength = 20_000

/** The language of the agent's words in a content item, by their beginning. */
export const languageOfContent = ({ source_type, content, agent_name }: ReadableContent) => {
  if (source_type === 'github_commit') return isForeignCommit(content) ? 'other' : 'en'
  const start = content.slice(0, tellingLength)
  if (source_type !== 'conversation') return languageOf(start)
  const talk = talkOf(agent_name, start)
  return languageOf((isAtWork(talk) ? saidByOthers(talk) : linesOf(agent_name, start)) || start)
}

const changesMind =
  /\b(?:changed my mind|from now on|no longer|any ?more|any longer|these days|going forward|i (?:quit|stopped) \w+ing)\b/i

function readForms(text: string, language: KnownLanguage, commit: boolean): (Norm & { ends?: boolean })[] {
  if (language === 'en') {
    const norms = readNorms(text, { commit })
    return commit || !changesMind.test(text) ? norms : norms.map((norm) => ({ ...norm, ends: true }))
  }
  const found = language === 'de' ? readGerman(text) : readForeignNorm(text, language)
  return found ? [{ ...found, kind: kindOf(found.category) }] : []
}

/**
 * People change languages within a talk: a sentence is in the language of its own words, or, if they are too few, in
 * that of the rest.
 */
const readSpoken = (
  text: string,
  mostly: ReturnType<typeof languageOf>,
  commit: boolean,
  next: string | undefined,
): (Norm & { ends?: boolean; gives_up?: boolean })[] => {
  const language = commit ? 'en' : (languageOf(text) ?? mostly ?? 'en')
  if (language === 'other' || addressesModel(text) || (!commit && isPhatic(text))) return []
  const givenUp = next === undefined ? undefined : readGivenUp(text, language)
  if (givenUp !== undefined)
    return [{ kind: 'belief', category: 'principle', statement: givenUp, confidence: 0.5, ends: true, gives_up: true }]
  const found = readForms(text, language, commit)
  if (found.length > 0 || next === undefined) return found
  const brief = readBrief(text, language, endorses(next, language))
  return brief ? [{ ...brief, kind: kindOf(brief.category) }] : []
}
