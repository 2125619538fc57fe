import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'
import { type Tenant, tenantOf } from '../../support/tenant.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const path = '/change-requests'

/** Ada with a key of her own, Bo in another group, and requests and a conversation that both participate in. */
async function newTeam(access = 'write') {
  const person = await newPerson(service)
  const { tenant } = person
  const { orgId, slug, userId } = tenant
  const [ownGroup, otherGroup] = [await tenant.group({ name: 'Own' }), await tenant.group({ name: 'Other' })]
  const ada = await tenant.agent({ name: 'Ada', groupId: ownGroup })
  const bo = await tenant.agent({ name: 'Bo', groupId: otherGroup })
  const { key } = (await person.post(`/organizations/${orgId}/api-keys`, { access, agentId: ada })).body
  const keyOfAda = tenantOf(service.call, { key, user_id: userId, organization: { id: orgId, slug } })
  let proposals = 0
  // Each proposal is another one: a repeated one would be answered with the first.
  const propose = async (...owners: object[]) => {
    const statement = `Ask first, ${++proposals}`
    const changes = owners.map((owner) => ({ op: 'add', owner, kind: 'belief', category: 'axiom', statement }))
    const { status, body } = await tenant.post(path, { title: 'Better', changes })
    expect(status).toBe(201)
    return body.id as string
  }
  return { person, tenant, orgId, ownGroup, otherGroup, ada, bo, key: keyOfAda, propose }
}
type Team = Awaited<ReturnType<typeof newTeam>>

/** Every request about one change request, without the ids that differ. */
async function answersFor({ key }: Team, id: string) {
  const answers = [
    await key.get(`${path}/${id}`),
    await key.post(`${path}/${id}/merge`),
    await key.post(`${path}/${id}/close`, { reason: 'No' }),
    await key.post(`${path}/${id}/comments`, { text: 'Why?' }),
  ]
  return answers.map(({ status, text }) => `${status} ${text}`)
}

test('a change request of a deleted agent or group, or of several agents, is as one that does not exist', async () => {
  const team = await newTeam()
  const { tenant, orgId, otherGroup, ada, bo, key, propose } = team
  const other = await tenant.agent({ name: 'Cy' })
  const group = await tenant.group({ name: 'Gone' })
  const hidden = [
    await propose({ agentId: bo }),
    await propose({ agentId: bo }, { agentId: ada }),
    await propose({ agentId: bo }, { orgId }),
    await propose({ groupId: otherGroup }),
    await propose({ agentId: other }),
    await propose({ agentId: other }, { agentId: ada }),
    await propose({ agentId: other }, { orgId }),
    await propose({ groupId: group }),
    await propose({ groupId: group }, { agentId: ada }),
  ]
  const own = await propose({ agentId: ada })
  await tenant.delete(`/agents/${other}`)
  await tenant.delete(`/groups/${group}`)
  const random = await answersFor(team, crypto.randomUUID())
  for (const id of hidden) expect(await answersFor(team, id)).toEqual(random)
  for (const query of ['', `?agentId=${ada}`, '?status=open'])
    expect((await key.get(`${path}${query}`)).body.data.map(({ id }: any) => id)).toEqual([own])
  const open = (await tenant.get(`${path}?status=open&limit=100`)).body.data.map(({ id }: any) => id)
  expect(hidden.filter((id) => !open.includes(id))).toEqual([])
  // Everybody else still reads them through the remaining agent.
  const ofAda = (await tenant.get(`${path}?agentId=${ada}&limit=100`)).body.data.map(({ id }: any) => id)
  expect(ofAda).toContain(hidden[5])
})

test('a request about a layer above is there to read: its decision and its comments are not the agent’s', async () => {
  const team = await newTeam()
  const { tenant, orgId, ownGroup, ada, key, propose } = team
  const shared = [
    await propose({ orgId }),
    await propose({ groupId: ownGroup }),
    await propose({ agentId: ada }, { orgId }),
  ]
  for (const id of shared) {
    const [read, ...decisions] = await answersFor(team, id)
    expect(read).toMatch(/^200/)
    expect(decisions).toEqual(Array(3).fill('401 {"error":"This key may not reach beyond its agent"}'))
    expect((await key.post(`${path}/${id}/merge`, { only: [0] })).status).toBe(401)
    expect((await tenant.get(`${path}/${id}`)).body).toMatchObject({ status: 'open', comments: [] })
  }
  const own = await propose({ agentId: ada })
  expect((await key.post(`${path}/${own}/comments`, { text: 'Mine' })).status).toBe(201)
  expect((await key.post(`${path}/${own}/close`)).status).toBe(200)
})

