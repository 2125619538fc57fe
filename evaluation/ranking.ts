/** Texts ranked by how likely they hold what is searched for, and how many of them do. */

export interface Ranked {
  score: number
  isRight: boolean
}

export const recalls = [0.1, 0.2, 0.3, 0.45, 0.6] as const

/** Precision after each right one, in order of score. */
export function precisions(ranked: readonly Ranked[]): number[] {
  const right = [...ranked].sort((a, b) => b.score - a.score).flatMap(({ isRight }, at) => (isRight ? [at + 1] : []))
  return right.map((rank, at) => (at + 1) / rank)
}

/** Average precision, and precision at each recall of `recalls`. */
export function rankingOf(ranked: readonly Ranked[]): { ap: number; at: number[] } {
  const all = precisions(ranked)
  return {
    ap: all.reduce((sum, each) => sum + each, 0) / all.length,
    at: recalls.map((recall) => all[Math.ceil(recall * all.length) - 1]!),
  }
}
