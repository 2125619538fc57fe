import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { callTool, connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { join, newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let owner: Person
let mcp: string
beforeAll(async () => {
  service = await startService()
  mcp = await listenForMcp(service)
  owner = await newPerson(service, { display_name: 'Nadia' })
})
afterAll(() => service.stop())

const logOf = async (person: Person, query = '') =>
  (await person.get(`/organizations/${person.tenant.orgId}/audit-log${query}`)).body

describe('GET /organizations/{orgId}/audit-log', () => {
  test('says who changed what, from where, and how it was before', async () => {
    const agent = await owner.tenant.agent({ name: 'Ada' })
    const headers = { 'x-client': 'cli/web-shop' }
    const created = await owner.tenant.post(
      '/beliefs',
      { agentId: agent, category: 'boundary', statement: 'Never deploy on a Friday' },
      headers,
    )
    const id = created.body.id
    await owner.patch(`/beliefs/${id}`, { status: 'approved' })
    await owner.patch(`/beliefs/${id}`, { statement: 'Never deploy on Fridays', starred: true })
    const { data, count } = await logOf(owner, `?target=${id}`)
    expect(count).toBe(3)
    const [updated, approved, made] = data
    expect(made).toMatchObject({
      actor: { type: 'key', name: 'First key', key_hint: owner.tenant.key.slice(-4) },
      surface: 'cli',
      client: 'cli/web-shop',
      action: 'belief.create',
      target: { type: 'belief', id, name: 'Never deploy on a Friday' },
      agent_id: agent,
      group_id: null,
      before: null,
      after: { category: 'boundary', statement: 'Never deploy on a Friday', status: 'pending', origin: 'manual' },
      ip: '127.0.0.1',
      request_id: created.headers['x-request-id'],
      erased: false,
    })
    expect(made.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(approved).toMatchObject({
      actor: { type: 'user', id: owner.tenant.userId, name: 'Nadia', key_hint: null },
      surface: 'dashboard',
      client: null,
      action: 'belief.approve',
      before: { status: 'pending' },
      after: { status: 'approved' },
    })
    expect(updated).toMatchObject({
      action: 'belief.update',
      before: { statement: 'Never deploy on a Friday', starred: false },
      after: { statement: 'Never deploy on Fridays', starred: true },
    })
    expect(Object.keys(updated).sort()).toEqual(
      'action actor after agent_id at before client erased group_id hash ip request_id seq surface target'.split(' '),
    )
  })

  test('finds by actor, action, target, agent and time, and numbers without gaps', async () => {
    const person = await newPerson(service)
    const [ada, bob] = [await person.tenant.agent({ name: 'Ada' }), await person.tenant.agent({ name: 'Bob' })]
    const beliefs = ['One', 'Two', 'Three'].map((statement) => ({ category: 'axiom', statement }))
    await person.tenant.post('/beliefs/bulk', { agentId: ada, beliefs })
    await person.post('/beliefs', { agentId: bob, category: 'axiom', statement: 'Four' })
    const all = await logOf(person, '?limit=1000')
    expect(all.data.map(({ seq }: any) => seq)).toEqual(all.data.map((_: unknown, at: number) => all.count - at))
    const found = async (query: string) => (await logOf(person, query)).data.map(({ target }: any) => target.name)
    expect(await found(`?agentId=${ada}&action=belief.create`)).toEqual(expect.arrayContaining(['One', 'Two', 'Three']))
    expect(await found(`?agentId=${ada}&action=belief.create`)).toHaveLength(3)
    expect(await found(`?actor=${person.tenant.userId}&action=belief.create`)).toEqual(['Four'])
    const [last] = all.data
    expect(await found(`?since=${last.at}&limit=1`)).toEqual([last.target.name])
    expect(await found(`?until=${all.data.at(-1).at}`)).toEqual([])
    expect((await logOf(person, '?limit=2&offset=1')).data.map(({ seq }: any) => seq)).toEqual([
      all.count - 1,
      all.count - 2,
    ])
    const group = (await person.post('/groups', { orgId: person.tenant.orgId, name: 'Platform' })).body.id
    await person.post(`/groups/${group}/beliefs`, { category: 'axiom', statement: 'Five' })
    await person.post(`/organizations/${person.tenant.orgId}/beliefs`, { category: 'axiom', statement: 'Six' })
    expect(await found(`?groupId=${group}`)).toEqual(['Five', 'Platform'])
    expect(await found('?type=belief&layer=group')).toEqual(['Five'])
    expect(await found('?type=belief&layer=org')).toEqual(['Six'])
    expect(await found('?type=belief&layer=agent&limit=1')).toEqual(['Four'])
    expect(await found('?type=bel')).toEqual([])
  })

  test('streams lines from a number to the head, oldest first', async () => {
    const { orgId } = owner.tenant
    const path = `/organizations/${orgId}/audit-log`
    const { status, text, headers } = await owner.tenant.get(`${path}?after=2`, { accept: 'application/x-ndjson' })
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson'])
    const lines = text.trim().split('\n')
    const { data, count } = await logOf(owner, '?limit=1000')
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual(Array.from({ length: count - 2 }, (_, at) => at + 3))
    expect(JSON.parse(lines.at(-1)!)).toEqual(data[0])
  })

  test('is for members and keys of full access, and of its own organization alone', async () => {
    const stranger = await newPerson(service)
    const member = await newPerson(service)
    await join(owner, member)
    const { orgId } = owner.tenant
    for (const path of [`/organizations/${orgId}/audit-log`, `/organizations/${orgId}/audit-log/verify`]) {
      expect((await member.get(path)).status).toBe(200)
      expect((await owner.tenant.get(path)).status).toBe(200)
      const random = path.replace(orgId, crypto.randomUUID())
      const [foreign, unknown] = [await stranger.get(path), await stranger.get(random)]
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
      for (const access of ['read', 'propose', 'write']) {
        const { body } = await owner.post(`/organizations/${orgId}/api-keys`, { access })
        const answer = await service.call('GET', path, undefined, { authorization: `Bearer ${body.key}` })
        expect(answer.status).toBe(401)
      }
    }
  })

  test('tells apart a tool of MCP, a job and a person, by key and by page', async () => {
    const person = await newPerson(service)
    const { tenant } = person
    const client = await connectMcp(mcp, tenant.key)
    await callTool(client, 'create_agent', { name: 'Ada' })
    await client.close()
    await person.patch(`/organizations/${tenant.orgId}`, { autoPublishConversations: true })
    const agent = await tenant.agent({ avatarPrompt: 'A fox' })
    await runDueJobs(service.deps)
    const { data } = await logOf(person)
    const told = data.map(({ actor, surface, action, client }: any) => [actor.type, surface, action, client])
    expect(told).toContainEqual(['key', 'mcp', 'agent.create', 'test 1.0.0'])
    expect(told).toContainEqual(['user', 'dashboard', 'organization.update', null])
    expect(told).toContainEqual(['job', 'job', 'agent.update', null])
    expect(data[0]).toMatchObject({ actor: { name: 'avatar' }, target: { id: agent } })
  })

  test('holds no secret, hashes what others wrote, and cuts a long text and says so', async () => {
    const person = await newPerson(service)
    const { tenant } = person
    const agent = await tenant.agent({ description: 'é'.repeat(3000) })
    const { body: key } = await person.post(`/organizations/${tenant.orgId}/api-keys`, { label: 'CI' })
    const source = {
      agentId: agent,
      platform: 'rss',
      config: { url: 'https://feeds.example.com/?api_key=sk-proj-abcdefghijklmnopqrstuvwxyz012345678901234567' },
    }
    await tenant.post('/content-sources', source)
    const talk = await tenant.post('/conversations', { participants: [{ participantType: 'agent', agentId: agent }] })
    const participantId = talk.body.participants[0].id
    await tenant.post(`/conversations/${talk.body.id}/messages`, { participantId, content: 'Between us' })
    const { text } = await person.get(`/organizations/${tenant.orgId}/audit-log?limit=1000`)
    expect(text).not.toContain(key.key)
    expect(text).not.toMatch(/key_hash|token_hash|sk-proj|Between us/)
    const { data } = JSON.parse(text)
    const message = data.find(({ action }: any) => action === 'message.create')
    expect(message.after.content).toMatch(/^sha256:[0-9a-f]{64}$/)
    const { description } = data.find(({ action }: any) => action === 'agent.create').after
    expect(Buffer.byteLength(description)).toBeLessThan(4200)
    expect(description).toMatch(/é … \(cut: 6000 bytes in all\)$/)
  })

  test('the deletion of an agent is one entry, and a rejected change none', async () => {
    const person = await newPerson(service)
    const agent = await person.tenant.agent({ name: 'Ada' })
    const belief = { agentId: agent, category: 'axiom', statement: 'One' }
    await person.tenant.post('/beliefs', belief)
    const before = (await logOf(person)).count
    expect((await person.tenant.post('/beliefs', belief)).status).toBe(409)
    expect((await logOf(person)).count).toBe(before)
    await person.delete(`/agents/${agent}`)
    const { data, count } = await logOf(person)
    expect(count).toBe(before + 1)
    expect(data[0]).toMatchObject({ action: 'agent.delete', target: { id: agent, name: 'Ada' }, after: null })
    expect(data[0].before).toMatchObject({ name: 'Ada' })
  })
})
