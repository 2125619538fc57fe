import { readLabel } from './speaker-labels.ts'
import { isCapitalized } from './speaker-words.ts'
import { stamp } from './time-stamps.ts'
import { sentRest, type TranscriptLine } from './transcript-messages.ts'

/** Removes what recorders, messengers and Markdown put around the words of a transcript. */

const cueTime = /^\s*(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s+-->\s/
const voice = /^<v(?:\.[\w.]{1,40})? ([^<>]{1,60})>/
const stampAlone = new RegExp(String.raw`^\s*(?:(?:APP|BOT)\s)?(?:[\u2013\u2014]\s)?${stamp}\s*$`, 'iu')
const maxStamp = 60

/**
 * The lines without the numbers and times of subtitles (WebVTT, SRT), whose voice tags become labels, and with a time
 * below a name moved beside it. A quote, a code block or a table that is the whole text is what it holds.
 */
export function withoutFrames(lines: readonly TranscriptLine[]): TranscriptLine[] {
  const inner = withoutWrapper(lines)
  const isSubtitle = inner.some(({ shown }) => cueTime.test(shown))
  return withTimesBeside(isSubtitle ? subtitles(inner) : inner)
}

const isWritten = ({ shown }: TranscriptLine) => shown.trim() !== ''
const quoteMark = /^ {0,3}> ?/
const fence = /^ {0,3}(?:`{3,}|~{3,})\s*\w*$/
/** A bar behind an even number of backslashes, which separates two cells. */
const separator = /(?<=(?<!\\)(?:\\\\)*)\|/
const maxName = 60

function withoutWrapper(lines: readonly TranscriptLine[]): readonly TranscriptLine[] {
  const written = lines.filter(isWritten)
  const [first, last] = [written[0], written.at(-1)]
  if (!first || !last || written.length < 2) return lines
  if (written.every(({ shown }) => quoteMark.test(shown)))
    return lines.map(({ shown, sent, end }) => ({
      shown: shown.replace(quoteMark, ''),
      sent: sent.replace(quoteMark, ''),
      end,
    }))
  const fences = written.filter(({ shown }) => shown.length < maxStamp && fence.test(shown.trimEnd()))
  if (fences.length === 2 && fences[0] === first && fences[1] === last)
    return lines.filter((line) => line !== first && line !== last)
  return first.shown.trimStart().startsWith('|') ? tableRows(written) : lines
}

/** `| Ada | hello |` as `Ada: hello`, below the head of the table. */
function tableRows(written: readonly TranscriptLine[]): readonly TranscriptLine[] {
  const rows = written.map(({ shown }) => cellsOf(shown))
  if (!rows.every((cells) => cells) || !/^:?-+:?$/.test(rows[1]![0])) return written
  return rows.slice(2).map((cells, at) => {
    const [name, words] = cells!
    const line = `${name}: ${words.replaceAll('\\|', '|')}`
    return { shown: line, sent: line, end: written[at + 2]!.end }
  })
}

/** The two cells of a row; undefined for a line of any other form. */
function cellsOf(line: string): [name: string, words: string] | undefined {
  const [before, name, words, behind, ...more] = line.trim().split(separator)
  if (before !== '' || behind !== '' || more.length > 0 || !name || name.trim().length > maxName) return undefined
  return [name.trim(), words!.trim()]
}

const closingVoice = /<\/v>\s*$/

/** The spoken lines: without the head of the file, its notes, and the name and time of each cue. */
function subtitles(lines: readonly TranscriptLine[]): TranscriptLine[] {
  let inNote = false
  return lines
    .filter(({ shown }, at) => {
      const isAfterBlank = at === 0 || !isWritten(lines[at - 1]!)
      if (isAfterBlank) inNote = /^(?:\uFEFF?WEBVTT|NOTE|STYLE|REGION)\b/.test(shown)
      const isCueName = isAfterBlank && cueTime.test(lines[at + 1]?.shown ?? '')
      return !inNote && !isCueName && !cueTime.test(shown)
    })
    .map(spoken)
}

const spoken = (line: TranscriptLine): TranscriptLine => {
  const [tag = '', name] = voice.exec(line.shown) ?? []
  const label = name === undefined ? '' : `${name}: `
  const words = line.shown.slice(tag.length)
  return {
    shown: label + words.replace(closingVoice, ''),
    sent: label + sentRest(line, words).replace(closingVoice, ''),
    end: line.end,
  }
}

/**
 * Times on lines of their own are moved beside the name above or below them, and removed where the label is complete.
 */
function withTimesBeside(lines: readonly TranscriptLine[]): TranscriptLine[] {
  const isStamp = lines.map(({ shown }) => shown.length <= maxStamp && /\p{Nd}/u.test(shown) && stampAlone.test(shown))
  if (!isStamp.some(Boolean)) return [...lines]
  const isAbove = isStamp[lines.findIndex(isWritten)]!
  const nameAt = isStamp.map((stands, at) => (stands ? nextName(lines, at, isAbove ? 1 : -1) : -1))
  const counts = new Map<string, number>()
  for (const at of nameAt) if (at >= 0) counts.set(nameIn(lines[at]!), (counts.get(nameIn(lines[at]!)) ?? 0) + 1)
  const beside = new Map<number, string>()
  const removed = new Set<number>()
  for (const [at, name] of nameAt.entries()) {
    if (name < 0) {
      if (isStamp[at] && isAbove && startsLabel(lines, at)) removed.add(at)
      continue
    }
    const written = nameIn(lines[name]!)
    if (!isCapitalized(written) && counts.get(written)! < 2) continue
    beside.set(name, `${written}  ${lines[at]!.shown.replace(beforeStamp, '').trim()}`)
    // Teams repeats the message for those who do not see the screen: `Then we differ. by Ada`.
    if (lines[name - 1]?.shown.trimEnd().endsWith(` by ${written}`)) removed.add(name - 1)
    for (let between = Math.min(at, name); between <= Math.max(at, name); between++)
      if (between !== name) removed.add(between)
  }
  return lines.flatMap((line, at) => {
    const label = beside.get(at)
    if (label !== undefined) return [{ shown: label, sent: label, end: line.end === '' ? '\n' : line.end }]
    return removed.has(at) ? [] : [line]
  })
}

const beforeStamp = /^\s*(?:APP|BOT)?\s*[\u2013\u2014]?/
/** `APP` beside the names of programs, and a dash before a time. */
const besideName = /^(?:APP|BOT|[\u2013\u2014])$/
const nameLine = /^[^\d:.,;!?|#>*()[\]{}"][^:,;!?|#>*()[\]{}"]{0,39}$|^\+?\d[\d ().-]{6,20}\d$/

/** The line next to a time that can be a name: above it at once or behind `APP`, below it at once. */
function nextName(lines: readonly TranscriptLine[], at: number, step: 1 | -1): number {
  let next = at + step
  while (step < 0 && next >= 0 && besideName.test(lines[next]!.shown.trim())) next += step
  const line = lines[next]
  return line && nameLine.test(nameIn(line)) && nameIn(line).split(/\s+/).length <= 4 ? next : -1
}
const nameIn = ({ shown }: TranscriptLine) => (shown.length > maxStamp ? '' : shown.trim())

const startsLabel = (lines: readonly TranscriptLine[], at: number): boolean => {
  let next = at + 1
  while (next < lines.length && !isWritten(lines[next]!)) next++
  const label = next < lines.length ? readLabel(lines[next]!.shown) : undefined
  return label !== undefined && !label.timed
}
