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
  const { PATH = '' } = process.env
  const env = { PATH, HOME: join(folder, 'home'), TERM: 'xterm', SCRIPT: file }
  return (await run(shell, args, { cwd: folder, env, timeout: 25_000 })).stdout
}

test('bash', async () => {
  const script = `source "$SCRIPT"; COMP_WORDS=(agent-identity pull --ch); COMP_CWORD=2; _agent_identity; echo "\${COMPREPLY[@]}"
COMP_WORDS=(agent-identity pu); COMP_CWORD=1; _agent_identity; echo "\${COMPREPLY[@]}"
COMP_WORDS=(agent-identity sessions l); COMP_CWORD=2; _agent_identity; echo "\${COMPREPLY[@]}"
COMP_WORDS=(agent-identity sessions list --s); COMP_CWORD=3; _agent_identity; echo "\${COMPREPLY[@]}"
COMP_WORDS=(agent-identity show a); COMP_CWORD=2; COMPREPLY=(); _agent_identity; echo "\${COMPREPLY[@]}"`
  expect(await inShell('bash', '-c', script)).toBe('--check\npull push\nlist\n--since --send\n\n')
})

test('fish', needs('fish', findProgram('fish')), async () => {
  const script =
    'source $SCRIPT; complete -C "agent-identity pu"; complete -C "agent-identity pull --ch"; complete -C "agent-identity sessions l"'
  const lines = (await inShell('fish', '--no-config', '-c', script)).trim().split('\n')
  expect(lines.map((line) => line.split('\t')[0])).toEqual(['pull', 'push', '--check', 'list'])
})

test('zsh', needs('zsh', findProgram('zsh')), async () => {
  // A shell with a terminal of its own, in which the keys are pressed.
  const script = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; autoload -U compinit; compinit -u -D; source "$SCRIPT"; echo REA""DY'
zpty -r -m shell out '*READY*'
zpty -w -n shell $'agent-identity pul\\t--ch\\t'
zpty -r -m shell out '*--check*'
zpty -w -n shell $'\\025agent-identity sessions l\\t--si\\t'
zpty -r -m shell more '*--since*'
print -r -- "$out$more"`
  expect(await inShell('zsh', '-f', '-c', script)).toMatch(/agent-identity pull.*--check.*sessions list.*--since/s)
})
