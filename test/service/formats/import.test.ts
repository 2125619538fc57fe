import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatNames } from '#core/domain/formats/format.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

interface World {
  group: string
  agent: string
  ids: Record<string, string>
}

async function newWorld(): Promise<World> {
  const organization = `/organizations/${tenant.slug}/beliefs`
  const group = await tenant.group()
  const agent = await tenant.agent({ groupId: group })
  const ids: World['ids'] = {}
  const add = async (path: string, category: string, statement: string) => {
    const known = (await tenant.get(`${path}?limit=1000`)).body.data?.find((item: any) => item.statement === statement)
    ids[statement] = known?.id ?? (await tenant.post(path, { agentId: agent, category, statement })).body.id
  }
  await add('/beliefs', 'boundary', 'Never merge on red')
  await add('/beliefs', 'voice', 'Say what failed and how to fix it')
  await add('/responsibilities', 'ownership', 'Own the payments ledger')
  await add(`/groups/${group}/beliefs`, 'principle', 'Prefer small changes over large ones')
  await add(organization, 'axiom', 'Users come first')
  return { group, agent, ids }
}

const exported = async (agent: string, format = 'claude_md') =>
  (await tenant.get(`/agents/${agent}/export?format=${format}&report=true`)).body.files as {
    path: string
    content: string
  }[]

const importFiles = (agent: string, files: object[], more: object = {}) =>
  tenant.post(`/agents/${agent}/import`, { files, ...more })

const edited = (files: { path: string; content: string }[], edit: (content: string) => string) =>
  files.map(({ path, content }) => ({ path, content: edit(content) }))

const statements = async (agent: string) => {
  const { body } = await tenant.get(`/agents/${agent}/resolved-identity`)
  return [...body.beliefs, ...body.responsibilities].map(({ statement }) => statement).sort()
}

describe.each(formatNames.filter((name) => name !== 'a2a_card'))('%s', (format) => {
  test('comes back unchanged without a change', async () => {
    const { agent } = await newWorld()
    const { status, body } = await importFiles(agent, await exported(agent, format))
    const count = format === 'json' ? 3 : 5
    expect([status, body.format, body.unchanged, body.proposed, body.removed]).toEqual([200, format, count, 0, 0])
    expect([body.change_request_id, body.lost.filter((lost: any) => lost.field !== 'agent')]).toEqual([undefined, []])
  })

  test('an edit of one line is one edit of that item, whatever the layers hold by now', async () => {
    const { agent, ids } = await newWorld()
    const files = await exported(agent, format)
    await tenant.post('/beliefs', { agentId: agent, category: 'axiom', statement: 'Added meanwhile' })
    await tenant.delete(`/responsibilities/${ids['Own the payments ledger']}`)
    const { body } = await importFiles(
      agent,
      edited(files, (content) => content.replace('Never merge on red', 'Never merge while tests are red')),
    )
    expect([body.proposed, body.removed, body.changes]).toEqual([
      1,
      0,
      [
        {
          op: 'edit',
          id: ids['Never merge on red'],
          statement: 'Never merge while tests are red',
          base_updated_at: expect.any(String),
        },
      ],
    ])
    const before = await statements(agent)
    expect(before).toContain('Never merge on red')
    expect((await tenant.post(`/change-requests/${body.change_request_id}/merge`)).status).toBe(200)
    expect(await statements(agent)).toEqual(
      before.map((one) => (one === 'Never merge on red' ? 'Never merge while tests are red' : one)).sort(),
    )
    // The same file again has nothing left to propose.
    const again = await importFiles(
      agent,
      edited(files, (content) => content.replace('Never merge on red', 'Never merge while tests are red')),
    )
    expect([again.body.proposed, again.body.removed, again.body.change_request_id]).toEqual([0, 0, undefined])
  })

  test('another agent gets what it does not have', async () => {
    const { agent } = await newWorld()
    const other = await tenant.agent({ name: 'Bea' })
    const { body } = await importFiles(other, await exported(agent, format))
    const created = body.items.filter(({ status }: any) => status === 'created')
    expect(created.length).toBe(body.items.length)
    const wanted = ['Never merge on red', 'Own the payments ledger', 'Say what failed and how to fix it']
    expect(await statements(other)).toEqual(expect.arrayContaining(wanted))
  })
})

