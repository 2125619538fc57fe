import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discover, importContent, testsFirst } from '../../support/discovery.ts'
import { type Operation, readOperations } from '../../support/operations.ts'
import { type Answer, type Service, startService, type Tenant } from '../../support/service.ts'
import { propose } from '../../support/sessions.ts'

let service: Service
let tenant: Tenant
/** Lists in an order that is computed from versions and no column, which a cursor cannot continue. */
const computedOrders = ['/organizations/{orgId}/labels/{label}', '/organizations/{orgId}/fleet']
let lists: Operation[]
/** A path of each list, with entries in it. */
let addresses: string[]
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  const takes = ({ parameters }: Operation, wanted: string) => parameters.some(({ name }) => name === wanted)
  // The lists of the operator cover all organizations, and have a test of their own.
  lists = (await readOperations(service)).filter(
    (operation) =>
      takes(operation, 'offset') && !computedOrders.includes(operation.path) && !operation.path.startsWith('/admin/'),
  )
  addresses = await fill(tenant)
})
afterAll(() => service.stop())

/** Five of each listed kind, with ties in the sort columns. */
async function fill({ post, get, key, orgId, agent, group }: Tenant): Promise<string[]> {
  const create = async (path: string, body: object = {}) => {
    const { status, body: created } = await post(path, body)
    if (status !== 201) throw new Error(`${path} answered ${status}`)
    return created
  }
  const groupId = await group()
  const agentId = await agent({ groupId })
  for (const name of ['Ada', 'Bo', 'Zoë', 'Ada']) {
    await post('/pbd/process', { agentId: await agent({ name, groupId }) })
  }
  for (const name of ['Platform', 'Design', 'Writing', 'Design']) await group({ name })
  const categories = { beliefs: ['voice', 'axiom'], responsibilities: ['monitoring', 'ownership'] }
  for (const [plural, [some, others]] of Object.entries(categories)) {
    for (const [n, category] of [some, others, others, some, others].entries()) {
      for (const layer of [`/organizations/${orgId}`, `/groups/${groupId}`, '']) {
        const { id } = await create(`${layer}/${plural}`, { agentId, category, statement: `${n}` })
        if (n === 2) await post(`${layer}/${plural}/${id}/star`)
      }
    }
  }
  const withSources: Record<string, string> = {}
  for (const [plural, [category]] of Object.entries(categories)) {
    const { id } = await create(`/${plural}`, { agentId, category, statement: 'Found' })
    withSources[plural] = id
    const source = { org_id: orgId, item_id: id, source_type: 'conversation', created_at: new Date().toISOString() }
    const sources = [newId(), newId(), newId()].map((sourceId) => ({ ...source, id: sourceId }))
    await service.deps.db.insertInto('item_sources').values(sources).execute()
  }
  const talk = { participants: [{ participantType: 'agent', agentId }] }
  const talks = []
  for (const _ of testsFirst) talks.push(await create('/conversations', talk))
  const participantId = talks[0].participants[0].id
  for (const content of testsFirst) await create(`/conversations/${talks[0].id}/messages`, { participantId, content })
  const environments = []
  for (const name of ['a', 'b', 'c']) {
    const { id: modelId } = await create('/models', { provider: 'p', modelId: name, name: 'M' })
    const { id: environmentId } = await create('/environments', { name, slug: name })
    environments.push(environmentId)
    await create(`/environments/${environments[0]}/models`, { modelId })
    await create(`/agents/${agentId}/models`, { environmentId, modelId })
    await create(`/agents/${agentId}/snapshots`)
  }
  const hook = await create(`/organizations/${orgId}/webhooks`, { url: 'https://example.com', events: ['label.moved'] })
  for (const _ of [1, 2, 3]) await post(`/organizations/${orgId}/webhooks/${hook.id}/test`)
  for (const title of ['First', 'Second', 'Third']) {
    const added = { op: 'add', owner: { agentId }, kind: 'belief', category: 'voice', statement: title }
    await create('/change-requests', { title, changes: [added] })
  }
  await importContent(service, tenant, agentId, [...testsFirst, 'I never merge on red.', 'I prefer small changes.'])
  await discover(service, tenant, agentId)
  const proposals = await propose(service, tenant, agentId, ['Use tabs', 'Name tests after behavior', 'Ship on Monday'])
  for (const { id } of Object.values(proposals)) await tenant.patch(`/beliefs/${id}`, { status: 'approved' })
  // Each prompt that is read after a change is a version.
  const put = async (path: string, body: object) => {
    const { status } = await service.call('PUT', path, body, { authorization: `Bearer ${key}` })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  for (const statement of ['Use spaces', 'Use short names', 'Use small commits']) {
    await create('/beliefs', { agentId, category: 'voice', statement })
    await get(`/agents/${agentId}/prompt`)
    await put(`/agents/${agentId}/labels/production`, { version: 'live' })
  }
  return [
    '/agents',
    `/agents?groupId=${groupId}`,
    `/agents/${agentId}/models`,
    `/agents/${agentId}/snapshots`,
    '/groups',
    '/models',
    '/environments',
    `/environments/${environments[0]}/models`,
    '/jobs',
    `/conversations?agentId=${agentId}`,
    `/conversations/${talks[0].id}`,
    `/content-items?agentId=${agentId}`,
    `/observations?agentId=${agentId}`,
    `/signals?agentId=${agentId}`,
    `/organizations/${orgId}/proposals`,
    '/change-requests',
    `/organizations/${orgId}/decisions`,
    `/organizations/${orgId}/audit-log`,
    `/organizations/${orgId}/webhooks/${hook.id}/deliveries`,
    `/agents/${agentId}/prompt-versions`,
    `/agents/${agentId}/labels/production/history`,
    ...Object.keys(categories).flatMap((plural) => [
      `/${plural}/${withSources[plural]}/sources`,
      `/${plural}?agentId=${agentId}`,
      `/${plural}?groupId=${groupId}`,
      `/organizations/${orgId}/${plural}`,
      `/groups/${groupId}/${plural}`,
    ]),
  ]
}

const withQuery = (address: string, query: string) => `${address}${address.includes('?') ? '&' : '?'}${query}`
/** Conflicts of proposals are left out, since a comparison that does not end in time has none. */
const rowsOf = ({ body }: Answer): any[] =>
  (body.data ?? body.snapshots ?? body.messages ?? body).map(
    ({ conflicts, conflicts_checked, ...row }: Record<string, unknown>) => row,
  )

/** The next page: the cursor of the envelope, or that of the `Link` of a bare list. */
function cursorOf({ body, headers }: Answer): string | null {
  if (!Array.isArray(body)) return body.next_cursor
  const [, target] = /^<([^>]*)>; rel="next"$/.exec(headers.link ?? '') ?? []
  return target === undefined ? null : new URL(target, 'http://localhost').searchParams.get('cursor')
}

/** The content of a cursor, and a cursor with given content. */
const positionOf = (answer: Answer) => JSON.parse(Buffer.from(cursorOf(answer)!, 'base64url').toString())
const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** All pages, the first one without a cursor. */
async function walk(address: string, limit: number, between: () => Promise<void> = async () => {}): Promise<any[]> {
  const rows = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const at = cursor === undefined ? '' : `&cursor=${cursor}`
    const answer = await tenant.get(withQuery(address, `limit=${limit}${at}`))
    expect([address, answer.status]).toEqual([address, 200])
    rows.push(...rowsOf(answer))
    cursor = cursorOf(answer)
    await between()
  }
  return rows
}

