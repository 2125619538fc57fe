import { isPrintedLine } from './printed-lines.ts'

/**
 * In characters; where the longest line is shorter, each is a thought of its own, and where it
 * is longer, nothing wraps.
 */
const width = { min: 50, max: 120 }
/** Lines are ragged: the first one may have followed a name or a prompt. */
const slack = 10
const sentenceEnd = /[.!?:;\u2026\u3002\uFF01\uFF1F]["'\u201D)\]]*\s*$/u
const opensBlock = /^\s*(?:[-*+•>#|│└├`~]|\d{1,3}[.)]|$)/

/**
 * Replaces each line break inside a sentence by a space, so that offsets stay: where an editor or a commit message
 * wrapped the text, because the next word would not have fit. No word fits after the longest line, hence a single such
 * break is joined only before a word in lower case.
 */
export function joinWrappedLines(text: string): string {
  const lines = text.split('\n')
  const longest = lines.reduce((length, line) => Math.max(length, line.trimEnd().length), 0)
  if (longest < width.min || longest > width.max) return text
  const isFull = lines.slice(1).map((next, at) => {
    const line = lines[at]!.trimEnd()
    return (
      line !== '' &&
      !opensBlock.test(next) &&
      line.length + 1 + /\S+/.exec(next)![0].length > longest - slack &&
      !sentenceEnd.test(line) &&
      !isPrintedLine(line) &&
      !isPrintedLine(next)
    )
  })
  const isWrapped = isFull.filter(Boolean).length > 1
  return lines.reduce(
    (joined, next, at) => `${joined}${isFull[at - 1] && (isWrapped || /^\s*\p{Ll}/u.test(next)) ? ' ' : '\n'}${next}`,
  )
}
