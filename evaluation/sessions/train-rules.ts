import { turnSentences } from '#reader/turns/turn-sentences.ts'
import { featuresOf } from '#reader/weights/features.ts'
import type { Weights } from '#reader/weights/weights.ts'
import { besideWeight, type Example, fitWeights, type TrainingText } from '../fit-weights.ts'
import { openMirrors } from '../mirrors.ts'
import { type LabeledTurn, readMoreTurns, readTurns } from './labels.ts'

export interface PreparedTurn extends TrainingText {
  turn: LabeledTurn
}

/** Labeled turns as rows: those of `labels.json`, by whose owners the reader is judged, and those of `labels-more.json`. */
export async function readPrepared(
  args: readonly string[],
): Promise<{ turns: PreparedTurn[]; others: PreparedTurn[] }> {
  const mirrors = openMirrors(args)
  return { turns: (await readTurns(mirrors)).map(prepare), others: (await readMoreTurns(mirrors)).map(prepare) }
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

function prepare(turn: LabeledTurn): PreparedTurn {
  const sentences = turnSentences(turn.text)
  const quotes = turn.rules.map(({ quote }) => folded(quote))
  const holds = (sentence: string) =>
    quotes.some((quote) => sentence.includes(quote) || (quote.includes(sentence) && sentence.length * 3 > quote.length))
  const isRule = turn.label === 'rule'
  const otherWeight = isRule ? besideWeight : 1 / Math.sqrt(sentences.length)
  return {
    turn,
    whole: [{ row: featuresOf(sentences.map(({ text }) => text).join('\n')), isPositive: isRule, weight: 1 }],
    sentences: sentences.map(({ text }): Example => {
      const carries = isRule && holds(folded(text))
      return { row: featuresOf(text), isPositive: carries, weight: carries ? 1 : otherWeight }
    }),
  }
}

/** Fits the weights for rules on turns whose label is sure. */
export const trainRules = (turns: readonly PreparedTurn[], calibration?: Weights['calibration']): Weights =>
  fitWeights(
    turns.filter(({ turn }) => turn.label !== 'unsure'),
    calibration,
  )
