import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { encodeWeights } from '../../server/builtin/reader/weights.ts'
import { calibrated } from './calibrate.ts'
import { printFigures, readPrepared } from './main.ts'
import { leaveOwnersOut, readFolds } from './score.ts'
import { train } from './train.ts'

/**
 * `npm run train -- --mirrors DIR` fits the weights of the built-in reader of talk on the labels of this folder, and
 * writes them into the package. The same labels and mirrors give the same file. DIR/OWNER+NAME/repo is a bare clone of
 * each repository that `labels.json` and `labels-more.json` name.
 */
const { turns, others } = await readPrepared(process.argv)
const folds = calibrated(leaveOwnersOut(turns, others))
const { calibration } = folds[0]!.weights
const file = brotliCompressSync(encodeWeights(train([...turns, ...others], calibration)))
writeFileSync(new URL('../../server/builtin/reader/rule-weights.bin', import.meta.url), file)
printFigures('Owners of labels.json', readFolds(folds))
console.log(`rule-weights.bin: ${file.length} bytes, from ${turns.length + others.length} turns`)
