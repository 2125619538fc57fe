import type { NamedRule } from '../named-rules.ts'
import { phoneNumber, speakerKey } from './speaker-keys.ts'
import { isCapitalized } from './speaker-words.ts'
import { dateAndTime, stamp, time } from './time-stamps.ts'

/** Recognizes speaker labels in transcripts: names, times and markers before the words, or on a line of their own. */

export interface SpeakerLabel {
  /** The name as compared: lower case, without markers. */
  key: string
  /** The name as written in the text. */
  name: string
  /** The rest of the line after the label; empty for a label on a line of its own. */
  rest: string
  /** Whether a time beside the name proves that it is a speaker's. */
  timed: boolean
  /**
   * Signs that ordinary text has too: `<Name>`, a line of a list, an indented one, a name in small letters alone behind
   * a time, and anything before a colon that is not written like a name.
   */
  sign?: 'brackets' | 'list' | 'bold' | 'heading' | 'indented' | 'alone' | 'loose'
}

const mark = '[*_]{0,3}'
const name = String.raw`[^\s:\uff1a*_<>[\](){}|#"\x60](?:[^:\uff1a\n*<>[\](){}|"\x60]{0,58}?[^\s:\uff1a*_<>[\](){}|"\x60])?`
/** `(she/her)` and `(AI)` say what somebody is, and `(Acme)` who it is. */
const addition = String.raw`(?:\s?([(\uff08](?!${time}[)\uff09])[^()\uff08\uff09\n]{1,40}[)\uff09]))?`
const role =
  /^[(\uff08](?:AI|bot|human|agent|assistant|user|host|guest|me|(?:he|she|they|it|er|sie|xe|ze)\/[\p{L}/]{2,15})[)\uff09]$/iu

const leading = new RegExp(String.raw`^${stamp}(?:\s{1,3}[-\u2013\u2014|]\s|,\s|\s{0,3}-?>?\s{0,2})(?=\S)`, 'iu')
const inline = new RegExp(
  String.raw`^(?:([-*\u2022] |\d{1,4}[.)] )|(#{1,6} ))?(${mark})[@[]?(${name})\]?${addition}${mark}(?:,?\s{1,3}(?:at\s)?(${stamp}))?${mark}\s?(?:\uff1a${mark}|:${mark}(?:\s|$))`,
  'iu',
)
/** Up to eight words before a colon. */
const loose =
  /^[*_]{0,3}((?:[^:\uff1a\s]|:(?=[^\s/]))+(?: (?:[^:\uff1a\s]|:(?=[^\s/]))+){0,7}?)[*_]{0,3}\s?(?:\uff1a[*_]{0,3}|:[*_]{0,3}(?:\s|$))/u
