import { speakerKey } from '../domain/conversation-text.ts'
import { splitSentences } from './sentences.ts'
import { upperFirst } from './wording.ts'

/** What another person asked the agent to do differently, and the agent agreed to. */
export interface Correction {
  statement: string
  /** The request as it stands in the conversation. */
  quote: string
}

const label = /^([^:\n]{1,500}):\*{0,2}\s/
/** Characters; a request is short, and patterns are not let loose on more. */
const maxRequest = 200

const requests: readonly RegExp[] = [
  /^(?:(?:hey|ok|also|and|but|please|pls|so),? )*(?:can|could|would) you (?:please |pls )?(?<what>(?:stop|not|never|always|only|try to|keep|use|write|avoid) .+)$/i,
  /^(?:(?:hey|ok|also|and|but|so),? )*(?:please|pls) (?<what>(?:stop|don't|dont|do not|never|always|only|keep|use|write|avoid|no) .+)$/i,
  /^(?:(?:hey|ok|also|and|but|so),? )*(?<what>(?:stop|don't|dont|do not|never|no|avoid) .+?),? (?:please|pls)$/i,
]
const accepts =
  /^(?:sure|ok|okay|okey|k|will do|got it|gotcha|understood|noted|done|right|you're right|youre right|of course|fair|fair enough|sorry|absolutely|yes|yep|yeah|thanks|good (?:point|idea)|makes sense|no problem|np|alright)\b(?!.{0,40}\b(?:but|no|not|can't|cannot|won't|rather)\b)/i
const momentary = /\b(?:this|that|now|today|tomorrow|it|here|again|him|her|them|me a|for me|for a)\b/i

/** The corrections that an agent took in a conversation of `Name: text` paragraphs. */
export function correctionsIn(name: string, conversation: string): Correction[] {
  const key = speakerKey(name)
  const found: Correction[] = []
  let asked: string | undefined
  for (const paragraph of conversation.split(/\n[ \t]*\n/)) {
    const opening = label.exec(paragraph.trimStart())
    if (!opening) continue
    const words = paragraph.trimStart().slice(opening[0].length).trim()
    if (speakerKey(opening[1]!) !== key) {
      asked = words
      continue
    }
    if (asked !== undefined && accepts.test(words.slice(0, maxRequest))) found.push(...requestsIn(asked))
    asked = undefined
  }
  return found
}

const requestsIn = (words: string): Correction[] =>
  words
    .split('\n')
    .flatMap((line) => splitSentences(line, true))
    .filter((sentence) => sentence.length <= maxRequest)
    .flatMap((quote) => {
      const sentence = quote.replace(/[\s.!?]+$/, '')
      const what = requests.map((request) => request.exec(sentence)?.groups?.what).find((found) => found !== undefined)
      const statement = what && statementOf(what.replace(/,? (?:please|pls)$/i, ''))
      return statement && !momentary.test(statement) && statement.split(/\s+/).length > 2 ? [{ statement, quote }] : []
    })

const statementOf = (what: string): string =>
  upperFirst(
    what
      .replace(/\b(?:your|my) /gi, '')
      .replace(/^stop (?=\w+ing\b)/i, 'avoid ')
      .replace(/^(?:not|don't|dont|do not) /i, 'never ')
      .replace(/^no /i, 'avoid ')
      .replace(/^try to /i, ''),
  )