describe('edits of an exported CLAUDE.md', () => {
  test('become additions, edits and removals, of the layer whose line it was', async () => {
    const { agent, ids } = await newWorld()
    const files = edited(await exported(agent), (content) =>
      content
        .replace('- Say what failed and how to fix it\n', '')
        .replace('- Prefer small changes over large ones', '- **Prefer small changes over large ones.**')
        .replace('- Users come first', '- Users come first\n- Latency is a feature'),
    )
    const { body } = await importFiles(agent, files)
    const told = body.changes.map(({ base_updated_at, ...change }: any) => change)
    expect(told).toEqual(
      expect.arrayContaining([
        { op: 'remove', id: ids['Say what failed and how to fix it'] },
        {
          op: 'edit',
          id: ids['Prefer small changes over large ones'],
          statement: 'Prefer small changes over large ones.',
          starred: true,
        },
        {
          op: 'add',
          owner: { agent_id: agent },
          kind: 'belief',
          category: 'axiom',
          statement: 'Latency is a feature',
          starred: false,
          source_type: 'import',
          file: 'CLAUDE.md',
          line: 16,
        },
      ]),
    )
    expect([told.length, body.proposed, body.removed, body.unchanged]).toEqual([3, 2, 1, 3])
    const { body: request } = await tenant.get(`/change-requests/${body.change_request_id}`)
    expect([request.status, request.changes.length]).toEqual(['open', 3])
  })

  test('a line that moved to another section changes its category, and one of the other kind is new', async () => {
    const { agent, ids } = await newWorld()
    const line = '- Say what failed and how to fix it\n'
    const files = edited(await exported(agent), (content) =>
      content
        .replace(line, '')
        .replace('- Prefer small changes over large ones\n', `- Prefer small changes over large ones\n${line}`),
    )
    const { body } = await importFiles(agent, files, { dryRun: true })
    expect(body.changes).toEqual([
      {
        op: 'edit',
        id: ids['Say what failed and how to fix it'],
        category: 'principle',
        base_updated_at: expect.any(String),
      },
    ])
    const other = edited(await exported(agent), (content) =>
      content.replace(line, '').replace('- Own the payments ledger\n', `- Own the payments ledger\n${line}`),
    )
    const moved = (await importFiles(agent, other, { dryRun: true })).body
    expect(moved.changes.map(({ op }: any) => op)).toEqual(['remove', 'add'])
  })

  test('what is below 0.65 is a removal and an addition', async () => {
    const { agent } = await newWorld()
    const files = edited(await exported(agent), (content) =>
      content.replace('Never merge on red', 'Ask before a deploy'),
    )
    const { body } = await importFiles(agent, files, { dryRun: true })
    expect(body.changes.map(({ op }: any) => op)).toEqual(['remove', 'add'])
    expect(body.change_request_id).toBeUndefined()
  })

  test('an edited line whose item is gone is a new item of its layer, and one that was removed stays removed', async () => {
    const { agent, ids, group } = await newWorld()
    const files = await exported(agent)
    await tenant.delete(`/groups/${group}/beliefs/${ids['Prefer small changes over large ones']}`)
    const changed = edited(files, (content) =>
      content.replace('small changes over large ones', 'small changes over very large ones'),
    )
    const { body } = await importFiles(agent, changed, { dryRun: true })
    expect(body.changes).toEqual([
      expect.objectContaining({
        op: 'add',
        owner: { group_id: group },
        statement: 'Prefer small changes over very large ones',
      }),
    ])
    const removed = edited(files, (content) => content.replace('- Prefer small changes over large ones\n', ''))
    expect((await importFiles(agent, removed, { dryRun: true })).body.changes).toEqual([])
  })

  test('an item that changed meanwhile is told as stale by the change request', async () => {
    const { agent, ids } = await newWorld()
    const files = await exported(agent)
    await tenant.patch(`/beliefs/${ids['Never merge on red']}`, { statement: 'Never merge red builds' })
    const { body } = await importFiles(
      agent,
      edited(files, (content) => content.replace('Never merge on red', 'Never ever merge on red')),
    )
    const { body: request } = await tenant.get(`/change-requests/${body.change_request_id}`)
    expect(JSON.stringify(request.changes[0].conflict ?? request.changes[0].conflicts)).toContain('stale')
  })

  test('edits of the profile are told as lost, and text in a section of its own is read for rules', async () => {
    const { agent } = await newWorld()
    const files = edited(
      await exported(agent),
      (content) =>
        `${content.replace('You are Ada', 'You are Bea')}\n## Deploys\n\n- Always run the smoke tests before a deploy\n`,
    )
    const { body } = await importFiles(agent, files, { dryRun: true })
    expect(body.lost).toEqual([expect.objectContaining({ item_id: null, field: 'profile' })])
    expect(body.changes).toEqual([
      expect.objectContaining({ op: 'add', statement: expect.stringMatching(/smoke tests before a deploy/) }),
    ])
  })

  test('a version that is no longer kept removes nothing', async () => {
    const { agent } = await newWorld()
    const files = edited(await exported(agent), (content) =>
      content.replace('- Never merge on red\n', '- Latency is a feature\n'),
    )
    await service.deps.db.deleteFrom('agent_exports').where('agent_id', '=', agent).execute()
    const { body } = await importFiles(agent, files, { dryRun: true })
    expect(body.changes.map(({ op, statement }: any) => [op, statement])).toEqual([['add', 'Latency is a feature']])
    expect(body.lost).toEqual([expect.objectContaining({ field: 'version' })])
  })

  test('a key of another organization finds no agent', async () => {
    const { agent } = await newWorld()
    const stranger = await service.register()
    const files = await exported(agent)
    expect((await stranger.post(`/agents/${agent}/import`, { files })).status).toBe(404)
  })
})

