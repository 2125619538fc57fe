import { topicOf } from './opposites.ts'
import { abstract } from './word-families/abstract.ts'
import { common } from './word-families/common.ts'
import { doing } from './word-families/doing.ts'
import { german } from './word-families/german.ts'
import { life } from './word-families/life.ts'
import { making } from './word-families/making.ts'
import { people } from './word-families/people.ts'
import { thinking } from './word-families/thinking.ts'

/**
 * The topics of a statement as families of words: "no jargon with relatives" and "plain words for families" name two of
 * them each and share no word. A family holds words that people use interchangeably when they speak of one thing, with
 * opposites and other languages; `mayBeSame` distinguishes what is said about it.
 */

/** A word that is in no family and not common names something specific. */
const unknownWeight = 1
/** The number of leading letters that two forms of a word outside all families share. */
const beginning = 6
const familyWeight = 1
const faintWeight = 0.5

interface Family {
  name: string
  weight: number
}

/** Families by words and by how words begin. */
interface Vocabulary {
  words: Map<string, Family>
  beginnings: Map<string, Family>
}

const vocabulary: Vocabulary = { words: new Map(), beginnings: new Map() }
/** Words for German statements only, looked up first there: "Rest" and "Firma" have other meanings elsewhere. */
const germanVocabulary: Vocabulary = { words: new Map(), beginnings: new Map() }
/** Phrases for one topic, keyed by their words with spaces between. */
const phrases = new Map<string, Family>()
const phraseStarts = new Set<string>()
const hanWords = new Map<string, Family>()
let longestPhrase = 1
let longestBeginning = 1
let longestHan = 1

/** The lists contain letters of other scripts first; a regular expression would take most of the loading time. */
const firstHan = 0x3400

/** Expands contractions: "don't" is "do not", and "I'm off" loses its verb. */
const plain = (text: string) => text.replace(/n't\b/g, ' not').replace(/'\p{L}{1,2}(?!\p{L})/gu, '')

