import { setImmediate as nextTurn } from 'node:timers/promises'
import { dot } from '#core/domain/vectors/similarity.ts'
import type { Ctx } from '../../deps.ts'
import { embedTexts } from '../vectors/embed-texts.ts'

/** Comparisons between two turns of the event loop: about 2 ms. */
const comparisonsAtOnce = 4000

/** Computes how similar each of some statements is to each of others (behavior: Similarity), 0 to 1. */
export async function similarities(ctx: Ctx, statements: string[], others: string[]): Promise<number[][]> {
  const vectors = await embedTexts(ctx, [...statements, ...others])
  const otherVectors = vectors.slice(statements.length)
  const rows: number[][] = []
  const rowsAtOnce = Math.max(1, Math.floor(comparisonsAtOnce / (others.length + 1)))
  for (const [row, vector] of vectors.slice(0, statements.length).entries()) {
    if (row % rowsAtOnce === 0) await nextTurn()
    rows.push(otherVectors.map((other) => ctx.embedder.rescale(dot(vector, other))))
  }
  return rows
}
