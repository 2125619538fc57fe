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
