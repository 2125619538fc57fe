import { afterAll, beforeAll, expect, test } from 'vitest'
import { AgentIdentity } from '../../clients/typescript/src/index.ts'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { newRepository, run, type Workspace } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Versions and labels by the command and the client, against a service in another process. */

let folder: string
let service: Running
let workspace: Workspace
let key: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  key = (await call(service, 'POST', '/register', {})).body.key
  workspace = newRepository(folder, { url: service.url, key })
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  const belief = { agentId: 'ada', category: 'principle', statement: 'Test first' }
  const { id } = (await call(service, 'POST', '/beliefs', belief, key)).body
  await run(workspace, 'show', 'ada')
  await call(service, 'PATCH', `/beliefs/${id}`, { statement: 'Test first and last' }, key)
  await run(workspace, 'show', 'ada')
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const out = async (...args: string[]) => {
  const { status, out: text, error } = await run(workspace, ...args)
  expect([args.join(' '), status, error]).toEqual([args.join(' '), 0, ''])
  return text
}

test('versions are listed, printed and compared; a label is set, read, rolled back and taken away', async () => {
  const list = await out('versions', 'ada')
  expect(list).toMatch(/^2 .* 1 item {2}\d+ tokens {2}live {2}.*: belief\.update “Test first and last” \(agent\)\n1 /)
  expect(list).toMatch(/\n1 .* 1 item {2}\d+ tokens {8}.*: belief\.create “Test first” \(agent\) and 1 other\n$/)
  expect(await out('versions', 'ada', '--layer', 'group')).toBe('No version matches.\n')
  expect(await out('versions', 'ada', '1')).toContain('- Test first\n')
  expect(await out('versions', 'ada', '2', '--since', '1')).toContain('-- Test first\n+- Test first and last\n')
  expect(await out('label', 'ada')).toBe('No label is set.\n')
  expect(await out('label', 'ada', 'production', '1', '--reason', 'Reviewed')).toBe('production is version 1.\n')
  expect(await out('show', 'ada', '--label', 'production')).toContain('- Test first\n')
  expect(await out('label', 'ada', 'production', 'live')).toBe('production is version 2.\n')
  expect(await out('label', 'ada', 'production', '--rollback')).toBe('production is version 1.\n')
  expect(await out('label', 'ada')).toMatch(/^production {2}version 1 {2}1 behind/)
  expect(await out('label', 'ada', 'production', '--history')).toMatch(/2 → 1 [\s\S]*1 → 2 [\s\S]*none → 1 .*Reviewed/)
  expect(await out('label', 'ada', 'production', '--remove')).toBe('Took production away.\n')
  expect(await run(workspace, 'show', 'ada', '--label', 'production')).toMatchObject({
    status: 1,
    error: expect.stringContaining('Label not found'),
  })
})

test('the client reads a prompt by label, environment or number', async () => {
  await out('label', 'ada', 'staging', '1')
  await call(service, 'POST', '/environments', { name: 'Staging', slug: 'staging' }, key)
  await call(service, 'POST', '/environments', { name: 'Production', slug: 'live-site' }, key)
  const agent = new AgentIdentity({ baseUrl: service.url, apiKey: key, cacheDir: '' }).agent('ada')
  const versionOf = async (options: object) => (await agent.prompt(options)).version
  expect(await versionOf({})).toBe(2)
  expect(await versionOf({ label: 'staging' })).toBe(1)
  expect(await versionOf({ environment: 'staging' })).toBe(1)
  expect(await versionOf({ environment: 'live-site' })).toBe(2)
  expect(await versionOf({ version: 1 })).toBe(1)
  await expect(agent.prompt({ version: 9 })).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['versions ada x', "value 'x' is invalid for argument 'number'. It must be a whole number"],
  ['versions ada 9', 'Version not found'],
  ['versions ada --since 1', '--since compares with a version: name it as [number]'],
  ['label ada Production', '[label] must be 1 to 64 lowercase letters, digits and hyphens'],
  ['label ada live', '[label] must not be live'],
  ['label ada production latest', 'such as 7, or live for the present prompt'],
  ['label ada production 0', 'such as 7, or live for the present prompt'],
  ['label nobody production', 'Agent not found'],
])('%s › a sentence that names the way out', async (line, sentence) => {
  const { status, error } = await run(workspace, ...line.split(' '))
  expect([status, error]).toEqual([1, expect.stringContaining(sentence)])
})
