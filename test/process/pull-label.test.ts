import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { newRepository, read, run } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Files that hold the version that a label names. */

let folder: string
let service: Running
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
}, 120_000)
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

test('pull --label writes what the label says, keeps it in agent-identity.json and reports the label', async () => {
  const { key } = (await call(service, 'POST', '/register', {})).body
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  const believe = (statement: string) =>
    call(service, 'POST', '/beliefs', { agentId: 'ada', category: 'boundary', statement, status: 'approved' }, key)
  const repository = newRepository(folder, { url: service.url, key })
  const fleet = async () => {
    const { data } = JSON.parse((await run(repository, 'fleet', '--json')).out)
    return data.map(({ state, version, label, behind }: any) => [state, version, label, behind])
  }
  const entries = () => JSON.parse(read(repository, 'agent-identity.json')).files
  await believe('Never merge on red')
  const unlabeled = await run(repository, 'pull', 'ada', '--format', 'claude_md', '--label', 'production')
  expect([unlabeled.status, unlabeled.error]).toEqual([1, expect.stringContaining('Label not found')])
  await run(repository, 'label', 'ada', 'production')
  await believe('Never rewrite history')

  const pulled = await run(repository, 'pull', 'ada', '--format', 'claude_md', '--label', 'production')
  expect(pulled).toMatchObject({ status: 0, error: '' })
  expect(read(repository, 'CLAUDE.md')).toContain('Never merge on red')
  expect(read(repository, 'CLAUDE.md')).not.toContain('Never rewrite history')
  expect(entries()).toEqual([{ path: 'CLAUDE.md', agent: 'ada', format: 'claude_md', label: 'production' }])
  expect(await fleet()).toEqual([['written', 1, 'production', 0]])
  const exported = await run(repository, 'export', 'ada', '--format', 'claude_md', '--label', 'production')
  expect(exported.out.trim()).toBe(read(repository, 'CLAUDE.md').trim())
  const watched = await run(repository, 'pull', '--watch')
  expect(watched.error).toContain('--watch follows the live prompt, and CLAUDE.md holds the label production')

  expect((await run(repository, 'pull', '--check')).status).toBe(0)
  expect((await run(repository, 'pull', '--check', '--label', 'live')).status).toBe(2)
  await run(repository, 'label', 'ada', 'production', '2')
  expect((await run(repository, 'pull', '--check', '--label', 'production')).status).toBe(2)
  expect(await fleet()).toEqual([['written', 1, 'production', 1]])
  await run(repository, 'pull')
  expect(read(repository, 'CLAUDE.md')).toContain('Never rewrite history')
  await run(repository, 'pull', '--label', 'live')
  expect(entries()).toEqual([{ path: 'CLAUDE.md', agent: 'ada', format: 'claude_md' }])
})

test('files of a format in words of its own report their label too', { timeout: 120_000 }, async () => {
  const { key } = (await call(service, 'POST', '/register', {})).body
  await call(service, 'POST', '/agents', { name: 'Bo' }, key)
  const repository = newRepository(folder, { url: service.url, key })
  await run(repository, 'label', 'bo', 'early')
  await call(service, 'PATCH', '/agents/bo', { jobTitle: 'Engineer' }, key)
  await run(repository, 'pull', 'bo', '--format', 'skill', '--label', 'early')
  const { data } = JSON.parse((await run(repository, 'fleet', '--json')).out)
  expect(data).toMatchObject([{ state: 'written', version: 1, label: 'early', behind: 0, is_current: true }])
})
