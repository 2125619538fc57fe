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

test('the Link of a bare list keeps the whole query, whatever characters it has', async () => {
  const { headers, status } = await tenant.get('/models?note=a?b%26c&limit=1&offset=0')
  expect(status).toBe(200)
  const [, target] = /^<([^>]*)>; rel="next"$/.exec(headers.link!) ?? []
  const { pathname, searchParams } = new URL(target!, 'http://localhost')
  expect([pathname, searchParams.get('note'), searchParams.get('limit')]).toEqual(['/api/v1/models', 'a?b&c', '1'])
  expect([searchParams.has('offset'), searchParams.get('cursor')]).toEqual([false, expect.any(String)])
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

test('GET /agents?include names the first 1,000 items of a kind, and says that there are more', async () => {
  const other = await service.register()
  const large = await other.agent({ name: 'A' })
  const small = await other.agent({ name: 'B' })
  await other.post('/responsibilities', { agentId: small, category: 'execution', statement: 'Ship' })
  for (let call = 0; call < 11; call++) {
    const beliefs = Array.from({ length: 100 }, (_, n) => ({ category: 'voice', statement: `Word ${call} ${n}` }))
    await other.post('/beliefs/bulk', { agentId: large, beliefs })
  }
  const { status, body } = await other.get('/agents?include=beliefs,responsibilities&limit=1')
  const next = (await other.get(`/agents?include=beliefs,responsibilities&cursor=${body.next_cursor}`)).body
  const all = (await other.get('/agents?include=responsibilities')).body
  const detail = (await other.get(`/agents/${large}`)).body
  const [agent] = body.data
  expect(status).toBe(200)
  expect([agent.id, agent.belief_count, agent.truncated, agent.responsibilities]).toEqual([large, 1100, true, []])
  expect(agent.beliefs).toEqual(detail.beliefs.slice(0, 1000))
  expect([body.count, body.next_steps[0].path]).toEqual([2, `/api/v1/agents/${large}`])
  expect(next.data.map(({ id }: { id: string }) => id)).toEqual([small])
  expect(next.data[0].responsibilities).toMatchObject([{ statement: 'Ship' }])
  expect(all.data.map(({ truncated }: { truncated?: boolean }) => truncated)).toEqual([undefined, undefined])
  const stranger = await service.register()
  expect((await stranger.get('/agents?include=beliefs')).body.data).toEqual([])
})
