import type { TranscriptMessage } from '../../domain/language.ts'
import { isCapitalized } from './speaker-labels.ts'
import { joinMessages, sentRest, type TranscriptLine } from './transcript-messages.ts'

/** Removes what recorders and terminals put around the words of a transcript. */

const cueTime = /^\s*(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s+-->\s/
const clockAlone = /^\s*(?:\[|\()?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?(?:\]|\))?\s*$/
const voice = /^<v(?:\.[\w.]{1,40})? ([^<>]{1,60})>/

/**
 * The lines without the numbers and times of subtitles (WebVTT, SRT), whose voice tags become labels, and with a time
 * below a name moved beside it.
 */
export function withoutFrames(lines: readonly TranscriptLine[]): TranscriptLine[] {
  const isSubtitle = lines.some(({ shown }) => cueTime.test(shown))
  const kept = isSubtitle ? lines.filter(({ shown }, at) => !isFrame(shown, lines[at + 1]?.shown)).map(spoken) : lines
  const joined: TranscriptLine[] = []
  for (const line of kept) {
    const previous = joined.at(-1)?.shown.trim() ?? ''
    if (clockAlone.test(line.shown) && isName(previous)) {
      const label = `${previous}  ${line.shown.trim()}`
      joined[joined.length - 1] = { shown: label, sent: label, end: line.end }
    } else joined.push(line)
  }
  return joined
}

/** A number right above a time, a time, or the head of the file. */
const isFrame = (line: string, next = '') =>
  cueTime.test(line) || /^\uFEFF?WEBVTT\b/.test(line) || (/^\s*\d{1,6}\s*$/.test(line) && cueTime.test(next))

const closingVoice = /<\/v>\s*$/

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

const isName = (line: string) => line.length <= 40 && /^\p{Lu}[^\d:.,;!?]*$/u.test(line) && isCapitalized(line)

const question = /^(?:>|\u276F)\s+(?=\S)/
const answer = /^[\u23FA\u25CF]\s+/
/** A tool call, or its result. */
const toolUse = /^[\u23FA\u25CF]\s+[A-Z]\w*(?:\s\w+)?\(|^\s*\u23BF/

/** The messages of a terminal session: questions after `>`, answers after a dot. */
export function readMarks(lines: readonly TranscriptLine[]): TranscriptMessage[] | undefined {
  if (!lines.some(({ shown }) => question.test(shown)) || !lines.some(({ shown }) => shown.startsWith('\u23FA')))
    return undefined
  return joinMessages(lines, (at) => {
    const line = lines[at]!.shown
    if (toolUse.test(line)) return 'end'
    const asked = question.exec(line)?.[0]
    const answered = answer.exec(line)?.[0]
    if (asked !== undefined) return { role: 'user', rest: line.slice(asked.length) }
    return answered === undefined ? undefined : { role: 'assistant', rest: line.slice(answered.length) }
  })
}

const sessionHeading = /^_\*\*(User|Human|Assistant|Agent)\b([^*\n]{0,120})\*\*_\s*$/
const rule = /^\s*-{3,}\s*$/
const maxHeading = 200

/**
 * The messages of a saved session with a coding agent: `_**User (2026-01-31 09:00)**_` above the words, `_**Assistant**_`
 * or `_**Agent (model …)**_` above the answer, and a rule after each.
 */
export function readSession(lines: readonly TranscriptLine[]): TranscriptMessage[] | undefined {
  const headings = lines.map(({ shown }) => sessionHeading.exec(shown.slice(0, maxHeading)))
  if (!headings.some((heading) => heading)) return undefined
  const endsAt = (at: number) => {
    let next = at + 1
    while (lines[next]?.shown.trim() === '') next++
    return next === lines.length || Boolean(headings[next])
  }
  return joinMessages(lines, (at) => {
    const [, who, more = ''] = headings[at] ?? []
    if (who === undefined) return rule.test(lines[at]!.shown) && endsAt(at) ? 'end' : undefined
    // A question of one agent to another stands under the person's heading.
    const isPerson = (who === 'User' || who === 'Human') && !more.includes('sidechain')
    return { role: isPerson ? 'user' : 'assistant', rest: '' }
  })
}

const turnStart = /^\s*<\|im_start\|>\s*(\w+)(?:\s+name=\S+)?\s*$/
const turnEnd = /<\|im_end\|>\s*$/

/** The messages between the marks of ChatML, `<|im_start|>user` and `<|im_end|>`; instructions and tools are nobody's. */
export function readChatMl(lines: readonly TranscriptLine[]): TranscriptMessage[] | undefined {
  if (!lines.some(({ shown }) => turnStart.test(shown))) return undefined
  // The end mark gets a line of its own, since words may stand before it.
  const separate = lines.flatMap((line) => {
    if (!turnEnd.test(line.shown)) return [line]
    const withoutMark = (text: string) => text.replace(turnEnd, '')
    return [
      { ...line, shown: withoutMark(line.shown), sent: withoutMark(line.sent) },
      { shown: '<|im_end|>', sent: '', end: '' },
    ]
  })
  return joinMessages(separate, (at) => {
    const { shown } = separate[at]!
    const role = turnStart.exec(shown)?.[1]
    if (role === undefined) return turnEnd.test(shown) ? 'end' : undefined
    return role === 'user' || role === 'assistant' ? { role, rest: '' } : 'end'
  })
}
