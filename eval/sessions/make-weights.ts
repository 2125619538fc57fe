import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { encodeWeights, type Weights } from '../../server/builtin/reader/weights.ts'
import { readPassages, trainBeliefs } from '../conversations/train-beliefs.ts'
import { openMirrors } from '../mirrors.ts'
import { calibrated } from './calibrate.ts'
import { printFigures, readPrepared } from './main.ts'
import { leaveOwnersOut, rankingOf, readFolds } from './score.ts'
import { train } from './train.ts'

/**
 * `npm run train -- --mirrors DIR` fits the weights of the built-in reader of talk, and writes them into the package: those
 * for beliefs on talk and writing (`eval/conversations`, `eval/planted`, `eval/tuning`), those for rules on the turns that
 * people typed to coding agents (`eval/sessions`). The same labels and mirrors give the same files.
 */
const write = (name: string, weights: Weights) => {
  const file = brotliCompressSync(encodeWeights(weights))
  writeFileSync(new URL(`../../server/builtin/reader/${name}`, import.meta.url), file)
  console.log(`${name}: ${file.length} bytes`)
}

const beliefs = trainBeliefs(await readPassages(openMirrors(process.argv)))
write('belief-weights.bin', beliefs.weights)
console.table(
  Object.fromEntries(
    [...beliefs.read].map(([group, ranked]) => {
      const { ap, at } = rankingOf(ranked)
      const beliefCount = ranked.filter(({ isRight }) => isRight).length
      return [
        group,
        { sentences: ranked.length, beliefs: beliefCount, AP: ap.toFixed(3), 'P at 0.6': at[4]?.toFixed(2) },
      ]
    }),
  ),
)

const { turns, others } = await readPrepared(process.argv)
const folds = calibrated(leaveOwnersOut(turns, others))
write('rule-weights.bin', train([...turns, ...others], folds[0]!.weights.calibration))
printFigures('Owners of labels.json', readFolds(folds))
