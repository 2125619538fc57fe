import { parseObject, textAt } from '../json.ts'
import { fileChunks, forEachLine } from '../lines.ts'

/** `history.jsonl` of Claude Code: prompts as they were typed, in which a number stands for each pasted passage. */

const placeholder = /\[(?:Pasted text|Image) #\d+(?: \+\d+ lines)?\]/

/** Prompts with pasted passages, by session. */
export async function readPastedPrompts(path: string): Promise<Map<string, string[]>> {
  const prompts = new Map<string, string[]>()
  const readLine = (line: Buffer): void => {
    if (!line.includes('[Pasted text #')) return
    const entry = parseObject(line)
    const [session, display] = [textAt(entry, 'sessionId'), textAt(entry, 'display')]
    if (session === undefined || display === undefined || !placeholder.test(display)) return
    prompts.set(session, [...(prompts.get(session) ?? []), display])
  }
  const transcript = { path, modifiedAt: new Date(0), chunks: () => fileChunks(path) }
  // Without the file, or without permission, pastes are recognized by their shape alone.
  await forEachLine(transcript, readLine, () => {}).catch(() => {})
  return prompts
}

/** The message without what the person pasted into it, according to the prompts of its session. */
export function typedPart(message: string, prompts: string[]): string {
  for (const prompt of prompts) {
    const typed = prompt.split(new RegExp(placeholder, 'g')).map((part) => part.trim())
    if (isWrittenAround(message.trim(), typed)) return typed.filter((part) => part !== '').join('\n')
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
