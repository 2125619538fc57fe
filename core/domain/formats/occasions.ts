import { upperFirst } from '#core/base/strings.ts'
import { type Lost, notKept } from './format.ts'

/**
 * Definitions of agents and skills say when to call them, with dialogues as examples. These words are for the caller:
 * an agent that has them as its own rules plays both roles.
 */

const subject = String.raw`(?:this|the|me|it)(?:\s[\w-]{1,30}){0,2}\s?(?:agent|subagent|skill|mode|tool|assistant|persona|command)?`
/** Words at the beginning of a sentence or a clause. */
const english = [
  String.raw`(?:please |always |only |you (?:should|must|can|may) |should |automatically )*(?:use|invoke|call|trigger|run|delegate|launch|choose|pick|activate|select|engage)\s+(?:(?:to\s)?(?:${subject})|when|whenever|for|if|after|before|proactively|immediately|automatically|only when|on|to|during|in|with|at|as)\b`,
  String.raw`(?:please |always |make sure to |be sure to )*(?:use|load|read|apply|consult|open|follow|reach for)\s(?:this|the)\s(?:skill|agent|subagent|mode|guide|tool)\b`,
  String.raw`(?:not|skip|avoid using it|do not use it) (?:for|when|if|intended|meant)\b`,
  String.raw`(?:the )?(?:core|main|primary|typical|common) use cases?(?: is| are)?\s?[:\s]`,
  String.raw`(?:applies|relevant|required|keywords?|trigger (?:words|phrases))\s?(?:to|when|whenever|for|before|:)`,
  String.raw`(?:${subject}\s)?(?:must|should|can|is(?: meant| intended| designed)?(?: to)?)\s(?:always |only |automatically |proactively )?be\s(?:used|called|invoked|triggered|activated|consulted)\b`,
  String.raw`(?:do not|don't|never) (?:trigger|use (?:this|when|for|it)|invoke|activate)\b`,
  String.raw`(?:triggers?|triggered|activates?|activated|invoked?|called)\s?(?:on|when|by|for|with|proactively)?\s?:`,
  String.raw`(?:triggers?|activates?|invoke|trigger proactively)\s(?:on|when|for)\b`,
  String.raw`(?:is )?(?:ideal|best|perfect|great|useful|suitable|helpful|recommended)\s(?:for|when|whenever|if|used)\b`,
  String.raw`(?:when|for|how) to (?:use|invoke|call|activate)\b`,
  String.raw`(?:whenever|when|if) (?:the user|you|a user|someone|users|asked|working)\b`,
]
const others = [
  String.raw`(?:verwende|nutze|benutze|rufe|setze)n?\b.{0,30}\b(?:agent|skill|wenn|sobald|für)`,
  String.raw`(?:utilis(?:e|ez)|appelle[rz]?|à \p{L}+er)\b.{0,30}\b(?:cet|cette|agent|lorsque|lorsqu|quand|pour)`,
  String.raw`(?:us[aeo]|úsa(?:lo|la)|utiliz[ae]r?|utilice|invoca)\b.{0,30}(?:\beste|\bagente|\bcuando|\bquando|\bpara|\bsiempre)`,
  '(?:úsalo|úsala)\\s',
  String.raw`(?:usa|usare|utilizza)\b.{0,30}\b(?:questo|agente|quando|per)`,
  '(?:используй|используйте|вызывай|применяй)',
  '.{0,40}(?:使用此|调用此|使用该|时使用|時に使用|ときに使|場合に使|사용하세요|때 사용)',
]
const occasion = new RegExp(
  `^(?:${[...english, ...others].join('|')})|\\bmust be used\\b|\\buse (?:it |this agent )?proactively\\b`,
  'iu',
)

/** Start of the examples in a description, which are dialogues with somebody else. */
const examplesStart =
  /<(?:example|examples|commentary)\b|\b(?:examples?|e\.g\.|context|user|assistant|beispiele?|exemples?|ejemplos?):|例[:：]/i

