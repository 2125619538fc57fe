import { truncate } from '../../base/strings.ts'
import type { Passage } from './markdown.ts'

const maxQuoteLength = 2000

/** The lines of a passage that contain a part of its sentences, as written; all of its lines if the part is not found. */
export function quoteOf(part: string | undefined, { text, written }: Passage): string {
  const lines = text.split('\n')
  const start = part === undefined ? -1 : text.replace(/\s/g, ' ').indexOf(part)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length - 1
  const found =
    start < 0 || lines.length !== written.length
      ? written
      : written.slice(lineAt(start), lineAt(start + part!.length) + 1)
  return truncate(found.join('\n').trim(), maxQuoteLength)
}
