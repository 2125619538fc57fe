import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { seed } from '../../scripts/seed.ts'
import { call, newFolder, removeFolder, start } from './running.ts'

test('a seeded folder holds an organization with everything in it, and is seeded once', async () => {
  const folder = newFolder()
  onTestFinished(() => removeFolder(folder))
  const DATA_DIR = `${folder}/data`
  const lines = (await seed({ DATA_DIR })).join('\n')
  await expect(seed({ DATA_DIR })).rejects.toThrow(`${DATA_DIR} holds data already`)
  expect(existsSync(DATA_DIR)).toBe(true)
  const service = await start(folder)
  onTestFinished(async () => void (await service.stop()))
  const [, key] = /API key: +(\S+)/.exec(lines)!
  const read = async (path: string) => (await call(service, 'GET', path, undefined, key)).body
  const [, email, password] = /Sign in: +(\S+), password "(.+)"/.exec(lines)!
  expect((await call(service, 'POST', '/auth/login', { email, password })).status).toBe(200)
  const agents = (await read('/agents')).data
  expect(agents.map(({ name }: { name: string }) => name).sort()).toEqual(['Ada', 'Grace', 'Katherine', 'Margaret'])
  expect((await read('/change-requests?status=open')).count).toBe(1)
  expect((await read('/organizations/acme/beliefs')).count).toBeGreaterThan(0)
  for (const { id } of agents.filter(({ name }: { name: string }) => ['Ada', 'Grace'].includes(name))) {
    expect((await read(`/signals?agentId=${id}`)).count).toBeGreaterThan(0)
    expect((await read(`/beliefs?agentId=${id}`)).count).toBeGreaterThan(2)
  }
  expect(
    (await read(`/conversations?agentId=${agents.find(({ name }: { name: string }) => name === 'Grace').id}`)).count,
  ).toBe(1)
})
