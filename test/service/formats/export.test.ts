import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatNames } from '#core/domain/formats/format.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
let group: string
let agent: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  group = await tenant.group()
  agent = await tenant.agent({ name: 'Ada', groupId: group, jobTitle: 'Engineer', identityMarkers: ['payments'] })
  await tenant.post('/beliefs', { agentId: agent, category: 'boundary', statement: 'Never merge on red' })
  await tenant.post('/responsibilities', { agentId: agent, category: 'ownership', statement: 'The ledger' })
  await tenant.post(`/groups/${group}/beliefs`, { category: 'voice', statement: 'Be brief' })
  await tenant.post(`/organizations/${tenant.slug}/beliefs`, { category: 'axiom', statement: 'Users first' })
  const { body } = await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Whisper' })
  await tenant.post(`/beliefs/${body.id}/hide`)
})
afterAll(() => service.stop())

const inherited = ['Be brief', 'Users first']
const own = ['Never merge on red', 'The ledger']

describe.each(formatNames)('GET /agents/{agentId}/export?format=%s', (format) => {
  const url = () => `/agents/${agent}/export?format=${format}`

  test('has what the prompt has, and json the own layer whole', async () => {
    const { status, body, headers } = await tenant.get(`${url()}&report=true`)
    expect(status).toBe(200)
    const text = body.files.map(({ content }: { content: string }) => content).join('\n')
    const held =
      format === 'json' ? [...own, 'Whisper'] : format === 'a2a_card' ? ['The ledger'] : [...own, ...inherited]
    for (const statement of held) expect(text).toContain(statement)
    const others = format === 'json' ? inherited : ['Whisper']
    for (const statement of others) expect(text).not.toContain(statement)
    expect(headers['x-export-lost']).toBe(String(body.lost.length))
    for (const lost of body.lost)
      expect(lost).toEqual({ item_id: lost.item_id, field: lost.field, reason: expect.any(String) })
  })

  test('is the file itself, with its name, type and tag', async () => {
    const { body } = await tenant.get(`${url()}&report=true`)
    const { status, text, headers } = await tenant.get(url())
    expect([status, headers['x-export-lost']]).toEqual([200, String(body.lost.length)])
    if (body.files.length === 1) expect(text).toBe(body.files[0].content)
    else expect(headers['content-type']).toBe('application/zip')
    const name = body.files.length === 1 ? body.files[0].path.split('/').at(-1) : 'identity.zip'
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    expect((await tenant.get(url(), { 'if-none-match': headers.etag! })).status).toBe(304)
  })
})

test('an unknown or missing format is a 400 that names it', async () => {
  for (const query of ['', '?format=docx', '?format=']) {
    const { status, body } = await tenant.get(`/agents/${agent}/export${query}`)
    expect([status, body.error]).toEqual([400, expect.stringContaining('format')])
  }
})

test('a skill is written into the folder that path names, and is the same file', async () => {
  const filesOf = async (query: string) =>
    (await tenant.get(`/agents/${agent}/export?format=skill&report=true${query}`)).body.files
  const [usual] = await filesOf('')
  expect(usual.path).toBe('.claude/skills/ada/SKILL.md')
  expect(await filesOf('&path=.claude/skills')).toEqual([usual])
  expect(await filesOf('&path=.agents/skills')).toEqual([{ ...usual, path: '.agents/skills/ada/SKILL.md' }])
})

test.each([
  ['skill', '.git/hooks', /path.*\.claude\/skills.*\.agents\/skills/],
  ['skill', '', /path.*\.claude\/skills.*\.agents\/skills/],
  ['claude_md', '.agents/skills', /path is for the format skill alone, not claude_md; leave it out/],
])('%s in the folder %j is a 400 that says the way out', async (format, path, error) => {
  const { status, body } = await tenant.get(`/agents/${agent}/export?format=${format}&path=${path}`)
  expect([status, body.error]).toEqual([400, expect.stringMatching(error)])
})

test('a foreign agent is a 404 like one that is missing', async () => {
  const stranger = await service.register()
  const foreign = await stranger.get(`/agents/${agent}/export?format=claude_md`)
  const missing = await stranger.get('/agents/00000000-0000-7000-8000-000000000000/export?format=claude_md')
  expect([foreign.status, foreign.text]).toEqual([404, missing.text])
})

test('what exports held is kept once for the same identity, for 90 days, and 50 of an agent at most', async () => {
  const other = await tenant.agent({ name: 'Bea' })
  const kept = () => service.deps.db.selectFrom('agent_exports').selectAll().where('agent_id', '=', other).execute()
  const exportIt = () => tenant.get(`/agents/${other}/export?format=claude_md`)
  await exportIt()
  await exportIt()
  expect(await kept()).toHaveLength(1)
  await service.deps.db
    .updateTable('agent_exports')
    .set({ exported_at: '2020-01-01T00:00:00.000Z' })
    .where('agent_id', '=', other)
    .execute()
  for (let round = 0; round < 52; round++) {
    await tenant.patch(`/agents/${other}`, { jobTitle: `Engineer ${round}` })
    await exportIt()
  }
  const rows = await kept()
  expect(rows.length).toBeGreaterThanOrEqual(50)
  expect(rows.length).toBeLessThanOrEqual(51)
  expect(rows.every(({ exported_at }) => exported_at > '2021')).toBe(true)
})
