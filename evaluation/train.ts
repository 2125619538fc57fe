import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { encodeWeights, type Weights } from '#reader/weights/weights.ts'
import { readPassages, trainBeliefs } from './conversations/train-beliefs.ts'
import { openMirrors } from './mirrors.ts'
import { rankingOf } from './ranking.ts'
import { calibrateFolds, leaveOwnersOut, readFolds } from './sessions/folds.ts'
import { printFigures } from './sessions/main.ts'
import { fitSureScore } from './sessions/sure-score.ts'
import { readPrepared, trainRules } from './sessions/train-rules.ts'

/**
 * `npm run train -- --mirrors DIR` fits the weights of the built-in reader of talk, and writes them into the package: those
 * for beliefs on talk and writing (`evaluation/data/conversations`, `evaluation/data/planted`, `evaluation/data/tuning`), those for rules on the turns that
 * people typed to coding agents (`evaluation/data/sessions`). The same labels and mirrors give the same files.
 */
const write = (name: string, weights: Weights) => {
  const file = brotliCompressSync(encodeWeights(weights))
  writeFileSync(new URL(`../reader/weights/${name}`, import.meta.url), file)
  console.log(`${name}: ${file.length} bytes`)
  return file
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
const file = write('rule-weights.bin', trainRules([...turns, ...others], folds[0]!.weights.calibration))
const read = readFolds(folds)
writeSureScore(fitSureScore(read), file)
printFigures('Owners of labels.json', read)

/** Writes the score from which on one session is enough, with the weights that it was fitted with. */
function writeSureScore(score: number, weights: Buffer) {
  const path = new URL('../core/domain/similar/sure-score.ts', import.meta.url)
  const hash = createHash('sha256').update(weights).digest('hex').slice(0, 16)
  const text = readFileSync(path, 'utf8')
    .replace(/(?<=rule-weights\.bin of )\w+/, hash)
    .replace(/(?<=sureScore = )[\d.]+/, `${score}`)
  writeFileSync(path, text)
  console.log(`One session or conversation is enough from a score of ${score}`)
}
