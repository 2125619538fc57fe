import type { Category } from '../../domain/kinds.ts'
import { topicsIn } from '../../domain/similar/opposites.ts'
import { normalizeStatement } from '../../domain/statement.ts'
import { upperFirst } from '../rules-files/wording.ts'
import type { Reading } from './clause.ts'
import { addressed, involuntary, involuntaryForm, jest, particles, retold, supposed, tail } from './words/german.ts'

/**
 * Reads beliefs that a German sentence states about its speaker. "Ich" and "nicht" or "wenn" are in most sentences, so
 * a clause counts only in the forms that express tastes, convictions and habits.
 */

type GermanBelief = Reading & { category: Category; ends: boolean }
type Rule = (clause: string) => (Reading & { category?: Category }) | undefined

/** In characters; longer text is an argument, not a belief. */
const maxLength = 400
const maxWords = 26

const p = `(?:(?:${particles}) ){0,6}`
const self = '(?:ich|wir)'
const be = '(?:bin|sind)'
const am = `(?:(?:da )?${self} ${be}|(?:(?:da|jetzt|so|hier|dabei|trotzdem|generell|allgemein|grundsätzlich|persönlich|prinzipiell) ){0,2}${be} ${self}) ${p}`
const match = (clause: string, pattern: string) => new RegExp(pattern, 'iu').exec(clause)?.slice(1)

/** The object of a taste or demand must be named: "da bin ich kein Fan von" means nothing by itself. */
const isNamed = (what: string | undefined): what is string =>
  what !== undefined && contentWords(what) > 0 && !pointing.test(what) && !metalinguistic.test(what)
const pointing =
  /^(?:das|dies|diese[nmrs]?|es|so ?was|sowas|so|solche[nmrs]?|den|dem|denen|da|davon|dafür|dagegen|etwas|ihn|ihm|ihr|ihnen|dir|dich|du|euch|hier|alles|allem|beide[ns]?|dein\p{L}*|euer|eure\p{L}*)(?:\s+(?:\p{L}+\s*)?)?$|^(?:dir|dich|euch|ihn|ihm|dein\p{L}*|eure\p{L}*) /iu
/** "Ich mag das Wort nicht": about words, not about the things that they name. */
const metalinguistic =
  /^(?:das|diese[nrms]?|de[nr]|die|solche)? ?(?:wort|wörter|begriffe?|ausdruck|aussage|satz|frage|thema|folge|episode)(?!\p{L})/iu

const contentWords = (text: string) => text.split(/[^\p{L}\p{N}-]+/u).filter((word) => word.length > 3).length

const negation = /(?<!\p{L})(?:nie|niemals|nicht|nichts|weniger|kaum|keine?[nmrs]?)(?!\p{L})/iu

/** "Ich bin (k)ein großer Fan von …", "ich bin ein Freund davon, dass …". */
const fan: Rule = (clause) => {
  const [denied, noun, what] =
    match(
      clause,
      `^${am}((?:k|nicht so |nicht )?(?:ein(?:e|er)?|der|die)?) ?${p}(?:(?:große[rn]?|riesige[rn]?|riesen|absolute[rn]?|totale[rn]?|richtige[rn]?|bekennende[rn]?|überzeugte[rn]?|erste[rn]?)[ -]?)*(fan|freund|freundin|verfechter|verfechterin|anhänger|anhängerin|befürworter|befürworterin|gegner|gegnerin|riesenfan) (?:zum beispiel )?((?:davon,?|von,?|vom|für)\\s.+)$`,
    ) ?? []
  const object = what?.replace(/^(?:davon,? |von,? |vom |für )/iu, '')
  if (!noun || !isNamed(object)) return undefined
  const isAgainst = /^(?:k|nicht)/i.test(denied!)
  const opposes = /^gegner/i.test(noun)
  if (isAgainst && opposes) return undefined
  return { statement: judging(isAgainst || opposes, what!), confidence: 0.7, category: 'preference' }
}

