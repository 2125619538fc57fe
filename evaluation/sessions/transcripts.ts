import { typedInEditor, typedText } from './typed-text.ts'

type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const parse = (line: string): Json => {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/**
 * Texts of a transcript that a person may have typed, in order. Labels choose among them by hash, so more are returned
 * than people typed: the readers of `sessions` decide that, these only rebuild what was labeled.
 */
export function textsOf(transcript: string): string[] {
  if (/^_\*\*User/m.test(transcript)) return editorTexts(transcript)
  const document = /^\s*\{\s*"(?:info|sessionId|messages)"\s*:/.test(transcript) ? parse(transcript) : {}
  if (Array.isArray(document.messages)) return objectsIn(document.messages).map(documentText)
  return transcript.split('\n').flatMap((line) => (line.includes('user') ? lineTexts(parse(line)) : []))
}

/** One message of a document by OpenCode (`parts`) or Gemini (`content`). */
const documentText = (message: Json): string => {
  const parts = message.info ? objectsIn(message.parts).filter(({ synthetic, ignored }) => !synthetic && !ignored) : []
  if (message.info) return typedText(parts.map(({ text }) => text ?? '').join('\n'))
  if (typeof message.content === 'string') return typedText(message.content)
  return typedText(
    objectsIn(message.content)
      .map(({ text }) => text ?? '')
      .join('\n'),
  )
}

/** One line by Codex or Copilot (`payload`, `data`) or Claude Code (`message`). */
function lineTexts(line: Json): string[] {
  const inner = [line.payload, line.data].find(isObject)
  const single = inner?.message ?? inner?.content
  if (typeof single === 'string') return [typedText(single)]
  const content = isObject(line.message) ? line.message.content : undefined
  if (typeof content === 'string') return [typedText(content)]
  const blocks = objectsIn(content).flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [typedText(text)] : [],
  )
  const filled = blocks.filter((text) => text !== '')
  // An editor's block may stand beside the person's, which was then labeled without it.
  return [...blocks, filled.join('\n'), filled.slice(1).join('\n'), filled.slice(0, -1).join('\n')]
}

/** The chats that SpecStory exports as Markdown. */
function editorTexts(transcript: string): string[] {
  const messages = transcript
    .replace(/\r\n/g, '\n')
    .split(/^(?=_\*\*(?:User|Assistant|Agent|Claude|Copilot)[^*\n]*\*\*_\s*$)/m)
  return messages.flatMap((message) => {
    if (!message.startsWith('_**User')) return []
    const body = message.slice(message.indexOf('\n') + 1).replace(/^<!--\s*[\w ]+? Session [\s\S]*$/m, '')
    return [
      typedInEditor(
        body
          .replace(/\n---\s*$/, '')
          .trim()
          .replace(/\n---\s*$/, ''),
      ),
    ]
  })
}