/** A full stop after an abbreviation ends no sentence. */
const sentenceEnd =
  /(?=\s)(?<=(?<!\b(?:e\.g|i\.e|etc|vs|cf|incl))[.!?]["'\u201D\u2019)]*)\s+|(?<=[\u3002\uff01\uff1f])\s*/
const clauseEnd =
  /(?<=;)\s+|(?<!\s)\s+[-\u2013\u2014]\s+|,\s+(?=(?:use|used|invoke|triggers?)\s(?:this |it )?(?:when|whenever|for|if)\b)/i
/** Goes on with the occasion of the sentence before it: `or "mail it".` */
const goesOn = /^(?:["'\u201C\u2018(\p{Ll}]|(?:also|especially|particularly|even|including|such as|and|or|but not)\b)/iu
/** "requires a green build" behind an occasion says what the agent does. */
const does = /^(?:it )?\p{Ll}{2,}(?<![sui])s\s(?!or\b|and\b)/u
const trailing =
  /(?<!\s)\s+(?:when|whenever|if) (?:the user|a user|users?|someone|somebody|asked|you (?:need|want|are asked))\b.*$/is

const bare = (text: string) => text.replace(/^[\s>*_#-]+/, '').replace(/^\d+[.)]\s+/, '')
const isOccasion = (text: string) => occasion.test(bare(text).slice(0, 400))

const joinClauses = (clauses: readonly string[]) =>
  clauses.map((clause, at) => (at === 0 ? '' : clauses[at - 1]!.endsWith(';') ? ' ' : ' - ') + clause).join('')

/**
 * The sentences of a description that say what the agent does, without the ones that say when to call it. An occasion
 * lasts to the end of its sentence, whatever clauses follow.
 */
export function withoutOccasions(description: string): string {
  const start = examplesStart.exec(description)?.index ?? description.length
  const shown = description.slice(0, start).trim()
  const left: string[] = []
  let isCall = false
  let lost = false
  for (const sentence of shown.split(sentenceEnd)) {
    isCall &&= /^\p{Lu}/u.test(sentence)
      ? /^(?:also|especially|particularly|even|including|not)\b/i.test(sentence)
      : goesOn.test(sentence)
    const kept: string[] = []
    const clauses = sentence.split(clauseEnd)
    for (const clause of clauses) {
      const isDeed = isCall && kept.length === 0 && does.test(clause) && !isOccasion(clause)
      isCall = !isDeed && (isCall || isOccasion(clause))
      if (!isCall) kept.push(clause.replace(trailing, /[.!]$/.test(clause) ? '.' : ''))
    }
    const joined = joinClauses(kept.slice(kept.findIndex((clause) => clause !== '')))
    const isWhole = kept.join() === clauses.join()
    const said = isWhole ? sentence : joined.replace(/[;,]$/, '')
    lost ||= said !== sentence
    if (said !== '') left.push(isWhole ? said : upperFirst(said))
  }
  return lost ? left.join(' ').trim() : shown
}

/** Headings of sections for the caller, and of example dialogues. */
const callerHeading =
  /^#{1,6}\s+[^\p{L}\n]{0,8}(?:when (?:to (?:use|invoke|call|activate|trigger|delegate)|not to use|should)(?: (?:this|the|it|me)\b.{0,40})?|use (?:this (?:agent|skill|mode) )?when|(?:example|sample) (?:usage|interactions?|prompts?|conversations?|dialogues?|invocations?|requests?)|usage examples?|\u89E6\u53D1(?:\u573A\u666F|\u6761\u4EF6|\u65F6\u673A|\u7B56\u7565)?|(?:\u4F55\u65F6|\u4EC0\u4E48\u65F6\u5019)\u4F7F\u7528|(?:\u4F7F\u7528|\u9002\u7528)(?:\u573A\u666F|\u65F6\u673A)|\u4F7F\u3046\u30BF\u30A4\u30DF\u30F3\u30B0|activation(?: criteria| triggers?)?|triggers?(?: (?:conditions|phrases|words))?|invocation)\W{0,5}$/iu
const heading = /^(#{1,6})\s/
/** `**When to use**` above a list, or with the occasions behind it. */
const callerLabel =
  /^\s*(?:[-*]\s+)?[*_]{0,3}when (?:not )?to (?:use|invoke|call|activate|trigger)(?:\s(?:this|the)\b[^:\n]{0,30})?(?::|[*_]{2,3}|:[*_]{2,3}:?)(?:\s|$)/i
const listLine = /^\s*(?:[-*+]|\d{1,3}[.)])\s|^\s+\S|^\s*$/
const fence = /^\s*(?:`{3,}|~{3,})/
const opening = /^\s*<(example|examples|commentary)\b[^>]*>/i
const askingTurn = /^\s*(?:[-*]\s+)?[*_"]{0,3}(?:user|human)[*_"]{0,3}:[*_]{0,3}\s/i
const answeringTurn = /^\s*(?:[-*]\s+)?[*_"]{0,3}assistant[*_"]{0,3}:[*_]{0,3}\s/i
const maxLine = 1000
const maxReported = 500

/**
 * The Markdown of a definition without sections and lines for the caller and without dialogues, each replaced by a
 * blank line, so that the other lines stay at their numbers.
 */
export function withoutCallers(body: string): { body: string; lost: Lost[] } {
  const removed: string[] = []
  const written = body.split('\n')
  const hasDialogue = [askingTurn, answeringTurn].every((turn) =>
    written.some((line) => turn.test(line.slice(0, maxLine))),
  )
  const isTurn = (line: string) => hasDialogue && (askingTurn.test(line) || answeringTurn.test(line))
  let inCode = false
  /** The level of the heading of a removed section, and the element of a removed dialogue. */
  let level = 0
  let element: string | undefined
  let inList = false
  const remove = (line: string) => {
    if (line.trim() !== '') removed.push(line.trim().slice(0, 80))
    return ''
  }
  const closesAt = (tag: string) => written.findLastIndex((line) => line.toLowerCase().includes(`</${tag}>`))
  const lastEnd = new Map(['example', 'examples', 'commentary'].map((tag) => [tag, closesAt(tag)]))
  const lines = written.map((whole, at) => {
    const line = whole.slice(0, maxLine)
    if (element !== undefined) {
      if (line.toLowerCase().includes(`</${element}>`)) element = undefined
      return remove(line)
    }
    if (fence.test(line)) inCode = !inCode
    const marks = inCode ? undefined : heading.exec(line)?.[1]
    if (marks && marks.length <= level) level = 0
    inList &&= listLine.test(line)
    if (level > 0 || (inList && !callerLabel.test(line))) return remove(line)
    if (inCode || line.trim() === '') return whole
    const tag = opening.exec(line)?.[1]?.toLowerCase()
    if (tag !== undefined && !line.toLowerCase().includes(`</${tag}>`) && lastEnd.get(tag)! > at) element = tag
    if (marks && callerHeading.test(line)) level = marks.length
    inList = callerLabel.test(line)
    if (level > 0 || tag !== undefined || inList || isTurn(line)) return remove(line)
    if (marks || whole.length > maxLine || !callsAgent(line)) return whole
    const sentences = line.split(/(?<=[.!?])\s+/)
    const left = sentences.filter((sentence) => !callsAgent(sentence))
    remove(sentences.find(callsAgent) ?? line)
    return left.join(' ')
  })
  const reason = 'is for those who call the agent, or an example of a dialogue'
  return { body: lines.join('\n'), lost: notKept(new Set(removed.slice(0, maxReported)), reason) }
}

/** In a body, which has many sentences that begin with "Use", only those that name the agent or say so outright. */
const call =
  /(?:^|[.!?]\s)[\s>*_#-]*(?:\d+[.)]\s+)?(?:(?:use|invoke|call|trigger|launch|delegate to)\s+(?:(?:this|the)\s)?(?:agent|subagent|skill|mode)(?=\s*(?:when|whenever|for|to|if|after|before|proactively|on|:|$))|(?:use|trigger|invoke) proactively\b|(?:this (?:agent|skill) )?(?:must|should) be (?:used|invoked|called) (?:when|for|proactively|whenever)\b)/i
const callsAgent = (line: string) => call.test(line)
