import type { Category } from '../../domain/kinds.ts'
import { speakerKey } from '../../domain/text/conversation-text.ts'
import { addressesModel } from '../../domain/text/model-address.ts'
import type { KnownLanguage } from '../language-of.ts'
import { languageOf } from '../language-of.ts'
import { upperFirst } from '../rules-files/wording.ts'
import { splitSentences } from '../sentences.ts'
import { isPhatic } from './phatic.ts'

/** A request of another person that the agent agreed to: to do something differently, or to keep to a rule. */
export interface Correction {
  statement: string
  category: Category
  /** The request as it stands in the conversation. */
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

const requests: readonly RegExp[] = [
  /^(?:(?:hey|ok|also|and|but|please|pls|so),? )*(?:can|could|would) you (?:please |pls )?(?<what>(?:stop|not|never|always|only|try to|keep|use|write|avoid) .+)$/i,
  /^(?:(?:hey|ok|also|and|but|so),? )*(?:please|pls) (?<what>(?:stop|don't|dont|do not|never|always|only|keep|use|write|avoid|no) .+)$/i,
  /^(?:(?:hey|ok|also|and|but|so),? )*(?<what>(?:stop|don't|dont|do not|never|no|avoid) .+?),? (?:please|pls)$/i,
]
const accepts =
  /^(?:sure|ok|okay|okey|k|will do|got it|gotcha|understood|noted|done|right|you're right|youre right|of course|fair|fair enough|sorry|absolutely|yes|yep|yeah|thanks|good (?:point|idea)|makes sense|no problem|np|alright)\b(?!.{0,40}\b(?:but|no|not|can't|cannot|won't|rather)\b)/i
const momentary = /\b(?:this|that|now|today|tomorrow|it|here|again|him|her|them|me a|for me|for a)\b/i

/** Openings of a message that announces or reports work on a task. */
const goesToWork =
  /^(?:i (?:see the|understand|apologi[sz]e|need to|should (?:check|look|find|read|create|update|add|also check|first))|we need to|the user |(?:checking|looking|updating|adding|fixing|reading|searching|running|creating|reviewing|inspecting|removing|implementing|starting|let's) |you(?:'re| are) (?:absolutely |completely )?right|(?:perfect|excellent|great|done|tienes razón|perfecto|excelente|entiendo|parfait|tu as (?:tout à fait )?raison|perfekt|verstanden)[!.,] |(?:looking at|here(?:'s| is| are)|based on) (?:the|your|my|how|what|a) |the (?:issue|problem|error|bug) |to (?:fix|resolve|solve) |(?:明白|好的|完美|你说得对|理解)|(?:[^.!:\n]{1,60}[.!:,] )?(?:(?:now |first,? |then )?(?:let me|i(?:'ll| will|'m going to| am going to)) (?!always|never)|i(?:'ve| have) (?:now |successfully )?(?:updated|created|added|fixed|made|removed|changed(?! my)|implemented)\b|(?:ahora )?(?:voy a|déjame|dejame|permíteme|he (?:creado|corregido|actualizado)) |(?:maintenant )?(?:je vais|laisse[zs]?[- ]moi|j'ai (?:ajouté|corrigé|mis|créé)) |(?:ich werde|lass mich|ich schaue|ich habe .{3,60}(?:angepasst|geändert|erstellt)) |(?:现在)?(?:我来|我先|我会先|我将|我需要|我已经|让我|检查|已(?:更新|修复|添加|完成))))/iu
/** Openings of a message that asks for work. */
const asksForWork =
  /^(?:(?:ok(?:ay)?|yes|yep|no|nah|great|now|and|also|good|awesome|perfect|alright|so|next|then|but|cool|sure|vale|ahora|bueno|bien|oui|non|maintenant|gut|jetzt|und)[,.!]? )*(?:(?:please|can (?:you|we)|could (?:you|we)|let'?s|lets|go ahead|i(?:'d| would)? (?:want|like|need)|add|fix|make|create|update|remove|change|use|run|write|commit|push|implement|continue|start|try|delete|move|rename|build|install|merge|generate|refactor)\b|(?:necesito|quiero|pod[eé]s|podr[ií]as|puedes|agrega|elimina|haz|crea|arregla|corrige|planea|lanza|pon|cambia|saca|implementa|tenemos que)(?!\p{L})|(?:je (?:veux|voudrais|souhaite)|peux[- ]tu|est[- ]ce que tu peux|fais|ajoute|corrige|relance|mets|lance|enlève|crée|ouvre)(?!\p{L})|(?:bitte|kannst du|ich (?:möchte|will|brauche)|mach|füge|ändere|erstelle)(?!\p{L})|(?:帮我|请|我(?:想|希望|需要)|把|将|添加|修改|删除|实现|重启|改成))/iu
const refuses =
  /^(?:(?:i'm |i am )?sorry,? (?:but )?(?:i|that)|i (?:can't|cannot|can not|won't|will not)|no[,.]|unfortunately|lo siento|no puedo|désolé|je ne peux pas|leider|das kann ich nicht|抱歉|我无法|我不能)/iu
/** Minimum share of messages that ask for work or announce it in a conversation with an agent at work. */
const working = 0.3
/** Minimum share in a conversation of nothing but work, where the agent's sentences are steps of a task and not beliefs. */
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
 * Returns a filter for the agent's own sentences. An agent at work loses those that announce work, and an agent that does
 * nothing else keeps only those about what it always does.
 */
export function ownWords(talk: Talk): (sentence: string) => boolean {
  if (works(talk, onlyWorking)) return (sentence) => holds.test(sentence)
  return works(talk, working)
    ? (sentence) => !goesToWork.test(straight(sentence)) || /\b(?:before|until) i\b/i.test(sentence)
    : () => true
}

/** Whether the conversation is about nothing but work. */
export const isAtWork = (talk: Talk): boolean => works(talk, onlyWorking)

/** Marks of a belief in the sentences of an agent at work. */
const holds =
  /\bi (?:always|never|usually|prefer|believe|refuse|insist)\b|(?<!\p{L})(?:siempre|nunca|prefiero|immer|niemals|grundsätzlich|toujours|jamais|préfère)(?!\p{L})|总是|从不|一向/iu

/** The words of everybody but the agent. */
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
    if (atWork && !refuses.test(straight(words)))
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
    return statement && !momentary.test(statement) && statement.split(/\s+/).length > 2
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

/** Ends as a question does; `asksForDeed` matches the questions that are requests. */
const onlyAsks = /[?？]\s*$/u
const asksForDeed =
  /\b(?:can|could|would|will|did|do) you\b|\bplease\b|\blet's\b|(?<!\p{L})(?:puedes|podr[ií]as|podés|peux-tu|est-ce que tu peux|pourrais-tu|kannst du|könntest du)(?!\p{L})|(?:可以|能)(?:帮我|你)?/iu

/** Instructions to an agent at work that say that they hold beyond the task: "always …", "dorénavant …". */
function standingInstructionsIn(words: string, mostly: ReturnType<typeof languageOf>): Correction[] {
  return sentencesIn(words).flatMap((quote) => {
    const language = languageOf(quote) ?? mostly ?? 'en'
    const text = straight(quote).toLowerCase()
    if (language === 'other' || (onlyAsks.test(text) && !asksForDeed.test(text)) || isPhatic(quote)) return []
    const statement = standing(quote, language)
    return statement === undefined ? [] : [{ statement, category: categoryOf(statement), quote }]
  })
}

/** The statement of an instruction that holds from now on; undefined for one that holds for the moment. */
function standing(quote: string, language: KnownLanguage): string | undefined {
  const said = quote.replaceAll('\u2019', "'").replace(/[\s.!]+$/, '')
  if (language !== 'en') return standingMarks[language].test(said.toLowerCase()) ? upperFirst(said) : undefined
  const chosen = chosenOver.exec(said)?.groups
  if (chosen) return `Use ${chosen.right}, not ${chosen.wrong}`
  const what = standingMarks.en.exec(said)?.groups?.what
  return what === undefined || what.split(/\s+/).length < 3 ? undefined : statementOf(what)
}

/** "You edited the old page, not the new one." */
const chosenOver =
  /^(?:no,? )?(?:i think )?you(?:'re| are|'ve)? ?(?:made|changed|changing|modified|modifying|updated|updating|edited|editing|working|committed|using|used|created|did|put)(?: [^,]{0,40}? (?:in|to|on|with|from|using))? (?<wrong>[^,]{3,50}), (?:not|instead of) (?:in |to |on |with |from )?(?<right>.{3,40})$/i

/** Marks of an instruction that holds from now on. */
const standingMarks = {
  en: /^(?:(?:and|but|so|also|ok(?:ay)?|yes|no|please|important|note|remember|again),?:? )*(?:(?:you|we|it) (?:should|must|have to|need to) |i (?:want|need|would like|'d like) you to |make sure (?:to |that you |you )?|(?:be sure|remember|try) to )?(?<what>(?:always|never) .+)$/i,
  es: /^(?:(?:y|pero|importante|recuerda|ojo|por favor)[,:]? )*(?:siempre|nunca|jamás|a partir de ahora|de ahora en (?:más|adelante)|la próxima vez)(?!\p{L}).{8}/u,
  fr: /(?<!\p{L})(?:dorénavant|désormais|à partir de maintenant|de manière générale|à l'avenir|ne .{2,30} jamais)(?!\p{L})/u,
  de: /(?<!\p{L})(?:ab jetzt|ab sofort|künftig|in zukunft|von nun an|grundsätzlich|niemals)(?!\p{L})/u,
  zh: /(?:以后|今后|从现在开始|每次都|一律|务必|永远不要|严格遵守)/u,
}
