import { memoizeOn } from '#core/base/memoize-on.ts'
import { truncate } from '#core/base/strings.ts'
import type { Passage } from './markdown.ts'

const maxQuoteLength = 2000

const quoteOfLines = (lines: readonly string[]) => truncate(lines.join('\n').trim(), maxQuoteLength)

/** A paragraph may have thousands of sentences, each with a quote; its lines are found once. */
const linesOf = memoizeOn(({ text, written }: Passage) => {
  let end = 0
  const starts = text.split('\n').map(({ length }) => {
    const start = end
    end += length + 1
    return start
  })
  return { starts, spaced: text.replace(/\s/g, ' '), whole: quoteOfLines(written) }
})

/**
 * The lines of a passage that contain a part of its sentences, as written; all of its lines if the part is not found.
 */
export function quoteOf(part: string | undefined, passage: Passage): string {
  const { starts, spaced, whole } = linesOf(passage)
  if (part === undefined || starts.length === 1 || starts.length !== passage.written.length) return whole
  const start = spaced.indexOf(part)
  if (start < 0) return whole
  const lineAt = (offset: number) => starts.findLastIndex((from) => from <= offset)
  return quoteOfLines(passage.written.slice(lineAt(start), lineAt(start + part.length) + 1))
}