/** Uses one form for all, so that duplicates are detected by the object of the taste and not by its wording. */
const judging = (isAgainst: boolean, what: string) =>
  `Halte ${isAgainst ? 'nichts' : 'viel'} ${what.replace(/^für /iu, 'von ').replace(/^von, /iu, 'davon, ')}`

/** "Ich bin überzeugt, dass …", "meiner Meinung nach sollte man …", "ich finde, man sollte …". */
const convinced: Rule = (clause) => {
  const what =
    match(
      clause,
      `^${am}(?:fest )?(?:der (?:festen )?(?:meinung|ansicht|überzeugung)|davon überzeugt|überzeugt|dafür|dagegen),? (dass .+)$`,
    )?.[0] ??
    match(
      clause,
      '^(?:meiner meinung nach|meines erachtens(?: nach)?|ich (?:finde|meine)),? (?:dass )?((?:man|jede[rn]?|alle)(?= .*sollte).+|sollte[n]? (?:man|jeder|alle) .+)$',
    )?.[0]
  const isAgainst = / dagegen,? dass /iu.test(clause)
  return isNamed(what) && !isAgainst
    ? { statement: /^dass /iu.test(what) ? `Überzeugt, ${what}` : what, confidence: 0.6, category: 'principle' }
    : undefined
}

/** "Mir ist wichtig, dass …", "… ist mir wichtig", "ich lege Wert auf …", "ich achte darauf, dass …". */
const values: Rule = (clause) => {
  const what =
    match(
      clause,
      `^(?:was )?(?:ist )?(?:mir|uns) (?:ist )?${p}(?:ist )?${p}wichtig(?: ist)?,? (?:ist,? )?(?:auch,? )?((?:dass|wenn) .+)$`,
    )?.[0] ??
    match(clause, `^${self} finde[n]? (?:es )?${p}wichtig,? ((?:dass|wenn) .+)$`)?.[0] ??
    match(
      clause,
      `^(?:${self} ${p}(?:lege|legen)|(?:lege|legen) ${self}) ${p}(?:großen |viel |sehr viel )?wert (?:darauf,? |auf )(.+)$`,
    )?.[0] ??
    match(clause, `^(?:${self} ${p}(?:achte|achten)|(?:achte|achten) ${self}) ${p}(?:darauf,? |auf )(.+)$`)?.[0] ??
    match(clause, `^(?:das|es) ist (?:mir|uns) ${p}wichtig, (dass .+)$`)?.[0]
  if (isNamed(what)) return { statement: `Wichtig: ${what}`, confidence: 0.7, category: 'principle' }
  const named =
    match(clause, `^(.+?) (?:ist (?:mir|uns)|finde ich|finden wir) ${p}wichtig$`)?.[0] ??
    match(clause, `^${self} finden? (?!es )(.{3,60}?) ${p}wichtig(?:,.*)?$`)?.[0]
  return isNamed(named) && !negation.test(named)
    ? { statement: `Wichtig: ${named}`, confidence: 0.65, category: 'principle' }
    : undefined
}

