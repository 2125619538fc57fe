import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const path = '/change-requests'

/** Ada in a group, Lin in none, with an item in each layer. */
async function newTeam() {
  const person = await newPerson(service)
  const { tenant } = person
  const group = await tenant.group()
  const ada = await tenant.agent({ name: 'Ada', groupId: group })
  const lin = await tenant.agent({ name: 'Lin' })
  const create = async (where: string, statement: string, more: object = {}) =>
    (await tenant.post(where, { category: 'principle', statement, ...more })).body.id as string
  const own = await create('/beliefs', 'Write tests first', { agentId: ada })
  const ofGroup = await create(`/groups/${group}/beliefs`, 'Review every change')
  const ofOrganization = await create(`/organizations/${tenant.orgId}/beliefs`, 'Roll back first')
  return { person, tenant, group, ada, lin, own, ofGroup, ofOrganization }
}
const add = (owner: object, statement: string, category = 'principle', kind = 'belief') => ({
  op: 'add',
  owner,
  kind,
  category,
  statement,
})
const promptOf = async (tenant: Tenant, agentId: string) => (await tenant.get(`/agents/${agentId}`)).body.system_prompt
async function propose(tenant: Tenant, changes: object[], title = 'Better') {
  const { status, body } = await tenant.post(path, { title, changes })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

test('a request tells its changes, whose prompts they change, and changes nothing until it is merged', async () => {
  const { tenant, group, ada, lin, own, ofGroup, ofOrganization } = await newTeam()
  const before = await promptOf(tenant, ada)
  const { status, body: created } = await tenant.post(
    path,
    {
      title: 'Better habits',
      description: 'Seen in three incidents',
      baseVersion: '7',
      changes: [
        add({ orgId: tenant.orgId }, 'Tell who is on call', 'ownership', 'responsibility'),
        { op: 'edit', id: ofGroup, statement: 'Review each change', starred: true },
        { op: 'remove', id: own },
      ],
    },
    { 'x-client': 'cli/web-shop' },
  )
  expect([status, created]).toMatchObject([201, { number: 1, blast_radius: null, prompt: null }])
  const { body } = await tenant.get(`${path}/${created.id}`)
  expect(body).toEqual({ ...created, blast_radius: body.blast_radius, prompt: body.prompt })
  expect([status, body]).toMatchObject([
    201,
    {
      number: 1,
      status: 'open',
      base_version: '7',
      author: { user_id: tenant.userId, key_hint: tenant.key.slice(-4), client: 'cli/web-shop' },
      decision: null,
      comments: [],
      blast_radius: { agents_reached: 2, agents_changed: 2, groups: [{ id: group }] },
    },
  ])
  expect(body.blast_radius.agents).toEqual([
    { id: ada, name: 'Ada' },
    { id: lin, name: 'Lin' },
  ])
  expect(body.changes).toMatchObject([
    { index: 0, op: 'add', owner: { org_id: tenant.orgId }, before: null, conflict: null },
    {
      op: 'edit',
      id: ofGroup,
      owner: { group_id: group },
      owner_name: 'Platform',
      before: { statement: 'Review every change', starred: false },
      after: { statement: 'Review each change', starred: true },
    },
    {
      op: 'remove',
      owner: { agent_id: ada },
      owner_name: 'Ada',
      before: { statement: 'Write tests first' },
      after: null,
    },
  ])
  expect(await promptOf(tenant, ada)).toBe(before)
  expect(body.prompt).toMatchObject({ agent_id: ada, before })
  const ofLin = (await tenant.get(`${path}/${body.id}?agentId=${lin}`)).body.prompt
  expect(ofLin.agent_id).toBe(lin)
  const merged = await tenant.post(`${path}/${body.id}/merge`)
  expect([merged.status, merged.body]).toMatchObject([
    200,
    { status: 'merged', prompt: null, blast_radius: null, decision: { by: { user_id: tenant.userId } } },
  ])
  expect(merged.body.changes.map(({ merged: isMerged }: any) => isMerged)).toEqual([true, true, true])
  expect([await promptOf(tenant, ada), await promptOf(tenant, lin)]).toEqual([body.prompt.after, ofLin.after])
  const added = (await tenant.get(`/responsibilities/${merged.body.changes[0].id}/sources`)).status
  expect(added).toBe(200)
  const [item] = (await tenant.get(`/organizations/${tenant.orgId}/responsibilities`)).body.data
  expect(item).toMatchObject({ status: 'approved', approved_by: tenant.userId, statement: 'Tell who is on call' })
  expect((await tenant.get(`/beliefs?agentId=${ada}`)).body.data).toEqual([])
  expect((await tenant.get(`/organizations/${tenant.orgId}/beliefs`)).body.data[0].id).toBe(ofOrganization)
})

test('the category decides the kind of an addition, and the item the source type of an override', async () => {
  const { tenant, ada, own, ofGroup, ofOrganization } = await newTeam()
  const addition = { op: 'add', owner: { agentId: ada }, category: 'ownership', statement: 'Own the release notes' }
  const { changes } = await propose(tenant, [
    addition,
    ...[ofGroup, ofOrganization].map((sourceId) => ({ op: 'override', agentId: ada, sourceId })),
  ])
  expect(changes).toMatchObject([
    { kind: 'responsibility' },
    { kind: 'belief', source_type: 'group_belief' },
    { kind: 'belief', source_type: 'org_belief' },
  ])
  for (const change of [
    { op: 'override', agentId: ada, sourceId: own },
    { op: 'override', agentId: ada, sourceType: 'org_responsibility', sourceId: ofOrganization },
  ]) {
    const { status, body } = await tenant.post(path, { title: 'x', changes: [change] })
    expect([status, body.error]).toEqual([404, 'Item to override (sourceId) not found'])
  }
})

test('numbers have no gaps, whatever comes at once, and are each organization’s own', async () => {
  const { tenant, ada } = await newTeam()
  const other = await newTeam()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => propose(tenant, [add({ agentId: ada }, `Statement ${n}`)])),
  )
  expect(answers.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
  const refused = await tenant.post(path, { title: 'x', changes: [add({ agentId: other.ada }, 'Theirs')] })
  expect(refused.status).toBe(404)
  expect((await propose(tenant, [add({ agentId: ada }, 'Next')])).number).toBe(13)
  expect((await propose(other.tenant, [add({ agentId: other.ada }, 'First')])).number).toBe(1)
})

