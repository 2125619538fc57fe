import type { Tasks } from '../../base/task-runner.ts'
import type { NewContent } from '../../domain/sources/foreign-content.ts'
import { type CleanMessage, cleanMessage, type SpokenMessage } from '../../domain/text/conversation-text.ts'
import { sanitize, sanitizeTitle } from '../../domain/text/untrusted-text.ts'

export interface CleaningWork {
  messages: { input: SpokenMessage[]; output: CleanMessage[] }
  contents: { input: NewContent[]; output: NewContent[] }
  text: { input: string; output: string }
}

export const work: Tasks<CleaningWork> = {
  messages: (messages) => messages.map(cleanMessage),
  contents: (contents) => contents.map(cleanContent),
  text: sanitize,
}

const cleanContent = ({ external_id, url, title, author, content, ...rest }: NewContent): NewContent => ({
  ...rest,
  external_id: storable(external_id),
  url: url && storable(url),
  title: sanitizeTitle(title)?.normalize('NFC') ?? null,
  author: author && sanitize(author).normalize('NFC'),
  content: sanitize(content).normalize('NFC'),
})

/** Removes control characters, NUL among them, and lone surrogates: no database accepts them and no id needs them. */
const storable = (text: string) => text.replace(/\p{Cc}/gu, '').toWellFormed()
