import type { Category } from '../../domain/kinds.ts'
import { speakerKey } from '../../domain/text/conversation-text.ts'
import { addressesModel } from '../../domain/text/model-address.ts'
import type { KnownLanguage } from '../language-of.ts'
import { languageOf } from '../language-of.ts'
import { upperFirst } from '../rules-files/wording.ts'
import { splitSentences } from '../sentences.ts'
import { isPhatic } from './phatic.ts'
import { allWords, languageWords } from './words/all.ts'
import { accepts, chosenOver, requestOfTheMoment, requests } from './words/english.ts'

/** A request by another person that the agent agreed to: to do something differently, or to follow a rule. */
export interface Correction {
  statement: string
  category: Category
  /** The request as it is in the conversation. */
  quote: string
}

/** The turns of a conversation, in order. */
export type Talk = readonly Turn[]

interface Turn {
  /** Whether the agent speaks. */
  own: boolean
  words: string
}

const label = /^([^:\n]{1,500}):\*{0,2}\s/
/** Maximum length in characters: requests are short, and the patterns are slow on longer text. */
const maxRequest = 300

const work = allWords.map((words) => words.work)
const anyOf = (alternatives: readonly string[]) => alternatives.filter((text) => text !== '').join('|')

/** Openings of a message that announces or reports work on a task. */
const goesToWork = new RegExp(
  `^(?:${anyOf(work.map(({ opens }) => opens))}|(?:[^.!:\\n]{1,60}[.!:,] )?(?:${anyOf(work.map(({ announces }) => announces))}))`,
  'iu',
)
/** Openings of a message that asks for work. */
const asksForWork = new RegExp(
  `^(?:(?:${anyOf(work.map(({ leads }) => leads))})[,.!]? )*(?:${anyOf(work.map(({ asks }) => asks))})`,
  'iu',
)
const isRefusal = (text: string) => work.some(({ refuses }) => refuses.test(text))
/** Minimum share of messages that ask for work or announce it in a conversation with an agent at work. */
const working = 0.3
/**
 * Minimum share in a conversation that is only about work, where the agent's sentences are steps of a task and not
 * beliefs.
 */
const onlyWorking = 0.6

/** The turns of a conversation of `Name: text` paragraphs with the agent of this name. */
export const talkOf = (name: string, conversation: string): Talk => {
  const key = speakerKey(name)
  return conversation.split(/\n[ \t]*\n/).flatMap((paragraph) => {
    const opening = label.exec(paragraph.trimStart())
    return opening
      ? [{ own: speakerKey(opening[1]!) === key, words: paragraph.trimStart().slice(opening[0].length).trim() }]
      : []
  })
}

const straight = (words: string) => words.slice(0, maxRequest).replaceAll('\u2019', "'")

const works = (talk: Talk, share: number): boolean => {
  const own = talk.filter((turn) => turn.own)
  const busy = own.filter(({ words }) => goesToWork.test(straight(words))).length
  const asked = talk.filter((turn) => !turn.own && asksForWork.test(straight(turn.words))).length
  const bothSpeak = own.length > 0 && own.length < talk.length
  return bothSpeak && (busy >= share * own.length || busy + asked >= share * talk.length)
}

/**
 * Returns a filter for the agent's own sentences. It drops announcements of work by an agent at work, and, if the agent
 * does nothing else, keeps only sentences about its constant habits.
 */
export function ownWords(talk: Talk): (sentence: string) => boolean {
  if (works(talk, onlyWorking)) return (sentence) => work.some(({ holds }) => holds.test(sentence))
  return works(talk, working)
    ? (sentence) => !goesToWork.test(straight(sentence)) || /\b(?:before|until) i\b/i.test(sentence)
    : () => true
}

/** Whether the conversation is only about work. */
export const isAtWork = (talk: Talk): boolean => works(talk, onlyWorking)

/** The words of everyone except the agent. */
export const saidByOthers = (talk: Talk): string =>
  talk
    .filter(({ own }) => !own)
    .map(({ words }) => words)
    .join('\n')

/** The corrections that an agent accepted, and the standing instructions that it did not refuse. */
export function correctionsIn(talk: Talk): Correction[] {
  const atWork = works(talk, working)
  const language = atWork ? languageOf(saidByOthers(talk)) : 'en'
  const found: Correction[] = []
  let asked: string[] = []
  for (const { own, words } of talk) {
    if (!own) {
      asked.push(words)
      continue
    }
    if (accepts.test(words.slice(0, maxRequest))) found.push(...asked.slice(-1).flatMap(requestsIn))
    if (atWork && !isRefusal(straight(words)))
      found.push(...asked.flatMap((request) => standingInstructionsIn(request, language)))
    asked = []
  }
  return found
}

const sentencesIn = (words: string) =>
  words
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split('\n')
    .flatMap((line) => splitSentences(line, true))
    .filter((sentence) => sentence.length <= maxRequest && !sentence.startsWith('>') && !addressesModel(sentence))

const requestsIn = (words: string): Correction[] =>
  sentencesIn(words).flatMap((quote) => {
    const sentence = quote.replace(/[\s.!?]+$/, '')
    const what = requests.map((request) => request.exec(sentence)?.groups?.what).find((found) => found !== undefined)
    const statement = what && statementOf(what.replace(/,? (?:please|pls)$/i, ''))
    return statement && !requestOfTheMoment.test(statement) && statement.split(/\s+/).length > 2
      ? [{ statement, quote, category: categoryOf(statement) }]
      : []
  })

const categoryOf = (statement: string): Category => (/^(?:avoid|never) /i.test(statement) ? 'boundary' : 'principle')

const statementOf = (what: string): string =>
  upperFirst(
    what
      .replace(/\b(?:your|my) /gi, '')
      .replace(/^stop (?=\w+ing\b)/i, 'avoid ')
      .replace(/^(?:not|don't|dont|do not) /i, 'never ')
      .replace(/^no /i, 'avoid ')
      .replace(/^try to /i, ''),
  )

/** Ends like a question; some questions are requests. */
const onlyAsks = /[?？]\s*$/u
const asksForDeed = (text: string) => work.some((words) => words.asksForDeed.test(text))

/** Instructions to an agent at work that explicitly apply beyond the task: "always …", "dorénavant …". */
function standingInstructionsIn(words: string, mostly: ReturnType<typeof languageOf>): Correction[] {
  return sentencesIn(words).flatMap((quote) => {
    const language = languageOf(quote) ?? mostly ?? 'en'
    const text = straight(quote).toLowerCase()
    if (language === 'other' || (onlyAsks.test(text) && !asksForDeed(text)) || isPhatic(quote)) return []
    const statement = standing(quote, language)
    return statement === undefined ? [] : [{ statement, category: categoryOf(statement), quote }]
  })
}

/** The statement of an instruction that applies from now on; undefined if it is only for the moment. */
function standing(quote: string, language: KnownLanguage): string | undefined {
  const said = quote.replaceAll('\u2019', "'").replace(/[\s.!]+$/, '')
  if (language !== 'en')
    return languageWords[language].work.standing.test(said.toLowerCase()) ? upperFirst(said) : undefined
  const chosen = chosenOver.exec(said)?.groups
  if (chosen) return `Use ${chosen.right}, not ${chosen.wrong}`
  const what = languageWords.en.work.standing.exec(said)?.groups?.what
  return what === undefined || what.split(/\s+/).length < 3 ? undefined : statementOf(what)
}
