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
   * Signs that ordinary text has too: `<Name>`, a line of a list, an indented one, a name in small letters alone behind a
   * time, and anything before a colon that is not written like a name.
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
const headed = /^(?:#{1,6} {1,3}([^\n#*]{1,60}?)|\*\*([^\n*:]{1,40})\*\*|__([^\n_:]{1,40})__)\s*:?\s*$/
const headedTime = new RegExp(String.raw`\s*${stamp}$`, 'iu')

/** Some recorders write the time behind the colon. */
const timeAlone = new RegExp(String.raw`^\s*\[${time}\]\s*$`, 'iu')

/** The maximum length of a label, in characters. */
const maxLabelLine = 300

/** The label at the beginning of a line, for any name; undefined if the line has none. */
export function readLabel(line: string): SpeakerLabel | undefined {
  const text = line.slice(0, maxLabelLine).trimStart()
  const indent = Math.min(line.length, maxLabelLine) - text.length
  // A time has digits; most lines have none, and searching for times is the most expensive step.
  const mayHaveTime = /\p{Nd}/u.test(text)
  const isShort = line.length < maxLabelLine
  const own = mayHaveTime && isShort ? ownLine.exec(text) : null
  if (own) return labelOf(withAddition(own[1]!, own[2]), '', true)
  const before = (mayHaveTime && leading.exec(text)?.[0].length) || 0
  const named = text.slice(before)
  const rest = (found: RegExpExecArray) => line.slice(indent + before + found[0].length)
  const inBrackets = bracketed.exec(named)
  if (inBrackets) return labelOf((inBrackets[1] ?? inBrackets[2])!, rest(inBrackets), before > 0, 'brackets')
  const found = inline.exec(named)
  if (found) {
    const [, item, level, stars, written, more, after] = found
    const timed = before > 0 || after !== undefined
    const sign = item ? 'list' : level ? 'heading' : stars ? 'bold' : /^\t| {4}/.test(line) ? 'indented' : undefined
    const label = labelOf(withAddition(written!, more), rest(found), timed, sign)
    if (label) return label
  }
  const alone = before > 0 && isShort && nameAlone.test(named) ? named.trim() : ''
  if (alone !== '' && isCapitalized(alone)) return labelOf(alone, '', true)
  // Behind a dash it is a notice of a messenger.
  if (alone !== '' && /[\])]\s*$/.test(text.slice(0, before))) return labelOf(alone, '', true, 'alone')
  const head = headed.exec(text)
  if (head && isShort) {
    const title = head[1] ?? head[2] ?? head[3] ?? ''
    const named = mayHaveTime ? title.replace(headedTime, '') : title
    return named.includes(':') ? undefined : labelOf(named, '', false, 'heading')
  }
  const square = squareBracketed.exec(named)
  if (square) return labelOf(square[1]!, rest(square), before > 0 || square[2] !== undefined, 'brackets')
  const any = loose.exec(named.slice(0, maxLoose + 2))
  if (!any || !/[\p{L}\p{Nd}\p{Extended_Pictographic}]/u.test(any[1]!) || /^[>|#`-]|:\/\/|^\[[ x]\]/.test(named))
    return undefined
  return { ...cleanedName(any[1]!, before > 0), rest: rest(any), timed: before > 0, sign: 'loose' }
}

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