function learn(lines: string, { words, beginnings }: Vocabulary): void {
  for (const line of lines.trim().split('\n')) {
    const [first, ...others] = line.trim().split(/\s+/)
    const isFaint = first!.startsWith('~')
    const name = first!.replace(/^~/, '').replace(/\*$/, '')
    const family = { name: `family ${name}`, weight: isFaint ? faintWeight : familyWeight }
    for (const entry of [first!.replace(/^~/, ''), ...others]) {
      const add = (map: Map<string, Family>, key: string) => {
        if (!map.has(key)) map.set(key, family)
      }
      if (entry.charCodeAt(0) >= firstHan) {
        add(hanWords, entry)
        longestHan = Math.max(longestHan, entry.length)
      } else if (/[-':/\d]/.test(entry)) {
        const parts = (entry.includes("'") ? plain(entry) : entry).replace('*', '').split(/[-':/ ]+/)
        add(phrases, parts.join(' '))
        phraseStarts.add(parts[0]!)
        longestPhrase = Math.max(longestPhrase, parts.length)
      } else if (entry.endsWith('*')) {
        add(beginnings, entry.slice(0, -1))
        longestBeginning = Math.max(longestBeginning, entry.length - 1)
      } else add(words, entry)
    }
  }
}
const commonWords = new Set<string>()
const commonTopics = new Set<string>()

/** Loaded at the first statement: a thread that only serves requests starts without it. */
function learnOnce(): void {
  if (commonWords.size > 0) return
  for (const word of common.trim().split(/\s+/)) {
    commonWords.add(word)
    const topic = topicOf(word)
    if (topic !== undefined) commonTopics.add(topic)
  }
  learn(`${thinking}${making}${people}${life}${doing}${abstract}`, vocabulary)
  learn(german, germanVocabulary)
}

const least = 3
/** The minimum number of letters in each half of a compound. */
const half = 4
/** The maximum length of a compound: its halves may meet at any letter. */
const longestCompound = 60
/** The number of letters by which a form may be longer than the entry of its family. */
const ending = 2

/** The family of a word, as a whole or by its beginning, and the number of matching letters. */
function familyOf(word: string, known: readonly Vocabulary[]): { family: Family; letters: number } | undefined {
  const whole = wholeOf(word, known)
  if (whole) return { family: whole, letters: word.length }
  for (let letters = Math.min(word.length, longestBeginning); letters >= least; letters--) {
    const start = word.slice(0, letters)
    for (const { beginnings } of known) {
      const family = beginnings.get(start)
      if (family) return { family, letters }
    }
  }
  return undefined
}

function wholeOf(word: string, known: readonly Vocabulary[]): Family | undefined {
  for (const { words } of known) {
    const family = words.get(word)
    if (family) return family
  }
  return undefined
}

const inGerman = [germanVocabulary, vocabulary]
const elsewhere = [vocabulary]

/** Signs of a German statement; only there are prefixes and endings of German words removed. */
const germanWords =
  /[äöß]|(?<!\p{L})(?:ich|wir|mir|mich|uns|dich|sich|und|nicht|kein\p{L}{0,2}|ist|sind|wird|habe?|der|das|dem|den|dass|mit|auf|für|bei|beim|zum|zur|vom|im|wenn|wer|wie|erst|immer|nie|niemals|niemand|eine?[nmrs]?|mein\p{L}{0,2}|dein\p{L}{0,2}|unser\p{L}{0,2}|nur|noch|auch|schon|lieber|gern|etwas|nichts|von|zu|vor|ohne|aus|oder|muss|bevor|statt|jede[nmrs]?|alle[ns]?|werden|kann|macht?|geht|kommt|bleibt|sagt)(?!\p{L})/u
/** "Abgeschliffen", "nachzumessen": prefixes before the stem of a verb. */
const germanPrefix =
  /^(?:(?:zurück|zusammen|weiter|wieder|heraus|herum|herein|hinein|hinaus|raus|rein|rum|vorbei|durch|unter|über|nach|fest|auf|aus|vor|weg|los|mit|hin|her|ein|ab|an|um)(?:ge|zu)?|ge(?=\p{L}+(?:t|en)$))(?=\p{L}{4})/u
const germanEnding = /(?<=\p{L}{4})(?:ungen|ung|heit|keit|lich\p{L}{0,2}|end\p{L}{0,2}|t|te|ten)$/u

/** The stem of a German word that is in no family: "abgeschliffen" as "schliff", "kratzt" as "kratz". */
const germanStem = (word: string) => word.replace(germanPrefix, '').replace(germanEnding, '')

/** The families of a word; German has compounds: "Rollbackplan", "Kundentermine". */
function familiesOf(word: string, known: readonly Vocabulary[]): Family[] {
  const head = familyOf(word, known)
  if (head && word.length - head.letters < half) return [head.family]
  if (word.length > longestCompound) return head ? [head.family] : []
  for (let at = half; at <= word.length - half; at++) {
    const first = wholeOf(word.slice(0, at), known)
    if (!first && !(known === inGerman && mayStandBefore(word, at))) continue
    const tail = tailOf(word.slice(at), known)
    if (!tail) continue
    const other = first ?? head?.family
    return other && other !== tail ? [other, tail] : [tail]
  }
  return head ? [head.family] : []
}

/** Whether a German word may be split at a letter although its first half is in no family: "nachfragen", not "verh-alten". */
const mayStandBefore = (word: string, at: number) =>
  at > half || commonWords.has(word.slice(0, at)) || germanPrefix.exec(word)?.[0].length === at

/** Words that end others with an unrelated meaning: "politisch", "hilfreich", "interessieren". */
const notTails = new Set(
  'tisch tische tischen reich reiche reichen essen tier tiere tieren fisch fische nein eile eilen lieder'.split(' '),
)

/** The family of the second half of a compound; words of other languages often end German ones ("aktu-ellen"). */
function tailOf(tail: string, known: readonly Vocabulary[]): Family | undefined {
  if (commonWords.has(tail) || notTails.has(tail)) return undefined
  const whole = wholeOf(tail, tail.length > half ? known : known.slice(0, 1))
  if (whole) return whole
  if (known !== inGerman) return undefined
  for (let letters = tail.length - 1; letters >= Math.max(half, tail.length - ending); letters--) {
    const family = germanVocabulary.beginnings.get(tail.slice(0, letters))
    if (family) return family
  }
  return undefined
}

/** Topics of a statement with their weights: the more specific, the higher. */
export function weightedTopics(statement: string): Map<string, number> {
  learnOnce()
  const topics = new Map<string, number>()
  const add = (topic: string, weight: number) => topics.set(topic, Math.max(weight, topics.get(topic) ?? 0))
  const text = plain(statement.toLowerCase().replace(/[\u2018\u2019]/g, "'"))
  for (const run of text.match(/\p{Script=Han}+/gu) ?? []) readHan(run, add)
  const found = text.match(/(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []
  const isGerman = germanWords.test(text)
  const known = isGerman ? inGerman : elsewhere
  let phraseEnd = 0
  let most = familyWeight
  for (let at = 0; at < found.length; at++) {
    const word = found[at]!
    if (at >= phraseEnd && phraseStarts.has(word)) {
      const phrase = phraseAt(found, at)
      if (phrase) {
        add(phrase.family.name, phrase.family.weight)
        phraseEnd = at + phrase.size
        most = phrase.family.weight
      }
    }
    if (commonWords.has(word)) continue
    const families = familiesOf(word, known)
    const isPart = at < phraseEnd
    if (!isPart || isGerman)
      for (const { name, weight } of families) add(name, isPart ? Math.min(most, weight) : weight)
    if (isPart) continue
    const topic = topicOf(isGerman ? germanStem(word) : word)
    if (families.length === 0 && topic !== undefined && topic.length > 1 && !commonTopics.has(topic))
      add(topic.startsWith('scale ') ? topic : topic.slice(0, beginning), unknownWeight)
  }
  return topics
}

/**
 * The longest phrase that begins at a word. Its words have no other topic then, except in German, where phrases are
 * verbs with their complements: "gebe Fehler zu" is about mistakes too.
 */
function phraseAt(found: readonly string[], at: number): { family: Family; size: number } | undefined {
  for (let size = Math.min(longestPhrase, found.length - at); size > 1; size--) {
    const family = phrases.get(found.slice(at, at + size).join(' '))
    if (family) return { family, size }
  }
  return undefined
}

/** Characters that occur in every sentence. */
const grammar = new Set(
  '我你他她它们的了是不在有这那就也都很和要会没把被给让着过得地个一两几再又还只才最更太啊呀嘛呢吧吗哦啦呗与或而但所以因为如果先前后上下里外里去来到能可想说看做用写等以前次天么什怎样谁哪自己人家点些别定反正',
)

function readHan(run: string, add: (topic: string, weight: number) => void): void {
  for (let at = 0; at < run.length; ) {
    let size = Math.min(longestHan, run.length - at)
    while (size > 1 && !hanWords.has(run.slice(at, at + size))) size--
    const word = run.slice(at, at + size)
    const family = hanWords.get(word)
    if (family) add(family.name, family.weight)
    else if (!commonWords.has(word) && !grammar.has(word)) add(word, faintWeight)
    at += size
  }
}
