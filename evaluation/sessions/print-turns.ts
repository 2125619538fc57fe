import { readFile } from 'node:fs/promises'
import { openMirrors } from '../mirrors.ts'
import { type LogSource, turnsOf } from './more-turns.ts'

/** Prints the turns that `labels-more.json` labels, one JSON object a line: `npm run eval -- turns --mirrors DIR`. */
export async function printTurns(args: readonly string[]): Promise<void> {
  const file = await readFile(new URL('../data/sessions/labels-more.json', import.meta.url), 'utf8')
  const { sources }: { sources: LogSource[] } = JSON.parse(file)
  const lines = (await turnsOf(openMirrors(args), sources)).map((turn) => `${JSON.stringify(turn)}\n`).join('')
  // The process ends right after, and would cut off what a pipe has not yet taken.
  await new Promise((written) => process.stdout.write(lines, written))
}
