import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { read, newRepository as repositoryOf, run, type Workspace, write } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** The receipts that commands and hooks send, and `agent-identity fleet`, which lists them. */

let folder: string
let service: Running
let key: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
}, 120_000)
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const believe = (statement: string) =>
  call(service, 'POST', '/beliefs', { agentId: 'ada', category: 'boundary', statement, status: 'approved' }, key)

/** A repository of a new organization, whose agent Ada has one boundary. */
async function newRepository() {
  key = (await call(service, 'POST', '/register', {})).body.key
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  await believe('Never merge on red')
  return repositoryOf(folder, { url: service.url, key })
}

/** The client, state, version and distance of each line of `fleet`. */
async function fleet(workspace: Workspace, ...options: string[]): Promise<string[]> {
  const { out, status } = await run(workspace, 'fleet', ...options, '--json')
  expect(status).toBe(0)
  const { data } = JSON.parse(out)
  return data.map(({ client, state, version, behind }: any) => `${client} ${state} ${version} ${behind}`)
}

function hook(workspace: Workspace, event: object = {}) {
  const input = JSON.stringify({ hook_event_name: 'SessionStart', source: 'startup', ...event })
  const options = ['--for', 'claude-code', '--agent', 'ada', '--timeout', '600000']
  return run({ ...workspace, input }, 'hook', ...options)
}

test('pull reports that it wrote the file, and --check which version the file holds', async () => {
  const repository = await newRepository()
  expect((await run(repository, 'fleet')).out).toMatch(/^No client has read a prompt/)
  await run(repository, 'pull', 'ada', '--format', 'claude_md')
  expect(await fleet(repository)).toEqual(['cli/repository written 1 0'])
  await believe('Never rewrite history')
  expect(await fleet(repository)).toEqual(['cli/repository written 1 1'])
  expect((await run(repository, 'pull', '--check')).status).toBe(2)
  expect(await fleet(repository, '--behind')).toEqual(['cli/repository written 1 1'])
  await run(repository, 'pull')
  expect(await fleet(repository, 'ada')).toEqual(['cli/repository written 2 0'])
  expect(await fleet(repository, '--behind')).toEqual([])
  write(repository, 'CLAUDE.md', `${read(repository, 'CLAUDE.md')}\n- A rule of mine\n`)
  await run(repository, 'pull', '--check')
  expect(await fleet(repository)).toEqual(['cli/repository written null null'])
  expect((await run(repository, 'fleet')).out).toMatch(/^Ada +cli\/repository +written +no version +unknown +20/)
})

test('a block in a file of a person holds the same version', async () => {
  const repository = await newRepository()
  write(repository, 'AGENTS.md', '# House rules\r\n\r\n- Ask before you delete.\r\n')
  await run(repository, 'pull', 'ada', '--format', 'agents_md', '--block')
  expect(await fleet(repository)).toEqual(['cli/repository written 1 0'])
  await run(repository, 'pull', '--check')
  expect(await fleet(repository)).toEqual(['cli/repository written 1 0'])
})

test('files that word the prompt in their own way tell its version while they are current', async () => {
  const repository = await newRepository()
  await run(repository, 'pull', 'ada', '--format', 'soul_md')
  expect(await fleet(repository)).toEqual(['cli/repository written 1 0'])
  await believe('Never rewrite history')
  expect((await run(repository, 'pull', '--check')).status).toBe(2)
  expect(await fleet(repository)).toEqual(['cli/repository written null null'])
  await run(repository, 'pull')
  expect(await fleet(repository)).toEqual(['cli/repository written 2 0'])
  expect((await run(repository, 'pull', '--check')).status).toBe(0)
  expect(await fleet(repository)).toEqual(['cli/repository written 2 0'])
})

test('a file of the own layer alone tells no version', async () => {
  const repository = await newRepository()
  const { status, error } = await run(repository, 'pull', 'ada', '--format', 'json')
  expect([status, error]).toEqual([0, ''])
  expect(await fleet(repository, '--state', 'written')).toEqual([])
})

test('a hook reports what it printed, or the file that holds it, and Claude Code the file that it has loaded', async () => {
  const repository = await newRepository()
  expect((await hook(repository)).out).toContain('Never merge on red')
  expect(await fleet(repository)).toEqual(['cli/repository delivered 1 0'])
  await believe('Never rewrite history')
  await run(repository, 'pull', 'ada', '--format', 'claude_md')
  expect((await hook(repository)).out).toBe('')
  expect(await fleet(repository)).toEqual(['cli/repository written 2 0'])
  const loaded = (file: string) =>
    hook(repository, { hook_event_name: 'InstructionsLoaded', file_path: file, load_reason: 'session_start' })
  write(repository, 'docs/rules.md', '# Not ours\n')
  expect(await loaded(`${repository.cwd}/docs/rules.md`)).toEqual({ status: 0, out: '', error: '' })
  expect(await fleet(repository)).toEqual(['cli/repository written 2 0'])
  expect(await loaded(`${repository.cwd}/CLAUDE.md`)).toEqual({ status: 0, out: '', error: '' })
  expect(await fleet(repository)).toEqual(['cli/repository loaded 2 0'])
})

test('a loaded file of another agent is reported for that agent', async () => {
  const repository = await newRepository()
  await call(service, 'POST', '/agents', { name: 'Ben' }, key)
  await run(repository, 'pull', 'ben', '--format', 'claude_md')
  await hook(repository, { hook_event_name: 'InstructionsLoaded', file_path: `${repository.cwd}/CLAUDE.md` })
  const { out } = await run(repository, 'fleet', '--state', 'loaded', '--json')
  expect(JSON.parse(out).data.map(({ agent_name }: any) => agent_name)).toEqual(['Ben'])
})
