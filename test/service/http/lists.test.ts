import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

test('models, environments and their links take limit and offset', async () => {
  const environments: string[] = []
  for (const name of ['a', 'b', 'c']) {
    await tenant.post('/models', { provider: 'p', modelId: name, name })
    environments.push((await tenant.post('/environments', { name, slug: name })).body.id)
  }
  const links = `/environments/${environments[0]}/models`
  for (const { id } of (await tenant.get('/models')).body) await tenant.post(links, { modelId: id })
  const nameOf = (entry: any) => (entry.models ?? entry).name
  for (const path of ['/models', '/environments', links]) {
    expect([path, (await tenant.get(path)).body.map(nameOf)]).toEqual([path, ['a', 'b', 'c']])
    expect([path, (await tenant.get(`${path}?limit=1&offset=1`)).body.map(nameOf)]).toEqual([path, ['b']])
    expect((await tenant.get(`${path}?limit=5000&offset=2`)).body.map(nameOf)).toEqual(['c'])
    for (const wrong of ['limit=0', 'limit=x', 'offset=-1'])
      expect((await tenant.get(`${path}?${wrong}`)).status).toBe(400)
  }
})

test('a page of large entries ends after 4 MiB, and the next one goes on after it', async () => {
  const agentId = await tenant.agent()
  for (let call = 0; call < 12; call++) {
    const beliefs = Array.from({ length: 30 }, (_, n) => ({
      category: 'axiom',
      statement: `${call} ${n} `.padEnd(4000, '好'),
    }))
    const answer = await tenant.post('/beliefs/bulk', { agentId, beliefs })
    expect(answer.status).toBe(201)
  }
  const seen: string[] = []
  let pages = 0
  for (let count = 1; seen.length < count; pages++) {
    const { body, text } = await tenant.get(`/beliefs?agentId=${agentId}&limit=1000&offset=${seen.length}`)
    expect(body.data.length).toBeGreaterThan(0)
    expect(Buffer.byteLength(text)).toBeLessThan(4.3 * 1024 * 1024)
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    count = body.count
  }
  expect([new Set(seen).size, pages]).toEqual([360, 2])
})
