import { inPrintedRuns } from '#core/domain/text/printed-lines.ts'
import { cutMark, tidyCuts, withoutCutMarks } from './cut-mark.ts'
import { withoutReviews } from './pasted-review.ts'

/**
 * Leaves out passages that a person pasted: code, quotations, output of programs and documents. No tool marks them
 * in the transcript, so they are recognized by their shape; a rule from a pasted plan or file would be attributed to
 * the person. A sentence before a paste stays.
 */

/** A fenced block of more lines or characters is a paste; shorter ones are names and commands in a sentence. */
const maxFence = { lines: 3, characters: 240 }
/** Text of this length with the structure of a document was not written into a prompt. */
const documentLength = 1500
/** Nobody types more in one message. */
const maxLength = 6000

/** The lookaheads keep a run of marks whole, so that it is tried only once. */
const fence = /^[ \t]*(```+(?!`)|~~~+(?!~))[^\n]*\n([\s\S]*?)(?:\n[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm

const isQuotation = (line: string) => /^\s*>/.test(line)

/** A message, and whether pasted passages were left out of it. */
export interface TextWithoutPastes {
  text: string
  hasPaste: boolean
  /** Whether a review comment of somebody else was. */
  hasReview?: boolean
}

export function withoutPastes(text: string): TextWithoutPastes {
  const withoutFences = text.replace(fence, (block, _mark, body: string) =>
    body.split('\n').length > maxFence.lines || body.length > maxFence.characters ? `\n${cutMark}\n` : block,
  )
  const lines = withoutFences.split('\n').map((line) => (isQuotation(line) ? cutMark : line))
  const isPrinted = inPrintedRuns(lines)
  const typed = tidyCuts(
    lines
      .map((line, at) => (isPrinted[at] ? cutMark : line))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n'),
  )
  const own = isDocument(typed) ? introductionOf(typed) : typed
  // A history of prompts may have marked passages before.
  const hasPaste = text.includes(cutMark) || withoutCutMarks(own).length < text.trim().length - 10
  const { text: words, hasReview } = withoutReviews(own)
  return { text: words, hasPaste, ...(hasReview && { hasReview }) }
}

/**
 * Long text with headings, or with the many lines of a list, a plan or a file; and anything that is too long to type.
 */
function isDocument(text: string): boolean {
  if (text.length > maxLength) return true
  const headings = text.match(/^#{1,6} \S/gm)?.length ?? 0
  if (headings >= 2 || (headings === 1 && /^#{1,6} /.test(text))) return true
  return text.length > documentLength && text.split('\n').filter((line) => line.trim() !== '').length > 20
}

/** The paragraph that introduces a document, such as "Please review this plan:". */
function introductionOf(text: string): string {
  const first = /^[^\n]{1,500}(?=\n|$)/.exec(text)?.[0] ?? ''
  return /[:?]\s*$/.test(first) && !/^(?:#|[-*+] |\d+[.)] )/.test(first) ? first : ''
}
