import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover, importContent, testsFirst } from '../../support/discovery.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { report, said, source } from '../../support/sessions.ts'
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
const boundary = (statement: string) => ({ category: 'boundary', statement })

test('each line of the prompt leads to its item, also where starred ones come first and one repeats the profile', async () => {
  const group = await tenant.group({ name: 'Platform' })
  const agent = await tenant.agent({ name: 'Ada', groupId: group, description: '- Test first\n- Say why' })
  await tenant.post('/beliefs', { agentId: agent, category: 'principle', statement: 'Test first' })
  await tenant.post(`/groups/${group}/beliefs`, { category: 'principle', statement: 'Say why' })
  const { body: starred } = await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
    category: 'principle',
    statement: 'Ask early',
  })
  await tenant.post(`/beliefs/${starred.id}/star`)
  await tenant.post('/responsibilities', { agentId: agent, category: 'ownership', statement: 'Own the build' })
  const { text } = await tenant.get(`/agents/${agent}/prompt`)
  const body = await blame(agent)
  expect(body.lines.map((line: any) => line.text).join('\n')).toBe(text.trimEnd())
  expect([body.version, body.line_count]).toEqual([1, body.lines.length])
  const items = body.lines.filter(({ item }: any) => item)
  expect(items.map(({ text, item }: any) => [text, item.layer, item.owner_name, item.kind, item.category])).toEqual([
    ['- **Ask early**', 'org', expect.any(String), 'belief', 'principle'],
    ['- Test first', 'agent', 'Ada', 'belief', 'principle'],
    ['- Say why', 'group', 'Platform', 'belief', 'principle'],
    ['- Own the build', 'agent', 'Ada', 'responsibility', 'ownership'],
  ])
  const one = await blame(agent, `?line=${items[1].line}`)
  expect(one.lines).toEqual([items[1]])
  const beyond = await tenant.get(`/agents/${agent}/prompt-blame?line=${body.line_count + 1}`)
  expect([beyond.status, beyond.body.error]).toEqual([
    400,
    `line must be at most ${body.line_count}, the number of lines of the prompt`,
  ])
  await tenant.delete(`/beliefs/${starred.id}`)
})

test('who changed a boundary, when, and how it was before', async () => {
  const agent = await tenant.agent()
  const { body: item } = await tenant.post('/beliefs', { agentId: agent, ...boundary('Never deploy on Friday') })
  await person.patch(`/beliefs/${item.id}`, { statement: 'Never deploy on a Friday', status: 'approved' })
  const { display_name } = (await person.get('/auth/session')).body
  const by = { type: 'user', id: tenant.userId, name: display_name, key_hint: null }
  const line = lineOf(await blame(agent), 'Friday')
  expect(line.item).toEqual({
    id: item.id,
    kind: 'belief',
    category: 'boundary',
    layer: 'agent',
    owner_name: 'Ada',
    status: 'approved',
    origin: 'api',
    created_at: item.created_at,
    created_by: expect.objectContaining({ type: 'key' }),
    approved_by: by,
    approved_at: expect.any(String),
  })
  expect(line.history_count).toBe(2)
  expect(line.history).toMatchObject([
    {
      action: 'belief.approve',
      actor: by,
      before: { statement: 'Never deploy on Friday' },
      after: { statement: 'Never deploy on a Friday' },
    },
    { action: 'belief.create', actor: { type: 'key' }, before: null, after: { statement: 'Never deploy on Friday' } },
  ])
})

test('an old version and a label keep their items, and a deleted one leads to who deleted it', async () => {
  const agent = await tenant.agent()
  const { body: kept } = await tenant.post('/beliefs', { agentId: agent, ...boundary('Never share keys') })
  const { body: gone } = await tenant.post('/beliefs', { agentId: agent, ...boundary('Never merge on red') })
  await tenant.put(`/agents/${agent}/labels/production`, { version: 'live' })
  await person.patch(`/beliefs/${kept.id}`, { statement: 'Never share any key' })
  await person.delete(`/beliefs/${gone.id}`)
  await tenant.post('/beliefs', { agentId: agent, ...boundary('Never merge on red') })
  for (const query of ['?version=1', '?label=production']) {
    const body = await blame(agent, query)
    expect(body.version).toBe(1)
    expect(lineOf(body, 'share keys').item.id).toBe(kept.id)
    const line = lineOf(body, 'on red')
    expect([line.item, line.history[0].action, line.history[0].actor.id]).toEqual([
      null,
      'belief.delete',
      tenant.userId,
    ])
  }
  expect(lineOf(await blame(agent), 'on red').item.id).not.toBe(gone.id)
})