/** "Ich bevorzuge …", "ich hasse es, wenn …", "ich halte nichts von …", "ich arbeite lieber allein". */
const prefers: Rule = (clause) => {
  const liked = match(
    clause,
    `^(?:${self} ${p}(?:bevorzuge|bevorzugen)|(?:bevorzuge|bevorzugen) ${self}) ${p}(.+)$`,
  )?.[0]
  if (isNamed(liked)) return { statement: `Bevorzuge ${liked}`, confidence: 0.7, category: 'preference' }
  const hated = match(
    clause,
    `^(?:${self} ${p}(?:hasse|hassen|verabscheue|mag(?= es nicht))|(?:hasse|hassen) ${self}) ${p}(.+)$`,
  )?.[0]
  if (hated && /^es(?: nicht)?(?: wie die pest)?,? wenn /iu.test(hated))
    return {
      statement: judging(true, `davon, ${hated.replace(/^es.*?(?=wenn )/iu, '')}`),
      confidence: 0.65,
      category: 'preference',
    }
  if (isNamed(hated) && !/^(?:es|nicht)(?: |,)/iu.test(hated))
    return { statement: `Mag nicht: ${hated}`, confidence: 0.65, category: 'preference' }
  const [much, held] =
    match(
      clause,
      `^(?:(?:davon )?${self} ${p}(?:halte|halten)|(?:halte|halten) ${self}) ${p}(nichts|wenig|nicht viel|viel) ((?:davon,?|von|vom) .+)$`,
    ) ?? []
  if (isNamed(held))
    return { statement: judging(!/^viel$/i.test(much!), held), confidence: 0.7, category: 'preference' }
  const taste = match(
    clause,
    `^${self} ${p}mag ${p}(?!dich|dir|zwar|nicht)((?:kein\\p{L}* )?\\p{L}{3,}[en]? \\p{L}{4,}.*)$`,
  )?.[0]
  if (isNamed(taste) && !/(?:^|\s)(?:nicht|und ich|wie|wenn)(?!\p{L})/iu.test(taste))
    return { statement: `Mag: ${taste}`, confidence: 0.6, category: 'preference' }
  const rather =
    match(clause, '^(.{3,60}?) (?:ist|sind) (?:mir|uns) (?:\\p{L}+ )?lieber((?: als .+)?)$') ??
    match(clause, '^(?:mir|uns) (?:ist|sind) (.{3,60}?) lieber((?: als .+)?)$')
  if (rather && isNamed(rather[0]) && !negation.test(rather[0]!))
    return { statement: `Lieber ${rather[0]}${rather[1] ?? ''}`, confidence: 0.7, category: 'preference' }
  return /(?<!\p{L})(?:lieber|am liebsten)(?!\p{L})/iu.test(clause) &&
    !/(?<!\p{L})würden?(?!\p{L})/iu.test(clause) &&
    ownDeed(clause)
    ? { statement: clause, confidence: 0.65, category: 'preference' }
    : undefined
}

/** "Ich sage ja immer, Technik ist der leichte Teil": a saying that the speaker repeats. */
const motto: Rule = (clause) => {
  const what = match(clause, `^(?:${self} (?:sage?|sagen)|(?:sage?|sagen) ${self}) ${p}immer[,:] (?:dass )?(.+)$`)?.[0]
  return isNamed(what) && contentWords(what) > 1 && !addressed.test(what)
    ? { statement: what, confidence: 0.65, category: 'principle' }
    : undefined
}

const firm =
  /(?<!\p{L})(?<!(?:nicht|noch|wie|fast) )(?:immer(?! noch| mal| wieder| mehr| weiter| wenn| nur| was |, immer)|nie|niemals|stets|grundsätzlich|prinzipiell|konsequent|jedes mal|jedesmal|ausnahmslos)(?!\p{L})/iu
const regular =
  /(?<!\p{L})(?:jeden (?:tag|morgen|abend|montag|dienstag|mittwoch|donnerstag|freitag|monat)|jede woche|(?:vor|nach|bei|mit|in) jede[mrn]|jede[nrs]? (?:einzelne[nrs]? )?\p{L}{4,}|bevor|ehe|nie ohne|kein(?:e[nmr]?)? \p{L}{4,}|erst(?=.*(?:,| und) dann)|erst .{3,60}, bevor|zuerst|(?<!das |dies |für )alles(?! (?:hier|darüber|gut|klar|das|nacheinander))|doppelt|zweimal|nur (?:mit|nach|wenn)|ohne \p{L}{4,}|nicht (?:vor|ohne|bevor)|sobald|normalerweise|meistens|in der regel|üblicherweise|regelmäßig|täglich|(?:nichts|niemand\p{L}{0,2}) .*ohne|ohne .*(?:nichts|nie)|erst (?:mal |einmal )?(?:den|die|das|eine?[nm]?|alle|mit|nach|in)|(?:wenn|sobald) .*(?:sofort|zuerst))(?!\p{L})/iu

const own = /(?<!\p{L})(?:(ich|wir) (?:(?:persönlich|selbst|selber) )?(\p{L}+)|(\p{L}+) (ich|wir)(?!\p{L}))/giu

const speaks = /(?<!\p{L})(?:ich|wir)(?!\p{L})/u

