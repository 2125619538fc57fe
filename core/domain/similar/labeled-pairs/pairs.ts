import { heldOutPairs } from './held-out.ts'
import { crossLanguagePairs, tuningPairs } from './tuning.ts'

/**
 * Pairs of statements by which every embedding model's similarity is calibrated (behavior: Similarity): the same
 * sentence reworded (0.85 and more), the same idea (0.65 and more), or different, opposites among them.
 */
export type Relation = 'same' | 'idea' | 'different'

export interface LabeledPair {
  relation: Relation
  a: string
  b: string
  trade: string
}

const relationOf: Record<string, Relation> = { '=': 'same', '~': 'idea', '!': 'different' }

function read(text: string): LabeledPair[] {
  let trade = ''
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [mark, rest] = [line.slice(0, 1), line.slice(2)]
      if (mark === '#') trade = rest
      const relation = relationOf[mark]
      const [a, b] = rest.split(' | ')
      return relation === undefined ? [] : [{ relation, a: a!, b: b!, trade }]
    })
}

/** Pairs that a model is fitted to. */
export const tuning = read(tuningPairs)
/** Pairs that measure the fit: other trades, to which nothing was fitted. */
export const heldOut = read(heldOutPairs)
/** Pairs in two languages: measured, never fitted, since many models know one language. */
export const crossLanguage = read(crossLanguagePairs)
