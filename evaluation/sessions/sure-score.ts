import { carries, type ReadTurn } from './score.ts'

/** The share of proposals from one session that must be right for people whom the weights have not seen. */
const wanted = 0.8
const step = 0.05

/**
 * Fits the score from which on one session is enough, in steps that the number of findings supports: the least at which the
 * wanted share of quotes carries a rule. The owner with the most turns, two of five, is left out, since the share would be theirs.
 *
 * @param read turns by weights that were fitted without their owners
 */
export function fitSureScore(read: readonly ReadTurn[]): number {
  const owners = [...Map.groupBy(read, ({ turn }) => turn.owner).values()].sort((a, b) => b.length - a.length)
  const findings = owners
    .slice(1)
    .flat()
    .filter(({ turn }) => turn.label !== 'unsure')
    .flatMap(({ turn, findings }) =>
      findings.map(({ quote, score }) => ({ score, isRight: turn.rules.some((rule) => carries(quote, rule)) })),
    )
  for (let at = 1; at * step < 1; at++) {
    const sure = findings.filter(({ score }) => score >= at * step)
    if (sure.filter(({ isRight }) => isRight).length >= wanted * sure.length) return Math.round(at * step * 100) / 100
  }
  return 1
}