const maxLoose = 60
/** `[10:32] Ada`, with the words below. */
const nameAlone = /^[^\s:*_<>[\](){}|#"`.,;!?]+(?: [^\s:*_<>[\](){}|#"`.,;!?]+){0,2}\s*$/
/** Placeholders of messengers for pictures, and the sentence about encryption that begins a chat. */
const omitted =
  /^\s*<?(?:media|image|video|audio|sticker|gif|document|contact card) omitted>?\s*$|^\s*<(?:Medien ausgeschlossen|Multimedia omitido|Médias? omis|Mídia oculta|Media omessi|Media weggelaten|Без медиафайлов|Файл пропущен|メディアは含まれていません|미디어 파일이 생략됨|省略多媒体文件)>\s*$|^\s*(?:Bild|Video|Audio|Sticker|GIF|Dokument) weggelassen\s*$|^\s*(?:imagen|Video|audio|sticker|GIF|documento) omitid[ao]\s*$|^\s*(?:image|vidéo|audio|sticker|GIF|document) (?:absente?|omis)\s*$|^\s*(?:Messages and calls are end-to-end encrypted|Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt)\b/iu
const notice = new RegExp(String.raw`^(?:\[${time}\]|${dateAndTime}\s{1,3}[-\u2013\u2014])\s`, 'iu')
const bracketed = /^(?:<[ @+%~&]?([^<>\n]{1,40})>|\[(speaker[ _-]?\d{1,3})\])\s/i
/** `[Ada] hello`: no link and no task. */
const squareBracketed = new RegExp(String.raw`^\[([^[\]\n:]{2,40})\] (\[${time}\] )?(?=\S)`, 'iu')
const ownLine = new RegExp(
  String.raw`^${mark}[@[]?(${name})\]?${addition}${mark}(?:\s{1,3}(?:APP|BOT))?(?:,?\s{1,6}|\s[\u2013\u2014|\u00b7-]\s)${stamp}(?:\s\(edited\))?:?${mark}\s*$`,
  'iu',
)
const headed = /^(?:#{1,6} {1,3}([^\n#*]{1,60})|\*\*([^\n*:]{1,40})\*\*|__([^\n_:]{1,40})__)$/
const withoutColon = (text: string) => (text.endsWith(':') ? text.slice(0, -1).trimEnd() : text)
const headedTime = new RegExp(String.raw`\s*${stamp}$`, 'iu')

/** Some recorders write the time behind the colon. */
const timeAlone = new RegExp(String.raw`^\s*\[${time}\]\s*$`, 'iu')

/** The maximum length of a label, in characters. */
const maxLabelLine = 300

/** A line as the rules for labels see it. */
interface LabelLine {
  line: string
  text: string
  /** The text behind a time that leads it. */
  named: string
  before: number
  mayHaveTime: boolean
  isShort: boolean
  rest(found: RegExpExecArray): string
}

function lineOf(line: string): LabelLine {
  const text = line.slice(0, maxLabelLine).trimStart()
  const indent = Math.min(line.length, maxLabelLine) - text.length
  // A time has digits; most lines have none, and searching for times is the most expensive step.
  const mayHaveTime = /\p{Nd}/u.test(text)
  const before = (mayHaveTime && leading.exec(text)?.[0].length) || 0
  const rest = (found: RegExpExecArray) => line.slice(indent + before + found[0].length)
  return { line, text, named: text.slice(before), before, mayHaveTime, isShort: line.length < maxLabelLine, rest }
}

interface LabelRule
  extends NamedRule<
    (found: RegExpExecArray, line: LabelLine) => SpeakerLabel | undefined,
    (line: LabelLine) => RegExpExecArray | null
  > {
  /** The next rules read what this one takes for no name. */
  orNext?: true
}

/** The forms of a label: the first that a line has decides, also that it has none. */
export const labelRules: readonly LabelRule[] = [
  {
    name: 'name and time alone',
    when: ({ text, mayHaveTime, isShort }) => (mayHaveTime && isShort ? ownLine.exec(text) : null),
    verdict: ([, name, more]) => labelOf(withAddition(name!, more), '', true),
    example: 'Ada Lovelace  10:32 AM',
  },
  {
    name: 'angle brackets',
    when: ({ named }) => bracketed.exec(named),
    verdict: (found, { before, rest }) => labelOf((found[1] ?? found[2])!, rest(found), before > 0, 'brackets'),
    example: '<Ada> Good morning',
  },
  {
    name: 'name and colon',
    when: ({ named }) => inline.exec(named),
    verdict: (found, { line, before, rest }) => {
      const [, item, level, stars, name, more, after] = found
      const sign = item ? 'list' : level ? 'heading' : stars ? 'bold' : /^\t| {4}/.test(line) ? 'indented' : undefined
      return labelOf(withAddition(name!, more), rest(found), before > 0 || after !== undefined, sign)
    },
    orNext: true,
    example: '**Ada (she/her):** Good morning',
  },
  {
    name: 'time, and a name in capitals alone',
    when: (line) => nameBehindTime(line, (name) => isCapitalized(name)),
    verdict: ([name]) => labelOf(name.trim(), '', true),
    example: '[10:32] Ada',
  },
  {
    // Behind a dash it is a notice of a messenger.
    name: 'time in brackets, and a name in small letters alone',
    when: (line) => nameBehindTime(line, () => /[\])]\s*$/.test(line.text.slice(0, line.before))),
    verdict: ([name]) => labelOf(name.trim(), '', true, 'alone'),
    example: '[10:32] ada',
  },
  {
    name: 'heading or bold line',
    when: ({ text, isShort }) => (isShort ? headed.exec(withoutColon(text.trimEnd())) : null),
    verdict: ([, heading, bold, underlined], { mayHaveTime }) => {
      const title = heading ?? bold ?? underlined ?? ''
      const name = mayHaveTime ? title.replace(headedTime, '') : title
      return name.includes(':') ? undefined : labelOf(name, '', false, 'heading')
    },
    example: '## Ada',
  },
  {
    name: 'square brackets',
    when: ({ named }) => squareBracketed.exec(named),
    verdict: (found, { before, rest }) =>
      labelOf(found[1]!, rest(found), before > 0 || found[2] !== undefined, 'brackets'),
    example: '[Ada] Good morning',
  },
  {
    name: 'a few words and a colon',
    when: ({ named }) => (/^[>|#`-]|:\/\/|^\[[ x]\]/.test(named) ? null : loose.exec(named.slice(0, maxLoose + 2))),
    verdict: (found, { before, rest }) =>
      /[\p{L}\p{Nd}\p{Extended_Pictographic}]/u.test(found[1]!)
        ? { ...cleanedName(found[1]!, before > 0), rest: rest(found), timed: before > 0, sign: 'loose' }
        : undefined,
    example: 'Kim Lee, PhD: Good morning',
  },
]

const nameBehindTime = ({ named, before, isShort }: LabelLine, suits: (name: string) => boolean) => {
  const found = before > 0 && isShort ? nameAlone.exec(named) : null
  return found && suits(found[0].trim()) ? found : null
}

/** The first rule that decides about a line, and its label. */
export function judgeLine(line: string): { rule: LabelRule; label: SpeakerLabel | undefined } | undefined {
  const shown = lineOf(line)
  for (const rule of labelRules) {
    const found = rule.when(shown)
    const label = found ? rule.verdict(found, shown) : undefined
    if (label || (found && !rule.orNext)) return { rule, label }
  }
  return undefined
}

/** The label at the beginning of a line, for any name; undefined if the line has none. */
export const readLabel = (line: string): SpeakerLabel | undefined => judgeLine(line)?.label

const withAddition = (name: string, addition = '') =>
  addition === '' || role.test(addition) ? name : `${name} ${addition}`

const cleanedName = (found: string, timed: boolean) => {
  const cleaned = (timed ? found.replace(/^from\s+(\S.*?)(?:\s+to\s.*)?$/i, '$1') : found)
    // Messengers mark a sender who is not a contact with a tilde.
    .replace(/^~\s?|\s+(?:said|says|wrote|commented|added a comment)$/gi, '')
    .trim()
  return { key: speakerKey(cleaned), name: cleaned }
}

const labelOf = (
  found: string,
  rest: string,
  timed: boolean,
  sign?: SpeakerLabel['sign'],
): SpeakerLabel | undefined => {
  const { key, name } = cleanedName(found, timed)
  if (!looksLikeName(name) && !(timed && lastNameFirst.test(name.replace(lastAddition, '')))) return undefined
  const words = omitted.test(rest) || timeAlone.test(rest) ? '' : rest.trimStart()
  return { key, name, rest: words, timed, ...(sign && { sign }) }
}

/** Whether the line is an event of the messenger: it has a date, or a time in brackets, and no speaker. */
export const isNotice = (line: string): boolean => {
  const text = line.slice(0, maxLabelLine).trimStart()
  return /^[\p{Nd}[(]/u.test(text) && notice.test(text)
}

/** One to four words, or a phone number; a sentence before a colon is not a name, nor is an address. */
const looksLikeName = (text: string) =>
  phoneNumber.test(text) || (/\p{L}/u.test(text) && text.split(/\s+/).length <= 4 && !/[.!?,;]\s|\/\//.test(text))

const lastAddition = / \([^()]*\)$/
const lastNameFirst = /^[\p{L}'’-]+, [\p{L}'’-]+(?: [\p{L}'’-]+\.?)?$/u
