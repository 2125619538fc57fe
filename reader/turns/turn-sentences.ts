import { overridesModel } from '#core/domain/text/model-address.ts'
import { linesOutsideCode } from '#core/domain/text/outside-code.ts'
import { inPrintedRuns } from '#core/domain/text/printed-lines.ts'
import { joinWrappedLines } from '#core/domain/text/wrapped-lines.ts'
import { isQuotation, splitSentences } from '../sentences.ts'

/** A sentence that the person wrote, on one line, at its offset in the turn. */
export interface TurnSentence {
  text: string
  start: number
}

const quotedLine = /^\s*>/

/**
 * Questions for information; "why did you", "can you" and "shouldn't this" often carry a wish
 * and are left to the model.
 */
const plainQuestion =
  /^(?:(?:and|so|but|ok|also),? )?(?:what|how|which|where|who|when|is there|are there|does|was|wie|was|welche|wo|wer|qué|cómo|cuál|dónde|quel|quelle|comment|où)\b[^.!]*\?$/i

const isGuarded = (sentence: string): boolean =>
  isQuotation(sentence) || plainQuestion.test(sentence) || overridesModel(sentence)

/**
 * The sentences of a turn that may be rules of its author: not fenced code, quoted lines, whole quotations, runs of
 * three printed lines, plain questions, or attempts to take a model over.
 */
export function turnSentences(turn: string): TurnSentence[] {
  const text = joinWrappedLines(turn)
  const lines = linesOutsideCode(text)
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  const isPrinted = inPrintedRuns(lines.map(({ line }) => line))
  return lines.flatMap(({ line, at }, index) => {
    if (isPrinted[index] || quotedLine.test(line)) return []
    let from = 0
    return splitSentences(line, true).flatMap((sentence) => {
      const start = line.indexOf(sentence, from)
      from = start + sentence.length
      return sentence.length < 4 || isGuarded(sentence) ? [] : [{ text: sentence, start: starts[at]! + start }]
    })
  })
}