test('every origin is told, and an edit does not change it', async () => {
  const agent = await tenant.agent()
  const created = async (answer: Promise<{ body: any }>) => (await answer).body
  await created(person.post('/beliefs', { agentId: agent, ...boundary('Written in a session') }))
  await created(tenant.post('/beliefs', { agentId: agent, ...boundary('Written with a key') }))
  await tenant.post('/beliefs', { agentId: agent, ...boundary('Stated twice'), sourceType: 'consensus' })
  await tenant.post(`/agents/${agent}/import-claude-md`, {
    content: '# Rules\n\n- Never force push to main\n',
    filename: 'AGENTS.md',
  })
  await tenant.post(`/bootstrap/apply`, { agentId: agent, beliefs: [boundary('Applied from a role')] })
  const request = await created(
    tenant.post('/change-requests', {
      title: 'Add one',
      changes: [{ op: 'add', owner: { agentId: agent }, kind: 'belief', ...boundary('Proposed and merged') }],
    }),
  )
  await person.post(`/change-requests/${request.id}/merge`)
  await importContent(service, tenant, agent, testsFirst)
  await discover(service, tenant, agent)
  const [found] = (await tenant.get(`/beliefs?agentId=${agent}&status=pending&hidden=true`)).body.data
  await person.patch(`/beliefs/${found.id}`, { status: 'approved', statement: 'Tests come first of all' })
  const body = await blame(agent)
  const originOf = (statement: string) => lineOf(body, statement).item.origin
  expect(originOf('Written in a session')).toBe('person')
  expect(originOf('Written with a key')).toBe('api')
  expect(originOf('Stated twice')).toBe('api')
  expect(originOf('force push')).toBe('import')
  expect(originOf('Proposed and merged')).toBe('change_request')
  expect(originOf('Applied from a role')).toBe('bootstrap')
  const discovered = lineOf(body, 'Tests come first')
  expect(discovered.item.origin).toBe('discovery')
  expect(discovered.source_count).toBe(discovered.sources.length)
  expect(discovered.sources[0]).toMatchObject({ source_type: 'substack_post', quote: expect.any(String) })
})

test('an imported line names its file and line by every door', async () => {
  const agent = await tenant.agent()
  const content = '# Rules\n\nSome words.\n\n- Never force push to main\n- Always run the linter first\n'
  await tenant.post(`/agents/${agent}/import-claude-md`, { content, filename: 'docs/AGENTS.md' })
  await tenant.post(`/agents/${agent}/import`, {
    files: [
      {
        path: 'CLAUDE.md',
        content: '# Rules\n\n- Never commit secrets\n\n## More\n\n- Always rebase before you push\n',
      },
    ],
  })
  const { slug } = (await tenant.get(`/agents/${agent}`)).body
  const exported = (await tenant.get(`/agents/${slug}/export?format=json`)).text
  const other = await tenant.agent()
  await tenant.post(`/agents/${other}/import`, { files: [{ path: 'ada.json', content: exported }] })
  const proposed = async (path: string, content: string, key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    const { body } = await service.call('POST', `/agents/${agent}/import`, { files: [{ path, content }] }, headers)
    expect((await person.post(`/change-requests/${body.change_request_id}/merge`)).status).toBe(200)
    return (await tenant.get(`/change-requests/${body.change_request_id}`)).body
  }
  const { key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { access: 'propose' })).body
  const request = await proposed('docs/RULES.md', '# Rules\n\n- Never skip a review\n', key)
  const own = (await tenant.get(`/agents/${agent}/export?format=claude_md`)).text
  await proposed('sub/CLAUDE.md', `${own.trimEnd()}\n- Never reuse a password\n`, tenant.key)
  await tenant.post('/beliefs/bulk', {
    agentId: agent,
    beliefs: [{ ...boundary('Never guess'), imported: { file: 'GEMINI.md', line: 7 } }],
  })
  const body = await blame(agent)
  const locationOf = (statement: string) => {
    const { item, sources } = lineOf(body, statement)
    return [item.origin, sources[0].file, sources[0].line]
  }
  expect(locationOf('force push')).toEqual(['import', 'docs/AGENTS.md', 5])
  expect(locationOf('linter')).toEqual(['import', 'docs/AGENTS.md', 6])
  expect(locationOf('commit secrets')).toEqual(['import', 'CLAUDE.md', 3])
  expect(locationOf('rebase')).toEqual(['import', 'CLAUDE.md', 7])
  expect(locationOf('guess')).toEqual(['import', 'GEMINI.md', 7])
  expect(locationOf('skip a review')).toEqual(['change_request', 'docs/RULES.md', 3])
  expect(locationOf('reuse a password')).toEqual([
    'change_request',
    'sub/CLAUDE.md',
    own.trimEnd().split('\n').length + 1,
  ])
  const [merged] = lineOf(body, 'skip a review').sources
  expect([merged.source_type, merged.created_at]).toEqual(['import', request.created_at])
  const [source] = lineOf(await blame(other), 'linter').sources
  const at = exported.split('\n').findIndex((line: string) => line.includes('linter')) + 1
  expect([source.file, source.line]).toEqual(['ada.json', at])
})

