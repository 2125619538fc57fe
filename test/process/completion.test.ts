import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram, needs } from '../support/programs.ts'
import { newFolder, removeFolder } from './running.ts'

/** Completion in the shells themselves; the test of one that is not installed is skipped. */

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

let folder: string
beforeAll(() => {
  folder = newFolder()
  mkdirSync(join(folder, 'home'))
})
afterAll(() => removeFolder(folder))

/** The output of the shell for a script that may source `$SCRIPT`, the completion of that shell. */
async function inShell(shell: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, 'cli/main.ts'), 'completion', shell])
  const file = join(folder, shell)
  writeFileSync(file, stdout)
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
  const env = { PATH, HOME: join(folder, 'home'), TERM: 'xterm', SCRIPT: file }
  return (await run(shell, args, { cwd: folder, env })).stdout
}

/** The command that the scripts ask for the agents. */
function addProgram(): void {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'bin/agent-identity'), '#!/bin/sh\n[ "$1" = agent-names ] && echo "ada\nbo"\n', {
    mode: 0o755,
  })
}

/** Lines of words with the last one unfinished, and what completes it. */
const completions: [line: string, words: string[]][] = [
  ['pu', ['pull', 'push']],
  ['pull --ch', ['--check']],
  ['sessions l', ['list']],
  ['sessions list --s', ['--since']],
  ['keys cr', ['create']],
  ['keys create --ac', ['--access']],
  ['keys create --access re', ['read']],
  ['export ada --format agents', ['agents_md']],
  ['connect cod', ['codex']],
  ['hook --for cod', ['codex']],
  ['completion ba', ['bash']],
  ['show a', ['ada']],
  ['connect codex --agent b', ['bo']],
]

test('bash', async () => {
  addProgram()
  const script = completions.map(([line]) => {
    const words = ['agent-identity', ...line.split(' ')]
    return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _agent_identity; echo "\${COMPREPLY[@]}"`
  })
  const lines = (await inShell('bash', '-c', ['source "$SCRIPT"', ...script].join('\n'))).trimEnd().split('\n')
  expect(completions.map(([line], index) => [line, lines[index]!.split(' ')])).toEqual(completions)
})

test('fish', needs('fish', findProgram('fish')), async () => {
  addProgram()
  const script = completions.map(([line]) => `complete -C ${JSON.stringify(`agent-identity ${line}`)}; echo .`)
  const answers = (await inShell('fish', '--no-config', '-c', ['source $SCRIPT', ...script].join('; '))).split('\n.\n')
  const words = answers.map((answer) => answer.split('\n').map((line) => line.split('\t')[0]!))
  expect(completions.map(([line], index) => [line, words[index]])).toEqual(completions)
})

test('zsh', { timeout: 120_000, ...needs('zsh', findProgram('zsh')) }, async () => {
  // A shell with a terminal of its own, in which the keys are pressed.
  const script = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; autoload -U compinit; compinit -u -D; source "$SCRIPT"; echo REA""DY'
zpty -r -m shell out '*READY*'
zpty -w -n shell $'agent-identity pul\\t--ch\\t'
zpty -r -m shell out '*--check*'
zpty -w -n shell $'\\025agent-identity sessions l\\t--si\\t'
zpty -r -m shell more '*--since*'
zpty -w -n shell $'\\025agent-identity keys create --access re\\t'
zpty -r -m shell values '*read*'
zpty -w -n shell $'\\025agent-identity show b\\t'
zpty -r -m shell agents '*show bo*'
print -r -- "$out$more$values$agents"`
  addProgram()
  expect(await inShell('zsh', '-f', '-c', script)).toMatch(
    /agent-identity pull.*--check.*sessions list.*--since.*access read.*show bo/s,
  )
})