/** Whether the speaker does it on purpose, by the verb next to "ich" and, if that comes last, by the end of the clause. */
function ownDeed(clause: string): boolean {
  const text = clause.toLowerCase()
  if (isTold(text) || saysOnly.test(text) || involuntaryForm.test(text)) return false
  const parts = text.split(/,\s+/)
  const mine = parts.filter((part) => speaks.test(part))
  const insists = parts.filter((part) => firm.test(part))
  const part = insists.length > 0 ? insists.find((each) => speaks.test(each)) : mine.at(-1)
  if (part === undefined) return false
  const main = part.replace(/\s(?:wenn|weil|dass|ob|damit|bevor|sobald)\s.*$/u, '')
  const told = speaks.test(main) ? main : part
  const verbs = [...told.matchAll(own)].map(([, , after, before]) => after ?? before ?? '')
  const last = told.match(/\p{L}+(?=[^\p{L}]*$)/u)?.[0] ?? ''
  return verbs.length > 0 && [...verbs, last].every((verb) => !involuntary.test(verb))
}

/** "Ich sag mal so", "prinzipiell würde ich sagen": introductory phrases. */
const saysOnly = new RegExp(
  `(?<!\\p{L})(?:ich sage?|sage? ich|wir sagen)(?: (?:${particles}|dir|euch|nur|dann|okay|ok|hey|da|das|es|nein|nicht))*(?:[,:]|$| so)|würde ich (?:\\p{L}+ )?(?:sagen|behaupten|meinen)|ich würde (?:\\p{L}+ )?(?:sagen|behaupten|meinen)`,
  'iu',
)

/** Names the speaker without "ich": "bei mir kommt der Test zuerst", "keine Meetings am Vormittag, bitte". */
const aboutSelf = /(?<!\p{L})(?:bei|von|für) (?:mir|uns)(?!\p{L}| aus)/iu
/** "Immer erst fragen", "lieber fragen als raten": infinitives, which have no subject. */
const demands =
  /^(?:(?:bitte|nie|niemals) |erst(?! mal).*(?:dann|bevor) |(?:immer(?! noch| wieder)|lieber|kein(?:e[nmr]?)?) .*\p{L}{3,}en$|kein(?:e[nmr]?)? .*(?<!\p{L})(?:(?:bei|von|mit) (?:mir|uns)|ohne \p{L}+)(?!\p{L}))/iu
const isTold = (text: string) => retold.test(text) || supposed.test(text)

/** "Ich schreibe immer erst den Test", "bevor ich Code schreibe, schreibe ich einen Test", "ich nutze keine Debugger". */
const habit: Rule = (clause) => {
  const insists = firm.test(clause)
  if (!insists && !regular.test(clause) && !demands.test(clause)) return undefined
  const isRule = demands.test(clause) || aboutSelf.test(clause)
  if (!insists && /(?<!\p{L})(?:würden?|wir .*alles|lassen$)(?!\p{L})/iu.test(clause)) return undefined
  if (!(ownDeed(clause) || (isRule && !isTold(clause))) || topicsIn(clause).size < 2 || pointsBack.test(clause))
    return undefined
  return { statement: clause, confidence: insists ? 0.75 : 0.65 }
}
/** "Das mache ich immer" means nothing by itself. */
const pointsBack =
  /^(?:dass|ob|leider|nicht)(?!\p{L})|^(?:das|dies|diese[nmrs]?|den|die|dem|da|damit|dazu|davon|darauf|daran|so|sowas|so was|es|dann|deswegen|deshalb|dort|hier|wo|was|welche[nmrs]?)\s+(?:\p{L}+ ){0,2}(?:ich|wir)(?!\p{L})|^(?:ich|wir) \p{L}+ (?:das|es|die|den|ihn|sie|ihm|ihnen|da|so|sowas|mir das|mich das|dann|dir|dich|euch)(?:$| (?:immer|nie|niemals|grundsätzlich|prinzipiell|auch|ja|halt|jetzt))/iu

/** Judgments win over descriptions of habits, anywhere in the sentence. */
const rules: readonly (readonly Rule[])[] = [[fan, convinced, values, prefers, motto], [habit]]

