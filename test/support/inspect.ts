import { realpathSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/**
 * Runs the command of the protocol's inspector many times in one process: loading it takes longer than most calls.
 * `inspect.ts RUNS RESULTS`: a JSON file with lists of arguments, and the file for the outcomes: `{exitCode, result,
 * error}`.
 */

const [runsFile, resultsFile] = process.argv.slice(2) as [string, string]
const command = process.env
  .PATH!.split(delimiter)
  .map((folder) => join(folder, 'mcp-inspector'))
  .find((file) => realpathOf(file))!
const { runCli } = await import(join(realpathOf(command)!, '../../../cli/build/index.js'))

const outcomes: { exitCode: number; result: unknown; error?: string }[] = []
const output = `${resultsFile}.part`
for (const args of JSON.parse(await readFile(runsFile, 'utf8')) as string[][]) {
  await writeFile(output, 'null')
  const outcome = { exitCode: 0, error: undefined as string | undefined }
  try {
    // A report of --verify is written only to standard output.
    const kept = args.includes('--verify') ? [] : ['--output', output]
    await runCli([process.execPath, command, '--cli', '--quiet', ...args, ...kept])
  } catch (error) {
    const { exitCode = 1, message } = error as { exitCode?: number; message: string }
    Object.assign(outcome, { exitCode, error: message })
  }
  outcomes.push({ ...outcome, result: JSON.parse(await readFile(output, 'utf8')) })
}
await writeFile(resultsFile, JSON.stringify(outcomes))
process.exit(0)

function realpathOf(file: string): string | undefined {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}
