import type { TurnRule } from '#reader/turns/turn-rules.ts'
import type { Ranked } from '../ranking.ts'
import type { LabeledRule, LabeledTurn } from './labels.ts'

/** A turn with everything that was read in it by a reader that has not seen its owner. */
export interface ReadTurn {
  turn: LabeledTurn
  findings: TurnRule[]
}

/** Ranks turns by their likeliest finding; those labeled as unsure are left out. */
export const rankTurns = (read: readonly ReadTurn[]): Ranked[] =>
  read
    .filter(({ turn }) => turn.label !== 'unsure')
    .map(({ turn, findings }) => ({ score: findings[0]?.score ?? 0, isRight: turn.label === 'rule' }))

const folded = (text: string) =>
  text.normalize('NFKC').toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim()
const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}_@/.-]*[\p{L}\p{N}_]/gu) ?? []

/** A quote carries a rule if it has half of its words, or lies inside it with three words or all of them. */
export const carries = (quote: string, { quote: rule, also }: LabeledRule): boolean =>
  [rule, ...(also === undefined ? [] : [also])].some((words) => {
    const left = wordsOf(quote)
    const wanted = wordsOf(words)
    if (folded(words).includes(folded(quote)) && left.length >= Math.min(3, wanted.length)) return true
    const shared = wanted.filter((word) => {
      const at = left.indexOf(word)
      if (at >= 0) left.splice(at, 1)
      return at >= 0
    })
    return shared.length * 2 >= wanted.length
  })

/**
 * Figures of the best quotes until each recall of `quoteRecalls` is reached: quotes in turns labeled as unsure count on neither
 * side, and a rule is found once.
 */
export function quoteFigures(read: readonly ReadTurn[]) {
  const rules = read.flatMap(({ turn }) => turn.rules)
  const judged = read
    .flatMap(({ turn, findings }) =>
      findings.map(({ quote, score }) => ({ turn, score, carried: turn.rules.filter((rule) => carries(quote, rule)) })),
    )
    .sort((a, b) => b.score - a.score)
  const found = new Set<LabeledRule>()
  const wanted: number[] = [...quoteRecalls]
  const shareOf = (how: LabeledRule['how']) => {
    const all = rules.filter((rule) => rule.how === how)
    return all.filter((rule) => found.has(rule)).length / all.length
  }
  const figures = []
  let right = 0
  let wrong = 0
  for (const { turn, score, carried } of judged) {
    for (const rule of carried) found.add(rule)
    if (carried.length > 0) right++
    else if (turn.label !== 'unsure') wrong++
    while (wanted.length > 0 && found.size >= wanted[0]! * rules.length)
      figures.push({
        recall: wanted.shift()!,
        quotes: right + wrong,
        precision: right / (right + wrong),
        explicit: shareOf('explicit'),
        implied: shareOf('implied'),
        recurrence: shareOf('recurrence'),
        score,
      })
  }
  return figures
}

const quoteRecalls = [0.1, 0.2, 0.25, 0.3, 0.45]
