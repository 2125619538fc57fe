import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { encodeWeights, type Weights } from '../server/builtin/reader/weights.ts'
import { readPassages, trainBeliefs } from './conversations/train-beliefs.ts'
import { openMirrors } from './mirrors.ts'
import { rankingOf } from './ranking.ts'
import { calibrateFolds, leaveOwnersOut, readFolds } from './sessions/folds.ts'
import { printFigures } from './sessions/main.ts'
import { readPrepared, trainRules } from './sessions/train-rules.ts'

/**
 * `npm run train -- --mirrors DIR` fits the weights of the built-in reader of talk, and writes them into the package: those
 * for beliefs on talk and writing (`eval/conversations`, `eval/planted`, `eval/tuning`), those for rules on the turns that
 * people typed to coding agents (`eval/sessions`). The same labels and mirrors give the same files.
 */
const write = (name: string, weights: Weights) => {
  const file = brotliCompressSync(encodeWeights(weights))
  writeFileSync(new URL(`../server/builtin/reader/${name}`, import.meta.url), file)
  console.log(`${name}: ${file.length} bytes`)
}

const beliefs = trainBeliefs(await readPassages(openMirrors(process.argv)))
write('belief-weights.bin', beliefs.weights)
const rows = [...beliefs.read].flatMap(([group, ranked]) => {
  const count = ranked.filter(({ isRight }) => isRight).length
  const { ap, at } = rankingOf(ranked)
  const figures = { sentences: ranked.length, beliefs: count, AP: ap.toFixed(3), 'P at 0.6': at.at(-1)?.toFixed(2) }
  return count === 0 ? [] : [[group, figures]]
})
console.table(Object.fromEntries(rows))

const { turns, others } = await readPrepared(process.argv)
const folds = calibrateFolds(leaveOwnersOut(turns, others))
write('rule-weights.bin', trainRules([...turns, ...others], folds[0]!.weights.calibration))
printFigures('Owners of labels.json', readFolds(folds))