test('a key that may only propose closes what its user proposed by whatever key, and an agent’s key no more than of its agent', async () => {
  const { tenant, person, orgId, ada, bo, key: keyOfAda, propose } = await newTeam('propose')
  const guest = await newPerson(service)
  await join(person, guest, 'owner')
  const keyOf = async (by: Person) => {
    const { key } = (await by.post(`/organizations/${orgId}/api-keys`, { access: 'propose' })).body
    return tenantOf(service.call, { ...tenant, key, organization: { id: orgId } })
  }
  const closedBy = async (caller: Pick<Tenant, 'post'>, id: string) => {
    const { status, body } = await caller.post(`${path}/${id}/close`)
    return body.error ?? status
  }
  const [second, ofGuest] = [await keyOf(person), await keyOf(guest)]
  // Proposed by the full key of the person.
  expect(await closedBy(ofGuest, await propose({ agentId: bo }))).toBe('This key may not close what others proposed')
  expect(await closedBy(second, await propose({ agentId: bo }))).toBe(200)
  expect(await closedBy(second, await propose({ orgId }))).toBe(200)
  expect(await closedBy(keyOfAda, await propose({ agentId: ada }))).toBe(200)
  expect(await closedBy(keyOfAda, await propose({ agentId: bo }))).toBe('Change request not found')
  expect(await closedBy(keyOfAda, await propose({ orgId }))).toBe('This key may not reach beyond its agent')
  expect(await closedBy(keyOfAda, await propose({ agentId: ada }, { orgId }))).toBe(
    'This key may not reach beyond its agent',
  )
})

test('a conversation has messages of the agent and of people by its key, none in the name of another agent', async () => {
  const { tenant, ada, bo, key } = await newTeam('propose')
  const gone = await tenant.agent({ name: 'Cy' })
  const participants = [
    { participantType: 'agent', agentId: ada },
    { participantType: 'agent', agentId: bo },
    { participantType: 'agent', agentId: gone },
    { participantType: 'human', displayName: 'Eve' },
  ]
  const { body: talk } = await tenant.post('/conversations', { participants })
  await tenant.delete(`/agents/${gone}`)
  const messages = `/conversations/${talk.id}/messages`
  const [own, ofBo, ofGone, ofEve] = talk.participants.map(({ id }: any) => id)
  const refused = await key.post(messages, { participantId: crypto.randomUUID(), content: 'I agree.' })
  expect(refused.status).toBe(400)
  for (const participantId of [ofBo, ofGone]) {
    const { status, text } = await key.post(messages, { participantId, content: 'I agree.' })
    expect([status, text]).toEqual([refused.status, refused.text])
    const batch = {
      messages: [
        { participantId: own, content: 'Yes.' },
        { participantId, content: 'I agree.' },
      ],
    }
    expect((await key.post(messages, batch)).status).toBe(400)
  }
  for (const participantId of [own, ofEve])
    expect((await key.post(messages, { participantId, content: 'Hello.' })).status).toBe(201)
  expect((await tenant.post(messages, { participantId: ofBo, content: 'I agree.' })).status).toBe(201)
  const { body } = await tenant.get(`/conversations/${talk.id}`)
  expect(body.messages.map(({ participant_id }: any) => participant_id)).toEqual([own, ofEve, ofBo])
})

test('a transcript in which another agent speaks is refused', async () => {
  const { tenant, ada, bo, key } = await newTeam('propose')
  const participants = [
    { participantType: 'agent', agentId: ada },
    { participantType: 'agent', agentId: bo, displayName: 'Bo' },
  ]
  const { body: talk } = await tenant.post('/conversations', { participants })
  const messages = `/conversations/${talk.id}/messages`
  const raw = { format: true, rawText: 'Ada: I never merge on red.\nBo: I agree with you.' }
  const names: [object, string][] = [
    [{ agentName: 'Ada', otherParticipantName: 'Bo' }, 'otherParticipantName'],
    [{ agentName: 'Bo', otherParticipantName: 'Ada' }, 'agentName'],
  ]
  for (const [named, field] of names) {
    const { status, body } = await key.post(messages, { ...raw, ...named })
    expect([status, body.error]).toEqual([400, `${field} must not be another agent of this conversation`])
  }
  expect((await tenant.get(`/conversations/${talk.id}`)).body.messages).toEqual([])
  const withPerson = {
    format: true,
    rawText: 'Ada: I never merge on red.\nEve: Good.',
    agentName: 'Ada',
    otherParticipantName: 'Eve',
  }
  expect((await key.post(messages, withPerson)).status).toBe(201)
  expect((await tenant.post(messages, { ...raw, ...names[0]![0] })).status).toBe(201)
})