describe('what speaks against a change', () => {
  test('repeats and opposites are named, in any layer that reaches the owner', async () => {
    const { tenant, ada, lin, own } = await newTeam()
    const { id } = (
      await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
        category: 'boundary',
        statement: 'Never deploy on Fridays',
      })
    ).body
    const { changes } = await propose(tenant, [
      add({ agentId: ada }, 'Write tests first'),
      add({ agentId: ada }, 'Deploy on Fridays', 'preference'),
      add({ agentId: lin }, 'Write tests first'),
      add({ agentId: lin }, 'Answer within a day'),
    ])
    expect(changes.map(({ conflict, conflict_item }: any) => [conflict, conflict_item?.id])).toEqual([
      ['duplicate', own],
      ['contradicts', id],
      [null, undefined],
      [null, undefined],
    ])
    expect(changes[1].conflict_item).toMatchObject({
      statement: 'Never deploy on Fridays',
      owner: { org_id: tenant.orgId },
    })
  })

  test('an item that changed or went since makes its change stale: 409 with the places, and nothing is written', async () => {
    const { tenant, ada, own, ofGroup, ofOrganization } = await newTeam()
    const { id } = await propose(tenant, [
      add({ agentId: ada }, 'Ask first'),
      { op: 'edit', id: own, starred: true },
      { op: 'edit', id: ofGroup, statement: 'Review each change' },
      { op: 'remove', id: ofOrganization },
    ])
    await tenant.patch(`/beliefs/${ofGroup}`, { starred: true })
    await tenant.delete(`/beliefs/${ofOrganization}`)
    const before = await promptOf(tenant, ada)
    const read = (await tenant.get(`${path}/${id}`)).body
    expect(read.changes.map(({ conflict }: any) => conflict)).toEqual([null, null, 'stale', 'stale'])
    const refused = await tenant.post(`${path}/${id}/merge`)
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: expect.stringMatching(/^Changes 2, 3 cannot be merged, so nothing was: /), code: 'conflict' },
    ])
    expect(await promptOf(tenant, ada)).toBe(before)
    expect((await tenant.get(`${path}/${id}`)).body.status).toBe('open')
    const merged = (await tenant.post(`${path}/${id}/merge`, { only: [1, 0] })).body
    expect(merged.changes.map(({ merged: isMerged }: any) => isMerged)).toEqual([true, true, false, false])
    expect(merged.status).toBe('merged')
    expect(await promptOf(tenant, ada)).toContain('Ask first')
    expect((await tenant.post(`${path}/${id}/merge`)).status).toBe(409)
    expect((await tenant.post(`${path}/${id}/close`)).status).toBe(409)
  })

  test('what somebody added meanwhile is not added twice, and the rest is not written either', async () => {
    const { tenant, ada } = await newTeam()
    const { id } = await propose(tenant, [add({ agentId: ada }, 'Ask first'), add({ agentId: ada }, 'Ask  twice')])
    await tenant.post('/beliefs', { agentId: ada, category: 'principle', statement: 'Ask twice' })
    const { status, body } = await tenant.post(`${path}/${id}/merge`)
    expect([status, body.error]).toEqual([409, expect.stringContaining('Changes 1')])
    expect((await tenant.get(`/beliefs?agentId=${ada}`)).body.count).toBe(2)
  })
})

