import type { Tasks } from '#core/base/task-runner.ts'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import { normalized } from '#core/domain/text/combining-marks.ts'
import { type CleanMessage, cleanMessage, type SpokenMessage } from '#core/domain/text/conversation-text.ts'
import { sanitize, sanitizeTitle } from '#core/domain/text/untrusted-text.ts'

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
  title: normalized(sanitizeTitle(title) ?? '') || null,
  author: author && normalized(sanitize(author)),
  content: normalized(sanitize(content)),
})

/** Removes control characters, NUL among them, and lone surrogates: no database accepts them and no id needs them. */
const storable = (text: string) => text.replace(/\p{Cc}/gu, '').toWellFormed()
