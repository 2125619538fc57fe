import type { Rule } from '#core/domain/language.ts'
import { splitSentences } from '../sentences.ts'
import { isForbiddenElsewhere, isForeign, markedCategory } from './languages.ts'
import { readMood } from './mood.ts'
import { whole } from './statement-shape.ts'

/** A sentence that demands something and was not read, with the index of the line where it begins. */
export interface UnsaidSentence {
  at: number
  text: string
}

const opensBlock = /^\s*(?:[-*+>|#]|\d{1,3}[.)]\s|$)/
const markup = /\]\([^()]*\)|[*_[\]]{1,3}/g
/** The number of characters by which a sentence is found in a statement that has other words before or after it. */
const tellingLength = 24
const maxBlock = 4000

/**
 * Finds the sentences that demand something among lines from which another sentence was read: such a line counts as
 * read, and nobody would see that a part of it is missing. Rules that quote a part of a line, as language models do,
 * may say in their own words what stands around it, and are not looked at.
 *
 * @param taken the indexes of the lines that were read; `bare` leaves the letters of a text.
 */
export function unsaidSentences(
  lines: readonly string[],
  taken: ReadonlySet<number>,
  rules: readonly Rule[],
  bare: (text: string) => string,
): UnsaidSentence[] {
  const written = new Set(lines.map((line) => line.trim()))
  const statements = rules
    .filter(({ quote = '' }) => quote.split('\n').every((line) => written.has(line.trim())))
    .map(({ statement }) => bare(statement))
    .join('\n')
  const isSaid = (sentence: string) => {
    const text = bare(sentence)
    return statements.includes(text.slice(0, tellingLength)) || statements.includes(text.slice(-tellingLength))
  }
  return blocksOf(lines, taken).flatMap(({ from, text }) => {
    const sentences = splitSentences(text.replace(markup, ''))
    if (sentences.length < 2 || !sentences.some(isSaid)) return []
    return sentences
      .filter((sentence) => demands(sentence) && !isSaid(sentence))
      .map((sentence) => ({ at: from, text: sentence }))
  })
}

const demands = (sentence: string) =>
  isForeign(sentence)
    ? isForbiddenElsewhere(sentence) || markedCategory(sentence) !== undefined
    : whole.has(readMood(sentence).form)

/** Runs of such lines that belong to one item or paragraph. */
function blocksOf(lines: readonly string[], taken: ReadonlySet<number>) {
  const blocks: { from: number; to: number; text: string }[] = []
  for (const at of [...taken].sort((one, other) => one - other)) {
    const line = lines[at]!
    const last = blocks.at(-1)
    if (/^\s*\|/.test(line)) continue
    if (last?.to === at - 1 && !opensBlock.test(line) && last.text.length < maxBlock) {
      last.text += ` ${line.trim()}`
      last.to = at
    } else
      blocks.push({ from: at, to: at, text: line.trim().replace(/^(?:[-*+>#]+|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/, '') })
  }
  return blocks
}
