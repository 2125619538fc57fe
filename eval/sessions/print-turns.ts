import { readFile } from 'node:fs/promises'
import { type LogSource, turnsOf } from './more-turns.ts'

/**
 * Prints the turns that `labels-more.json` labels, one JSON object a line: `node eval/main.ts turns --mirrors DIR`,
 * where DIR/OWNER+NAME/repo is a bare mirror of each repository.
 */
export async function printTurns(args: readonly string[]): Promise<void> {
  const mirrors = args[args.indexOf('--mirrors') + 1]
  if (!args.includes('--mirrors') || mirrors === undefined)
    throw new Error(
      'Missing --mirrors DIR, a folder of bare mirrors: DIR/OWNER+NAME/repo (see eval/sessions/README.md)',
    )
  const file = await readFile(new URL('labels-more.json', import.meta.url), 'utf8')
  const { sources }: { sources: LogSource[] } = JSON.parse(file)
  const lines = (await turnsOf(mirrors, sources)).map((turn) => `${JSON.stringify(turn)}\n`).join('')
  // The process ends right after, and would cut off what a pipe has not yet taken.
  await new Promise((written) => process.stdout.write(lines, written))
}