test('a request and its changes go on when an agent of them is deleted', async () => {
  const { tenant, ada, lin } = await newTeam()
  const { id } = await propose(tenant, [add({ agentId: ada }, 'Ask first'), add({ agentId: lin }, 'Ask first')])
  await tenant.delete(`/agents/${ada}`)
  const { body } = await tenant.get(`${path}/${id}`)
  expect(body.changes.map(({ index }: any) => index)).toEqual([1])
  expect((await tenant.post(`${path}/${id}/merge`)).status).toBe(200)
  const { id: empty } = await propose(tenant, [add({ agentId: lin }, 'Ask twice')])
  await tenant.delete(`/agents/${lin}`)
  expect((await tenant.get(`${path}/${empty}`)).body).toMatchObject({ changes: [], prompt: null })
  expect((await tenant.post(`${path}/${empty}/merge`)).status).toBe(409)
})

test('a comment that an earlier version stored as it was sent is shown without what nobody can see', async () => {
  const { tenant, ada } = await newTeam()
  const request = await propose(tenant, [add({ agentId: ada }, 'One')], 'Ada')
  await tenant.post(`${path}/${request.id}/comments`, { text: 'Why?' })
  await service.deps.db
    .updateTable('change_request_comments')
    .set({ text: 'Wh\u202ey\u001b?' })
    .where('change_request_id', '=', request.id)
    .execute()
  expect((await tenant.get(`${path}/${request.id}`)).body.comments).toMatchObject([{ text: 'Why?' }])
})

test('comments stand in order, closing tells why, and lists filter by status and agent', async () => {
  const { tenant, group, ada, lin, person } = await newTeam()
  const ofAda = await propose(tenant, [add({ agentId: ada }, 'One')], 'Ada')
  const ofLin = await propose(tenant, [add({ agentId: lin }, 'One')], 'Lin')
  const ofGroup = await propose(tenant, [add({ groupId: group }, 'Two')], 'Group')
  const ofAll = await propose(tenant, [add({ orgId: tenant.orgId }, 'Three')], 'All')
  expect((await tenant.post(`${path}/${ofLin.id}/comments`, { text: 'Why?' })).status).toBe(201)
  await person.post(`${path}/${ofLin.id}/comments`, { text: 'Because.' })
  const closed = await person.post(`${path}/${ofLin.id}/close`, { reason: 'Said already' })
  expect(closed.body).toMatchObject({
    status: 'closed',
    decision: { reason: 'Said already', by: { key_hint: null } },
    comments: [
      { text: 'Why?', author: { key_hint: tenant.key.slice(-4) } },
      { text: 'Because.', author: { user_id: tenant.userId, key_hint: null } },
    ],
  })
  const titles = async (query: string) =>
    (await tenant.get(`${path}?${query}`)).body.data.map(({ title }: any) => title)
  expect(await titles('')).toEqual(['All', 'Group', 'Lin', 'Ada'])
  expect(await titles('status=open')).toEqual(['All', 'Group', 'Ada'])
  expect(await titles(`agentId=${lin}`)).toEqual(['All', 'Lin'])
  expect(await titles(`agentId=${ada}&status=open`)).toEqual(['All', 'Group', 'Ada'])
  const [head] = (await tenant.get(`${path}?status=closed`)).body.data
  expect(head).toMatchObject({ id: ofLin.id, change_count: 1, comment_count: 2 })
  const { body } = await tenant.get(`${path}?limit=3`)
  const rest = await titles(`limit=3&cursor=${body.next_cursor}`)
  expect([body.count, rest]).toEqual([4, ['Ada']])
  expect([ofAda.number, ofGroup.number, ofAll.number]).toEqual([1, 3, 4])
})