describe('cursor', () => {
  test('of every list leads through the same rows as one large page', async () => {
    for (const address of addresses) {
      const whole = await tenant.get(withQuery(address, 'limit=1000'))
      expect([address, cursorOf(whole)]).toEqual([address, null])
      expect([address, rowsOf(whole).length > 1]).toEqual([address, true])
      for (const limit of [1, 2]) expect([address, await walk(address, limit)]).toEqual([address, rowsOf(whole)])
      // An offset still counts rows, and its page continues with a cursor.
      const second = await tenant.get(withQuery(address, 'limit=1&offset=1'))
      expect([address, rowsOf(second)]).toEqual([address, [rowsOf(whole)[1]]])
      const beyond = await tenant.get(withQuery(address, 'limit=1&offset=999'))
      expect([address, rowsOf(beyond), cursorOf(beyond)]).toEqual([address, [], null])
      if (whole.body.count !== undefined) {
        expect([address, second.body.count, beyond.body.count]).toEqual([address, whole.body.count, whole.body.count])
        const last = await tenant.get(withQuery(address, `limit=1&cursor=${cursorOf(second) ?? ''}`))
        if (cursorOf(second)) expect([address, last.body.count]).toEqual([address, whole.body.count])
      }
    }
  })

  test('is known to every list of the OpenAPI document; 400 beside an offset, and for what is none', async () => {
    const pathOf = (address: string) => address.split('?')[0]!.replace(/[\da-f-]{36}/g, '')
    const ofAgents = positionOf(await tenant.get(`${addresses[1]}&limit=1`))
    for (const { name, path } of lists) {
      const address = addresses.find(
        (known) => pathOf(known) === path.replace('{label}', 'production').replace(/\{\w+\}/g, ''),
      )
      expect([name, address]).toEqual([name, expect.any(String)])
      const wrong = [made(ofAgents), made([]), made(null), made({}), made('x'), 'A', 'bm90IEpTT04', '!', '']
      for (const cursor of wrong) {
        const { status, body } = await tenant.get(withQuery(address!, `cursor=${cursor}`))
        expect([name, cursor, status, body.error]).toEqual([name, cursor, 400, expect.stringMatching(/^cursor /)])
      }
      const { status, body } = await tenant.get(withQuery(address!, `offset=0&cursor=${made(ofAgents)}`))
      expect([name, status, body.error]).toEqual([name, 400, 'cursor takes the place of offset; send one of them'])
    }
  })

  test('holds for its organization and filters alone', async () => {
    const stranger = await service.register()
    await stranger.agent()
    await stranger.agent()
    const cursor = cursorOf(await tenant.get('/agents?limit=1'))
    expect((await tenant.get(`/agents?limit=3&cursor=${cursor}`)).status).toBe(200)
    expect((await stranger.get(`/agents?limit=1&cursor=${cursor}`)).status).toBe(400)
    const [agents, beliefs] = [addresses[1], addresses.find((address) => address.startsWith('/beliefs?agentId'))!]
    expect((await tenant.get(`${agents}&cursor=${cursor}`)).status).toBe(400)
    const ofBeliefs = cursorOf(await tenant.get(`${beliefs}&limit=1&hidden=false&category=axiom`))
    expect((await tenant.get(`${beliefs}&category=axiom&hidden=false&cursor=${ofBeliefs}`)).status).toBe(200)
    for (const other of [
      '',
      '&hidden=false',
      '&hidden=false&category=voice',
      '&hidden=false&category=axiom&starred=true',
    ])
      expect((await tenant.get(`${beliefs}${other}&cursor=${ofBeliefs}`)).status).toBe(400)
  })

  test('made up by a client, leads through its own list or is refused', async () => {
    for (const address of addresses) {
      const [tag, ...position] = positionOf(await tenant.get(withQuery(address, 'limit=1')))
      const value = fc.oneof(
        fc.constantFrom(...position, '\0', '\ud800', 1e308, -1, 2 ** 40, 0.5, true, null, '2026-02-30T00:00:00.000Z'),
        fc.jsonValue(),
      )
      await fc.assert(
        fc.asyncProperty(fc.tuple(...position.map(() => value)), async (values) => {
          const { status } = await tenant.get(withQuery(address, `cursor=${made([tag, ...values])}`))
          expect([200, 400]).toContain(status)
        }),
        { numRuns: 25 },
      )
    }
  })

  test('gives what was there all the time exactly once, while others come and go', async () => {
    const names = fc.constantFrom('Ada', 'Bo', 'Cy', 'Zoë', 'ada', '')
    const change = fc.record({ name: names.map((name) => `${name}!`), removes: fc.nat(5), adds: fc.nat(2) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(names, { minLength: 3, maxLength: 12 }),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (first, changes, limit) => {
          const groupId = await tenant.group()
          const stays = new Set<string>()
          for (const name of first) stays.add(await tenant.agent({ name: `${name}!`, groupId }))
          const goes = [...stays].filter((_, at) => at % 3 === 0)
          const queue = [...changes]
          const seen = await walk(`/agents?groupId=${groupId}`, limit, async () => {
            const next = queue.shift()
            if (!next) return
            for (let n = 0; n < next.adds; n++) await tenant.agent({ name: next.name, groupId })
            for (const id of goes.splice(0, next.removes)) {
              stays.delete(id)
              await tenant.delete(`/agents/${id}`)
            }
          })
          const ids = seen.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          expect([...stays].filter((id) => !ids.includes(id))).toEqual([])
        },
      ),
      { numRuns: 15 },
    )
  })
})
