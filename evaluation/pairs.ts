import type { Embedder } from '#core/domain/language.ts'
import { bindAlike } from '#core/domain/similar/binding.ts'
import { calibrate, calibrationTexts, rescaleBy } from '#core/domain/similar/calibration.ts'
import { crossLanguage, heldOut, type LabeledPair, tuning } from '#core/domain/similar/labeled-pairs/pairs.ts'
import { mayBeSame, nameOthers } from '#core/domain/similar/opposites.ts'
import { maybeSimilarity, sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { cosine, type Rescale } from '#core/domain/vectors/similarity.ts'
import { markdownTable } from './table.ts'

/** The default threshold of consensus. */
const consensusSimilarity = 0.7

/** Prints how an embedding classifies the labeled pairs, and with `--errors` every pair of the tuning half that it gets wrong. */
export async function evaluatePairs(embedder: Embedder): Promise<void> {
  const vectors = await embedder.embed([...calibrationTexts])
  const { calibration, figures } = calibrate(vectors)
  const known = embedder.calibration ?? calibration
  console.log(`Pairs by ${embedder.model}: same from ${known?.same.toFixed(3)}, idea from ${known?.idea.toFixed(3)}`)
  console.table(figures)
  if (!known) return console.log('The model does not tell the pairs apart')
  const rescale = rescaleBy(known)
  const halves = { tuning, 'held-out': heldOut, 'two languages': crossLanguage }
  const table: Record<string, Record<string, string>> = {}
  let at = 0
  for (const [half, pairs] of Object.entries(halves)) {
    const judged = pairs.map((pair) => judge(pair, vectors[at++]!, vectors[at++]!, rescale))
    // A shared idea may or may not count as a statement for everyone: both are right.
    const clear = judged.filter(({ relation }) => relation !== 'idea')
    table[half] = {
      pairs: String(pairs.length),
      duplicates: share(judged, ({ duplicate, relation }) => duplicate === (relation === 'same')),
      merged: share(judged, ({ merged, relation }) => merged === (relation === 'same')),
      consensus: share(clear, ({ shared, relation }) => shared === (relation === 'same')),
      idea: share(judged, ({ idea, relation }) => idea === (relation !== 'different')),
    }
    if (half === 'tuning' && process.argv.includes('--errors'))
      for (const { a, b, relation, similarity, duplicate } of judged)
        if (duplicate !== (relation === 'same')) console.log(`${similarity.toFixed(2)} ${relation}: ${a} | ${b}`)
  }
  console.table(table)
  console.log(markdownTable('Pairs', table))
}

const share = <T>(all: readonly T[], isRight: (one: T) => boolean) =>
  (all.filter(isRight).length / all.length).toFixed(3)

function judge(pair: LabeledPair, left: Float32Array, right: Float32Array, rescale: Rescale) {
  const similarity = rescale(cosine(left, right))
  const may = mayBeSame(pair.a, pair.b)
  const same = may && !nameOthers(pair.a, pair.b)
  const binds = bindAlike(pair.a, pair.b)
  return {
    ...pair,
    similarity,
    duplicate: same && similarity >= sameSimilarity,
    merged: same && binds && similarity >= sameSimilarity,
    shared: same && similarity >= consensusSimilarity && (binds || similarity >= sameSimilarity),
    idea: may && similarity >= maybeSimilarity,
  }
}
