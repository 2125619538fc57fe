import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { fitLogistic, type Sample } from '../../server/builtin/reader/fit.ts'
import { encodeWeights, type Weights } from '../../server/builtin/reader/weights.ts'
import { printFigures, readPrepared } from './main.ts'
import { carries, leaveOwnersOut, type ReadTurn, readFolds } from './score.ts'
import { train } from './train.ts'

/**
 * `npm run train -- --mirrors DIR` fits the weights of the built-in reader of talk on the labels of this folder, and
 * writes them into the package. The same labels and mirrors give the same file. DIR/OWNER+NAME/repo is a bare clone of
 * each repository that `labels.json` and `labels-more.json` name.
 */
const { turns, others } = await readPrepared(process.argv)
const read = readFolds(leaveOwnersOut(turns, others))
const calibration = calibrate(read)
const file = brotliCompressSync(encodeWeights(train([...turns, ...others], calibration)))
writeFileSync(new URL('../../server/builtin/reader/weights.bin', import.meta.url), file)
printFigures('Owners of labels.json', read)
console.log(`weights.bin: ${file.length} bytes, from ${turns.length + others.length} turns`)

/** The share of findings with a sum that were right, by people whom the weights had not seen: slope and constant. */
function calibrate(read: readonly ReadTurn[]): Weights['calibration'] {
  const samples = read
    .filter(({ turn }) => turn.label !== 'unsure')
    .flatMap(({ turn, findings }) =>
      findings.map(
        ({ quote, score }): Sample => ({
          columns: [0, 1],
          values: [Math.log(score / (1 - score)), 1],
          isPositive: turn.rules.some((rule) => carries(quote, rule)),
          weight: 1,
        }),
      ),
    )
  const [slope, constant] = fitLogistic(samples, 2, () => 1e-6)
  return [slope!, constant!]
}