test('400 and 404 for what cannot be proposed', async () => {
  const { tenant, ada, own } = await newTeam()
  const refused = async (changes: unknown) => {
    const { status, body } = await tenant.post(path, { title: 'x', changes })
    return `${status} ${body.error}`
  }
  expect(await refused([])).toMatch(/^400 changes must not be empty/)
  expect(await refused(Array.from({ length: 501 }, (_, n) => add({ agentId: ada }, `${n}`)))).toMatch(/^400 changes/)
  expect(await refused([{ op: 'add', owner: { agentId: ada }, kind: 'belief', category: 'axiom' }])).toMatch(
    /^400 changes\[0\]\.statement is required/,
  )
  expect(await refused([{ op: 'edit', starred: true }])).toMatch(/^400 changes\[0\]\.id is required/)
  expect(await refused([{ op: 'edit', id: own }])).toMatch(/^400 changes\[0\] must have/)
  expect(await refused([{ op: 'edit', id: own, category: 'ownership' }])).toMatch(/^400 changes\[0\]\.category/)
  expect(await refused([add({ agentId: ada }, 'x', 'ownership')])).toMatch(/^400 changes\[0\]\.category/)
  expect(await refused([add({}, 'x')])).toMatch(/^400 changes\[0\]\.owner/)
  expect(await refused([add({ agentId: ada, orgId: tenant.orgId }, 'x')])).toMatch(/^400 changes\[0\]\.owner/)
  expect(await refused([add({ agentId: ada }, ' ')])).toMatch(/^400/)
  expect(await refused([add({ agentId: ada }, 'Same'), add({ agentId: ada }, ' Same ')])).toMatch(/^400 changes\[1\]/)
  expect(
    await refused([
      { op: 'remove', id: own },
      { op: 'edit', id: own, starred: true },
    ]),
  ).toMatch(/^400 changes\[1\]/)
  expect(await refused([{ op: 'remove', id: crypto.randomUUID() }])).toBe('404 Item not found')
  expect(await refused([add({ groupId: crypto.randomUUID() }, 'x')])).toBe('404 Group not found')
  const { id } = await propose(tenant, [add({ agentId: ada }, 'Fine')])
  expect((await tenant.post(`${path}/${id}/merge`, { only: [1] })).status).toBe(400)
  expect((await tenant.post(`${path}/${id}/merge`, { only: [] })).status).toBe(400)
})

test('a foreign request, item, owner or agent is as one that does not exist', async () => {
  const theirs = await newTeam()
  const { tenant, ada, person } = await newTeam()
  const foreign = await propose(theirs.tenant, [add({ agentId: theirs.ada }, 'Theirs')])
  const own = await propose(tenant, [add({ agentId: ada }, 'Ours')])
  const random = crypto.randomUUID()
  for (const caller of [tenant, person]) {
    for (const [id, other] of [
      [foreign.id, theirs.ada],
      [random, random],
    ]) {
      const answers = [
        await caller.get(`${path}/${id}`),
        await caller.post(`${path}/${id}/merge`),
        await caller.post(`${path}/${id}/close`),
        await caller.post(`${path}/${id}/comments`, { text: 'x' }),
        await caller.get(`${path}?agentId=${other}`),
        await caller.get(`${path}/${own.id}?agentId=${other}`),
        await caller.post(path, { title: 'x', changes: [add({ agentId: other }, 'x')] }),
        await caller.post(path, { title: 'x', changes: [{ op: 'remove', id: id === random ? random : theirs.own }] }),
        await caller.post(path, {
          title: 'x',
          changes: [add({ orgId: id === random ? random : theirs.tenant.orgId }, 'x')],
        }),
      ]
      expect(answers.map(({ status, text }) => [status, text])).toEqual([
        ...Array(4).fill([404, '{"error":"Change request not found","code":"not_found"}']),
        ...Array(3).fill([404, '{"error":"Agent not found","code":"not_found"}']),
        [404, '{"error":"Item not found","code":"not_found"}'],
        [404, '{"error":"Organization not found","code":"not_found"}'],
      ])
    }
  }
  expect((await theirs.tenant.get(`${path}/${foreign.id}`)).body).toMatchObject({ status: 'open', comments: [] })
})

test('there are only so many open requests of one author, and comments on one', async () => {
  const { tenant, ada, person } = await newTeam()
  const { id, created_at } = await propose(tenant, [add({ agentId: ada }, 'One')])
  const { db } = service.deps
  const first = await db.selectFrom('change_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .insertInto('change_requests')
    .values(Array.from({ length: 199 }, (_, n) => ({ ...first, id: crypto.randomUUID(), number: n + 2 })))
    .execute()
  const next = { title: 'x', changes: [add({ agentId: ada }, 'Two')] }
  expect((await tenant.post(path, next)).status).toBe(409)
  expect((await person.post(path, next)).body.number).toBe(201)
  // A repeat adds no request.
  expect((await tenant.post(path, next)).body).toMatchObject({ number: 201, _existing: true })
  await tenant.post(`${path}/${id}/close`)
  expect((await tenant.post(path, { ...next, changes: [add({ agentId: ada }, 'Three')] })).status).toBe(201)
  const comment = { org_id: tenant.orgId, change_request_id: id, author_id: tenant.userId, text: 'x', created_at }
  await db
    .insertInto('change_request_comments')
    .values(Array.from({ length: 499 }, () => ({ ...comment, id: crypto.randomUUID() })))
    .execute()
  expect((await tenant.post(`${path}/${id}/comments`, { text: 'last' })).status).toBe(201)
  expect((await tenant.post(`${path}/${id}/comments`, { text: 'no' })).status).toBe(409)
})
