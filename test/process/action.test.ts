import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** The steps of the GitHub Action against a local repository, with the variables of a runner and a recorder as `gh`. */

const root = join(import.meta.dirname, '../..')
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))

let folder: string
let data: string
let service: Running
let key: string
let agentId: string
let checkout: string
beforeAll(async () => {
  folder = newFolder()
  data = newFolder()
  service = await start(data)
  key = (await call(service, 'POST', '/register', {})).body.key
  agentId = (await call(service, 'POST', '/agents', { name: 'Ada' }, key)).body.id
  checkout = join(folder, 'checkout')
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'origin.git')
  git(folder, 'clone', '--quiet', 'origin.git', 'checkout')
  const files = [{ path: 'AGENTS.md', agent: 'ada', format: 'agents_md' }]
  writeFileSync(join(checkout, 'agent-identity.json'), JSON.stringify({ files }))
  git(checkout, 'switch', '--quiet', '--create', 'main')
  git(checkout, 'add', '--all')
  git(checkout, 'commit', '--quiet', '--message', 'Begin')
  git(checkout, 'push', '--quiet', 'origin', 'main')
  writeFileSync(
    join(folder, 'gh'),
    '#!/bin/sh\necho "$@" >> "$(dirname "$0")/gh.log"\n[ "$2" = list ] && echo "$OPEN"\nexit 0\n',
  )
  chmodSync(join(folder, 'gh'), 0o755)
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
  removeFolder(data)
})

const identity = {
  GIT_AUTHOR_NAME: 'T',
  GIT_AUTHOR_EMAIL: 't@example.com',
  GIT_COMMITTER_NAME: 'T',
  GIT_COMMITTER_EMAIL: 't@example.com',
}
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', env: { ...process.env, ...identity }, stdio: 'pipe' }).trim()

function runAction(inputs: Record<string, string> = {}) {
  writeFileSync(join(folder, 'gh.log'), '')
  writeFileSync(join(folder, 'output'), '')
  const step = action.runs.steps.at(-1)
  const values = { url: service.url, key, token: 'none', ...inputs } as Record<string, string>
  const env = Object.fromEntries(
    Object.entries(step.env as Record<string, string>).map(([name, text]) => {
      const [, input] = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(text)!
      return [name, values[input!] ?? String(action.inputs[input!].default)]
    }),
  )
  const runner = { GITHUB_ACTION_PATH: root, GITHUB_OUTPUT: join(folder, 'output') }
  const { OPEN = '0', ...rest } = inputs
  const { PATH } = process.env
  const result = spawnSync('bash', ['-c', step.run], {
    cwd: checkout,
    encoding: 'utf8',
    env: { HOME: folder, PATH: `${folder}:${PATH}`, ...runner, ...env, OPEN, ...rest },
  })
  return {
    status: result.status,
    error: result.stderr,
    output: readFileSync(join(folder, 'output'), 'utf8'),
    asked: readFileSync(join(folder, 'gh.log'), 'utf8'),
  }
}
const toMain = () => git(checkout, 'switch', '--quiet', '--discard-changes', 'main')

test('opens a pull request when a file is behind, and no second one', () => {
  const first = runAction()
  expect([first.error, first.status, first.output]).toEqual(['', 0, 'changed=true\n'])
  expect(first.asked).toContain('pr create --head agent-identity --base main --title Update agent identity files')
  expect(git(checkout, 'show', 'origin/agent-identity:AGENTS.md')).toContain('Ada')
  toMain()
  expect(runAction({ OPEN: '1' }).asked).not.toContain('pr create')
  toMain()
})

test('a check fails with 2 until the file is current', async () => {
  expect(runAction({ mode: 'check' })).toMatchObject({ status: 2, output: 'changed=true\n', asked: '' })
  git(checkout, 'merge', '--quiet', 'agent-identity')
  expect(runAction({ mode: 'check' })).toMatchObject({ status: 0, output: 'changed=false\n' })
  expect(runAction()).toMatchObject({ status: 0, output: 'changed=false\n', asked: '' })
  await call(service, 'POST', '/beliefs', { agentId, category: 'axiom', statement: 'Be brief' }, key)
  expect(runAction({ mode: 'check' }).status).toBe(2)
})

test('refuses other changes, another mode and a wrong key, and pushes nothing', () => {
  expect(runAction({ mode: 'both' })).toMatchObject({
    status: 1,
    error: expect.stringContaining('mode must be pull or check'),
  })
  expect(runAction({ key: 'ais_wrong' })).toMatchObject({ status: 1, output: '', asked: '' })
  appendFileSync(join(checkout, 'agent-identity.json'), '\n')
  expect(runAction()).toMatchObject({ status: 1, error: expect.stringContaining('other changes') })
  toMain()
})

test('uses other actions by their hash alone', () => {
  const used = (action.runs.steps as { uses?: string }[]).flatMap(({ uses }) => uses ?? [])
  expect(used.length).toBeGreaterThan(0)
  for (const name of used) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
})