test('quotes come surest first, with the checkpoint of a commit and the session', async () => {
  const agent = await tenant.agent()
  await report(tenant, agent, [said(source.session, { how: 'explicit', confidence: 0.9 })])
  await discover(service, tenant, agent)
  const [found] = (await tenant.get(`/beliefs?agentId=${agent}&hidden=true`)).body.data
  await tenant.patch(`/beliefs/${found.id}`, { status: 'approved' })
  const { db } = service.deps
  const content = {
    org_id: tenant.orgId,
    id: crypto.randomUUID(),
    agent_id: agent,
    source_type: 'github_commit' as const,
    external_id: '9f3c1e2',
    title: 'Use pnpm',
    url: 'https://github.com/acme/api/commit/9f3c1e2',
    content: 'Use pnpm',
    published_at: found.created_at,
    created_at: found.created_at,
    updated_at: found.created_at,
  }
  const metadata = JSON.stringify({ sha: '9f3c1e2', trailers: ['Signed-off-by', 'Entire-Checkpoint: a3b2c4d5e6f7'] })
  await db
    .insertInto('content_items')
    .values({ ...content, metadata: metadata as never })
    .execute()
  await db
    .insertInto('item_sources')
    .values({
      org_id: tenant.orgId,
      id: crypto.randomUUID(),
      item_id: found.id,
      source_type: 'github_commit',
      quote: 'Use pnpm',
      content_item_id: content.id,
      created_at: found.created_at,
    })
    .execute()
  const { sources, source_count } = lineOf(await blame(agent), 'pnpm')
  expect(source_count).toBe(2)
  expect(sources).toMatchObject([
    { source_type: 'session', session: { tool: 'claude-code', session: source.session, at: source.at } },
    { source_type: 'github_commit', url: content.url, checkpoint: 'a3b2c4d5e6f7', published_at: found.created_at },
  ])
})

test('a foreign agent is like one that does not exist, and a key of one agent sees that one', async () => {
  const agent = await tenant.agent()
  const other = await tenant.agent()
  const group = await tenant.group()
  await tenant.patch(`/agents/${agent}`, { groupId: group })
  const { body: shared } = await tenant.post(`/groups/${group}/beliefs`, boundary('Never share a password'))
  await tenant.post('/beliefs', { agentId: agent, ...boundary('Never guess') })
  const stranger = await service.register()
  const path = (id: string) => `/agents/${id}/prompt-blame`
  const answers = [await stranger.get(path(agent)), await stranger.get(path(crypto.randomUUID()))]
  for (const { status, body } of answers)
    expect([status, body]).toEqual([404, { error: 'Agent not found', code: 'not_found' }])
  expect((await tenant.get(`${path(agent)}?version=99`)).body.error).toBe('Version not found')
  expect((await tenant.get(`${path(agent)}?label=none`)).body.error).toBe('Label not found')
  const { key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { access: 'read', agentId: agent }))
    .body
  const bound = tenantOf(service.call, {
    key,
    user_id: tenant.userId,
    organization: { id: tenant.orgId, slug: tenant.slug },
  })
  expect((await bound.get(path(other))).status).toBe(404)
  const before = await blame(agent, '', bound)
  expect(lineOf(before, 'guess').history_count).toBe(1)
  expect(lineOf(before, 'password')).toMatchObject({ item: { id: shared.id, layer: 'group' }, history_count: 1 })
  // The agent leaves the group: its old prompt still has the line, and what happens there is no longer its matter.
  await tenant.patch(`/agents/${agent}`, { groupId: null })
  await tenant.patch(`/beliefs/${shared.id}`, { statement: 'Never share a secret' })
  const left = lineOf(await blame(agent, `?version=${before.version}`, bound), 'password')
  expect([left.item, left.history, left.sources]).toEqual([null, [], []])
})