describe('json', () => {
  test('brings an agent back with every field of its items', async () => {
    const { agent, ids } = await newWorld()
    await tenant.patch(`/beliefs/${ids['Never merge on red']}`, { starred: true, status: 'approved', displayOrder: 3 })
    await tenant.post(`/beliefs/${ids['Say what failed and how to fix it']}/hide`)
    const fields = async (id: string) => {
      const { body } = await tenant.get(`/beliefs?agentId=${id}`)
      const { body: others } = await tenant.get(`/responsibilities?agentId=${id}`)
      return [...(body.data ?? body), ...(others.data ?? others)].map(
        ({ category, statement, starred, hidden, status, display_order, n_count }: any) => ({
          ...{ category, statement, starred, hidden, status, display_order, n_count },
        }),
      )
    }
    const other = await tenant.agent({ name: 'Bea' })
    await importFiles(other, await exported(agent, 'json'))
    expect(await fields(other)).toEqual(await fields(agent))
  })
})

test('an edit of a field that no change request sets is told as lost, and hiding is proposed', async () => {
  const { agent, ids } = await newWorld()
  const files = edited(await exported(agent, 'json'), (content) =>
    content.replace(
      /("statement":"Never merge on red".*)"hidden":false,"status":"pending"/,
      '$1"hidden":true,"status":"approved"',
    ),
  )
  const { body } = await importFiles(agent, files, { dryRun: true })
  const id = ids['Never merge on red']
  expect(body.changes).toEqual([{ op: 'edit', id, hidden: true, base_updated_at: expect.any(String) }])
  expect(body.lost).toContainEqual({ item_id: id, field: 'status', reason: 'a change request cannot set it' })
})

describe('other files', () => {
  test('a rules file behaves like import-claude-md', async () => {
    const content = '# Rules\n\n- Always write tests first\n- Never push to main\n'
    const [first, second] = [await tenant.agent(), await tenant.agent()]
    const { body: expected } = await tenant.post(`/agents/${first}/import-claude-md`, { content })
    const dry = await importFiles(second, [{ path: 'CLAUDE.md', content }], { dryRun: true })
    expect([dry.status, dry.body.format]).toEqual([200, 'claude_md'])
    expect(dry.body.items.map(({ status }: any) => status)).toEqual(['new', 'new'])
    expect(await statements(second)).not.toContain('Always write tests first')
    const { body } = await importFiles(second, [{ path: 'CLAUDE.md', content }])
    const told = (items: any[]) =>
      items.map(({ type, category, statement, status }) => [type, category, statement, status])
    expect(told(body.items)).toEqual(told(expected.items))
    const again = await importFiles(second, [{ path: 'CLAUDE.md', content }])
    expect([again.body.unchanged, again.body.items[0].status]).toEqual([2, 'deduplicated'])
  })
})
