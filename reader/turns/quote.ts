import { truncate } from '#core/base/strings.ts'
import { cutMark } from '../transcripts/cut-mark.ts'
import type { TurnSentence } from './turn-sentences.ts'

/** Characters of a quote. */
export const maxQuoteLength = 300

/**
 * The words of a turn that show a rule, verbatim: its sentence with as many neighbors as fit, likelier rules first. A
 * sentence alone often points to the one beside it ("they", "this"); measured, neighbors raise
 * the share of right quotes by a third. A quote ends where something was cut out of the turn.
 */
export function quoteOf(
  text: string,
  sentences: readonly TurnSentence[],
  at: number,
  scores: readonly number[],
): string {
  const span = (first: number, last: number) =>
    text.slice(sentences[first]!.start, sentences[last]!.start + sentences[last]!.text.length)
  const fits = (words: string) => words.length <= maxQuoteLength && !words.includes(cutMark)
  let first = at
  let last = at
  for (;;) {
    const wider = [
      { first: first - 1, last, added: first - 1 },
      { first, last: last + 1, added: last + 1 },
    ].filter((each) => each.first >= 0 && each.last < sentences.length && fits(span(each.first, each.last)))
    const next = wider.sort((a, b) => scores[b.added]! - scores[a.added]!)[0]
    if (next === undefined) break
    ;({ first, last } = next)
  }
  const quote = span(first, last)
  return quote.length <= maxQuoteLength ? quote : truncate(quote, maxQuoteLength).replace(/(?<!\s)\s+\S*$/, '')
}