const leadIn =
  /^(?:(?:ja|nein|also|naja|na ja|ok|okay|klar|wie gesagt|wie immer|ehrlich gesagt|offen gesprochen|ganz ehrlich|ganz im ernst|übrigens|und|aber|denn|weil|doch|sondern|deswegen|deshalb|ab jetzt|ab sofort|moin|puh|hm+|genau|und zwar)[,:]?\s+)+/iu
/** Start of another main clause whose subject is the speaker or whose topic the speaker judges. */
const clauseStart =
  /(?:,\s+|\s+)(?:und|aber|denn|weil|doch|sondern|deswegen|deshalb|darum|also)\s+(?=(?:ich|wir|da bin|bin|mir|uns|bei|bevor)(?!\p{L}))|[,;:]\s+(?=(?:ich|wir|da bin|bin ich|mir ist)(?!\p{L}))|\s+[-–—]\s+|\.\.\.\s*/giu

/** Introduces words that the speaker quotes, including their own on another day. */
const quoting =
  /(?<!\p{L})(?:sag\p{L}*|gesagt|denk\p{L}*|dachte\p{L}*|gedacht|schreib\p{L}*|motto|beispiel|hey|okay|ok|bist|so)(?: sich| mir| uns)?,?\s*["„]?$|(?<!\p{L})nicht,? (?:weil|dass|wenn|deswegen|deshalb)?\s*$/iu

const gaveUp =
  /(?<!\p{L})(?:ab jetzt|ab sofort|ab heute|von nun an|nicht mehr|nie mehr|keine?n? .{1,40} mehr|meinung geändert|umentschieden)(?!\p{L})/iu

/** The belief that a German sentence states about its speaker, in similar words; undefined if there is none. */
export function readGerman(sentence: string): GermanBelief | undefined {
  if (sentence.length > maxLength || /\?\s*$/u.test(sentence) || jest.test(sentence)) return undefined
  const starts = [0, ...[...sentence.matchAll(clauseStart)].map(({ index, 0: { length } }) => index + length)]
  const clauses = starts
    .filter((start) => !quoting.test(sentence.slice(0, start)))
    .map((start) => plainly(sentence.slice(start)))
    .filter((clause) => clause.split(/\s+/).length > 2)
  for (const some of rules) {
    for (const clause of clauses) {
      const found = firstOf(some, clause)
      if (found) return { ...found, ends: gaveUp.test(sentence) }
    }
  }
  return undefined
}

function firstOf(some: readonly Rule[], clause: string): Omit<GermanBelief, 'ends'> | undefined {
  for (const rule of some) {
    const reading = rule(clause)
    if (!reading) continue
    const statement = upperFirst(normalizeStatement(shortened(reading.statement)).replace(/[\s.,!:;]+$/u, ''))
    if (statement.split(/\s+/).length > maxWords || addressed.test(statement) || isCutShort.test(statement)) continue
    const denies = negation.test(statement)
    const isBoundary = denies && !/(?<!\p{L})ohne(?!\p{L})/iu.test(statement)
    return { ...reading, statement, category: reading.category ?? (isBoundary ? 'boundary' : 'principle') }
  }
  return undefined
}

/** The quoted words are missing: "ich hasse es, wenn Leute sagen, …". */
const isCutShort = /(?<!\p{L})(?:sag\p{L}*|mein(?:t|en)|frag\p{L}*|denk\p{L}*|und|oder|was|wie|so)$/iu

/** Cuts a longer statement at a comma or an "und". */
function shortened(statement: string): string {
  let kept = statement
  while (kept.split(/\s+/).length > maxWords) {
    const at = Math.max(kept.lastIndexOf(','), kept.lastIndexOf(' und '))
    if (at < 20) break
    kept = kept.slice(0, at)
  }
  return kept
}

/** Removes the introduction of a clause, the reason for it, and filler words. */
function plainly(text: string): string {
  const body = text.replace(leadIn, '').replace(/[\s.!]+$/u, '')
  const cut = body.replace(tail, '')
  return (cut.length * 4 >= body.length && cut.split(/\s+/).length > 3 ? cut : body).trim()
}
