import { isRule } from '#reader/turns/turn-rules.ts'
import rulesFiles from '../data/sessions/rules-files.json' with { type: 'json' }
import { rankingOf, recalls } from '../ranking.ts'
import { calibrateFolds, leaveGroupsOut, leaveOwnersOut, readFolds } from './folds.ts'
import { carries, quoteFigures, type ReadTurn, rankTurns } from './score.ts'
import { readPrepared } from './train-rules.ts'

/**
 * Evaluates the reader of talk on turns that people typed to coding agents: `npm run eval -- sessions --mirrors DIR`. The
 * turns of each owner are read with weights fitted without them.
 */
export async function evaluateSessions(args: readonly string[]): Promise<void> {
  const { turns, others } = await readPrepared(args)
  const owners = readFolds(calibrateFolds(leaveOwnersOut(turns, others)))
  printFigures('Owners of labels.json', owners)
  printRules(owners)
  const read = readFolds(leaveGroupsOut(others, turns))
  const isEnglish = ({ turn }: ReadTurn) => turn.language === 'en'
  printFigures('Owners of labels-more.json, English', read.filter(isEnglish))
  printFigures(
    'Owners of labels-more.json, other languages',
    read.filter((each) => !isEnglish(each)),
  )
}

/** Prints how many explicit rules are right, and how many rules are read that people later wrote into a rules file. */
function printRules(read: readonly ReadTurn[]): void {
  const rules = read.flatMap(({ turn, findings }) =>
    findings.filter(({ score }) => isRule(score)).map((finding) => ({ turn, ...finding })),
  )
  const explicit = rules.filter(({ turn, how }) => how === 'explicit' && turn.label !== 'unsure')
  const right = explicit.filter(({ turn, quote }) => turn.rules.some((rule) => carries(quote, rule)))
  console.log(`Read as explicit rules: ${explicit.length}, of them right: ${right.length}`)
  const hashes = new Set(rules.map(({ turn }) => turn.hash))
  const said = rulesFiles.filter(({ turn }) => hashes.has(turn))
  console.log(`Read as rules: ${said.length} of ${rulesFiles.length} that a later commit added to a rules file`)
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
