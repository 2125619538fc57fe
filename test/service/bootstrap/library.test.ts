import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Bootstrap, cook, pilot, repository, startBootstrap } from '../../support/bootstrap.ts'
import type { Tenant } from '../../support/service.ts'

/** The sources of recommendations (behavior: Templates). */

let world: Bootstrap
let tenant: Tenant
beforeAll(async () => {
  world = await startBootstrap()
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.clear()
  tenant = await world.service.register()
})

describe('GET /bootstrap/starter-roles', () => {
  test('lists roles whose items can be applied as they stand', async () => {
    const { body } = await tenant.get('/bootstrap/starter-roles')
    expect(body.count).toBe(body.data.length)
    const role = body.data.find((each: { role: string }) => each.role === 'backend-engineer')
    expect(role).toMatchObject({ name: 'Backend engineer', description: expect.stringContaining('server-side') })
    const agentId = await tenant.agent()
    const { status, body: applied } = await tenant.post('/bootstrap/apply', { agentId, items: role.items })
    expect([status, applied.beliefsCreated + applied.responsibilitiesCreated]).toEqual([200, role.items.length])
  })

  test('401 for nobody', async () => {
    expect((await world.service.call('GET', '/bootstrap/starter-roles')).status).toBe(401)
  })
})

describe('GET /bootstrap/repositories', () => {
  const unread = { org_id: null, license: null, templates: 0, unreadable: 0, scraped_at: null }
  const list = async () => (await tenant.get('/bootstrap/repositories')).body

  test('names the configured ones before anything was read', async () => {
    expect(await list()).toEqual({
      count: 2,
      data: [
        { repository: 'tide/agents', url: 'https://github.com/tide/agents', ...unread },
        { repository: 'tide/more', url: 'https://github.com/tide/more', ...unread },
      ],
    })
  })

  test('tells what was read, for everybody and by one’s own organization: license, files, and those that could not be read', async () => {
    world.broken = 'fish'
    const files = { 'agents/pilot.md': pilot, 'agents/empty.md': '---\nname: empty\ndescription: Nothing\n---\n' }
    world.github.repositories.set('tide/agents', repository(files))
    world.github.repositories.set('drift/cooks', repository({ 'agents/cook.md': cook }, { license: 'Apache-2.0' }))
    await world.scrape(tenant)
    await world.scrape(tenant, { owner: 'drift', repo: 'cooks' })
    const { data } = await list()
    expect(data.map(({ repository }: { repository: string }) => repository)).toEqual([
      'drift/cooks',
      'tide/agents',
      'tide/more',
    ])
    expect(data[0]).toMatchObject({
      org_id: tenant.orgId,
      license: 'Apache-2.0',
      templates: 0,
      scraped_at: expect.any(String),
    })
    expect(data[1]).toMatchObject({ license: 'MIT', templates: 1, unreadable: 1, scraped_at: expect.any(String) })
  })
})
