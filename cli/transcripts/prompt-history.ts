import { cutMark } from '#reader/transcripts/cut-mark.ts'
import { type JsonObject, parseObject } from './json.ts'
import { fileTranscript, forEachLine } from './lines.ts'

/**
 * Prompts as they were typed, in which a number stands for each pasted passage: the histories
 * that tools keep to repeat a prompt.
 */

const placeholder =
  /\[(?:\.{3})?(?:Pasted text|Truncated text|Image) #\d+(?: \+\d+ lines)?(?:\.{3})?\]|\[Pasted ~\d+ lines\]/

/** The entries of a history with one JSON object a line; none without the file. */
export async function readHistory(path: string): Promise<JsonObject[]> {
  const entries: JsonObject[] = []
  const readLine = (line: Buffer) => {
    const entry = parseObject(line)
    if (entry) entries.push(entry)
  }
  await forEachLine(fileTranscript(path, new Date(0)), readLine, () => {}).catch(() => {})
  return entries
}

export const hasPaste = (prompt: string): boolean => placeholder.test(prompt)

/** The message with a mark for each passage that the person pasted into it, according to the prompts of its session. */
export function typedPart(message: string, prompts: string[]): string {
  for (const prompt of prompts) {
    const typed = prompt.split(new RegExp(placeholder, 'g')).map((part) => part.trim())
    if (typed.length > 1 && isWrittenAround(message.trim(), typed)) return typed.join(`\n${cutMark}\n`)
  }
  return message
}

/** Whether the message is the typed parts, in their order, with other text in between. */
function isWrittenAround(message: string, typed: string[]): boolean {
  if (!message.startsWith(typed[0]!) || !message.endsWith(typed.at(-1)!)) return false
  let offset = 0
  for (const part of typed) {
    const found = message.indexOf(part, offset)
    if (found < 0) return false
    offset = found + part.length
  }
  return true
}
