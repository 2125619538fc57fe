import type { LabeledTurn } from './labels.ts'
import { mirrorsFolder, readMoreTurns, readTurns } from './labels.ts'
import {
  leaveGroupsOut,
  leaveOwnersOut,
  quoteFigures,
  type ReadTurn,
  rankingOf,
  rankTurns,
  readFolds,
  recalls,
} from './score.ts'
import { type Prepared, prepare } from './train.ts'

/** Labeled turns as rows: those of `labels.json`, by whose owners the reader is judged, and those of `labels-more.json`. */
export async function readPrepared(args: readonly string[]): Promise<{ turns: Prepared[]; others: Prepared[] }> {
  const mirrors = mirrorsFolder(args)
  return { turns: readTurns(mirrors).map(prepare), others: (await readMoreTurns(mirrors)).map(prepare) }
}

/**
 * Evaluates the reader of talk on turns that people typed to coding agents: `npm run eval -- sessions --mirrors DIR`. The
 * turns of each owner are read with weights fitted without them.
 */
export async function evaluateSessions(args: readonly string[]): Promise<void> {
  const { turns, others } = await readPrepared(args)
  printFigures('Owners of labels.json', readFolds(leaveOwnersOut(turns, others)))
  const read = readFolds(leaveGroupsOut(others, turns))
  const isEnglish = ({ turn }: ReadTurn) => (turn as LabeledTurn & { language: string }).language === 'en'
  printFigures('Owners of labels-more.json, English', read.filter(isEnglish))
  printFigures(
    'Owners of labels-more.json, other languages',
    read.filter((each) => !isEnglish(each)),
  )
}

export function printFigures(title: string, read: readonly ReadTurn[]): void {
  const { ap, at } = rankingOf(rankTurns(read))
  const precisionAt = Object.fromEntries(recalls.map((recall, each) => [`P at ${recall}`, at[each]!.toFixed(2)]))
  console.log(title)
  console.table([{ AP: ap.toFixed(3), ...precisionAt }])
  console.table(
    quoteFigures(read).map((figures) =>
      Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, +figure.toFixed(3)])),
    ),
  )
}
