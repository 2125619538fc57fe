import type { TranscriptMessage } from '#core/domain/language.ts'
import { speakerKey } from './speaker-keys.ts'
import { assistantNames, humanNames } from './speaker-words.ts'
import { joinMessages, type TranscriptLine } from './transcript-messages.ts'

/** Chats between the marks that language models are trained with: ChatML, Llama, Gemma, Phi, Harmony, or tags. */

const opening = String.raw`<\|(?:im_start|start_header_id|start)\|>\s*([\w-]+)(?:\s+(?:name|to)=\S+)?(?:<\|end_header_id\|>|(?:<\|channel\|>(\w+)(?!\w)[^<]*)?<\|message\|>)?|<start_of_turn>(\w+)|<\|(system|user|assistant|tool|observation)\|>|^\s*<(system|user|human|assistant|ai|bot)>`
const instruction = String.raw`(<<\/SYS>>|\[INST\])|(\[\/INST\])`
const closing = String.raw`<\|(?:im_end|eot_id|eom_id|end|endoftext|end_of_text|begin_of_text|return|call)\|>|<end_of_turn>|<\/?s>|<[be]os>|<<SYS>>|<\/(?:system|user|human|assistant|ai|bot)>\s*$`
const anyMark = new RegExp(`${opening}|${instruction}|${closing}`, 'g')
const atStart = new RegExp(String.raw`^\s*(?:${opening}|\[INST\]|<s>|<bos>|<\|begin_of_text\|>)`)

interface Piece extends TranscriptLine {
  /** The role that a mark opens, `end` for one that closes, undefined for words. */
  mark?: string
}

/** Undefined for a text that does not begin with a mark. Instructions, tools and thoughts are nobody's. */
export function readModelMarks(lines: readonly TranscriptLine[], agentName: string): TranscriptMessage[] | undefined {
  const first = lines.find(({ shown }) => shown.trim() !== '')
  if (!first || !atStart.test(first.shown)) return undefined
  const pieces = lines.flatMap(piecesOf)
  const agent = speakerKey(agentName)
  return joinMessages(pieces, (at) => {
    const { mark } = pieces[at]!
    if (mark === undefined) return undefined
    const key = speakerKey(mark)
    if (key === agent || assistantNames.has(key)) return { role: 'assistant', rest: '' }
    return humanNames.has(key) ? { role: 'user', rest: '' } : 'end'
  })
}

function piecesOf(line: TranscriptLine): Piece[] {
  const marks = [...line.shown.matchAll(anyMark)]
  if (marks.length === 0) return [line]
  const shown = wordsBetween(line.shown)
  const sent = wordsBetween(line.sent)
  const words = (at: number): Piece => ({
    shown: shown[at]!,
    sent: sent.length === shown.length ? sent[at]! : shown[at]!,
    end: at === marks.length ? line.end : '',
  })
  return [
    words(0),
    ...marks.flatMap((mark, at): Piece[] => [{ shown: '', sent: '', end: '', mark: roleOf(mark) }, words(at + 1)]),
  ]
}

function wordsBetween(text: string): string[] {
  const words: string[] = []
  let from = 0
  for (const { 0: mark, index } of text.matchAll(anyMark)) {
    words.push(text.slice(from, index))
    from = index + mark.length
  }
  return [...words, text.slice(from)].map((each, at) => (at === 0 ? each : each.replace(/^ /, '')))
}

function roleOf([, chat, channel, turn, tag, element, asked, answered]: RegExpExecArray): string {
  if (asked !== undefined) return 'user'
  if (answered !== undefined) return 'assistant'
  // Harmony keeps thoughts and tool calls in channels of their own.
  if (channel !== undefined && channel !== 'final') return 'end'
  return chat ?? turn ?? tag ?? element ?? 'end'
}
