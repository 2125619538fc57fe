import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { tenantOf } from '../../support/tenant.ts'

let service: Service
let person: Person & { tenant: Tenant }
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  person = await newPerson(service)
  tenant = person.tenant
})
afterAll(() => service.stop())

const blame = async (agent: string, query = '', caller: Pick<Tenant, 'get'> = tenant) =>
  (await caller.get(`/agents/${agent}/prompt-blame${query}`)).body
const lineOf = (body: any, statement: string) => body.lines.find(({ text }: any) => text.includes(statement))

describe('an item that others were merged into', () => {
  const same = [
    'Write tests before you change production code',
    'Always write tests before changing the code',
    'Write the tests before changing any code',
  ] as const
  const principle = (statement: string, more: object = {}) => ({ category: 'principle', statement, ...more })

  test('shows their sources and changes, each marked, also by way of another one, until the merge is undone', async () => {
    const agentId = await tenant.agent()
    const add = async (by: Pick<Tenant, 'post'>, statement: string, quote: string) =>
      (await by.post('/beliefs', { agentId, ...principle(statement), sourceType: 'manual', quote })).body.id
    const merge = async () => (await person.post(`/agents/${agentId}/dedup`, { dryRun: false })).body.merge_id
    const first = await add(person, same[0], 'one')
    const second = await add(tenant, same[1], 'two')
    await person.patch(`/beliefs/${second}`, { status: 'approved' })
    await person.post(`/beliefs/${second}/star`)
    await merge()
    const third = await add(tenant, same[2], 'three')
    await person.post(`/beliefs/${second}/star`)
    await person.post(`/beliefs/${third}/star`)
    const last = await merge()
    const [line] = (await blame(agentId, `?line=${lineOf(await blame(agentId), same[2]).line}`)).lines
    const { display_name } = (await person.get('/auth/session')).body
    expect(line.item).toMatchObject({ id: third, created_by: { type: 'key' } })
    expect(line.merged).toMatchObject([
      { id: first, statement: same[0], owner_name: null, created_by: { type: 'user', name: display_name } },
      { id: second, statement: same[1], owner_name: null, created_by: { type: 'key' } },
    ])
    expect(line.merged_count).toBe(2)
    const quotes = line.sources.map(({ quote, merged_from }: any) => [quote, merged_from])
    expect(quotes.sort()).toEqual([
      ['one', first],
      ['three', null],
      ['two', second],
    ])
    expect(line.source_count).toBe(3)
    const changesOf = (id: string | null) =>
      line.history.filter(({ merged_from }: any) => merged_from === id).map(({ action }: any) => action)
    expect(changesOf(first)).toEqual(['belief.delete', 'belief.create'])
    expect(changesOf(second)).toContain('belief.approve')
    expect(changesOf(null).at(-1)).toBe('belief.create')
    expect(line.history_count).toBe(line.history.length)
    expect(line.history.map(({ at }: any) => at)).toEqual(
      line.history
        .map(({ at }: any) => at)
        .sort()
        .reverse(),
    )

    await person.post(`/organizations/${tenant.orgId}/merges/${last}/undo`)
    const body = await blame(agentId)
    expect(lineOf(body, same[2])).toMatchObject({ merged: [], merged_count: 0, sources: [{ quote: 'three' }] })
    const back = lineOf(body, same[1])
    expect(back.merged.map(({ id }: any) => id)).toEqual([first])
    expect(back.sources.map(({ quote, merged_from }: any) => [quote, merged_from]).sort()).toEqual([
      ['one', first],
      ['two', null],
    ])
  })

  test('and one that consensus found among agents shows theirs, but to a key of one agent only its own', async () => {
    const other = await newPerson(service)
    const { tenant: mine } = other
    const [ada, lin] = [await mine.agent({ name: 'Ada' }), await mine.agent({ name: 'Lin' })]
    for (const [agentId, quote] of [
      [ada, 'of Ada'],
      [lin, 'of Lin'],
    ])
      await mine.post('/beliefs', { agentId, ...principle(same[0]), sourceType: 'manual', quote })
    await other.post(`/organizations/${mine.orgId}/consensus`)
    const lineFor = async (caller: Pick<Tenant, 'get'>) => {
      const { version } = await blame(ada, '', caller)
      const { lines } = await blame(ada, `?version=${version}`, caller)
      return lines.find(({ item }: any) => item?.origin === 'consensus')
    }
    await mine.delete(`/beliefs/${(await mine.get(`/beliefs?agentId=${ada}`)).body.data[0].id}`)
    const line = await lineFor(mine)
    expect(line.merged.map(({ owner_name }: any) => owner_name).sort()).toEqual(['Lin', null])
    expect(line.sources).toMatchObject([
      { source_type: 'consensus', merged_from: null },
      { quote: 'of Lin', merged_from: expect.any(String) },
    ])
    const { key } = (await other.post(`/organizations/${mine.orgId}/api-keys`, { access: 'read', agentId: ada })).body
    const bound = tenantOf(service.call, {
      key,
      user_id: mine.userId,
      organization: { id: mine.orgId, slug: mine.slug },
    })
    const seen = await lineFor(bound)
    expect([seen.merged_count, seen.sources]).toMatchObject([1, [{ source_type: 'consensus' }]])
    expect(JSON.stringify(seen)).not.toContain('Lin')
  })
})
