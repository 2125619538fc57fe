import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { discover } from '../../support/discovery.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { tenantOf } from '../../support/tenant.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Post = Pick<Tenant, 'post'>

/** An agent of an organization that approves automatically, and the callers that may add content. */
async function newTeam() {
  const person = await newPerson(service)
  const { tenant } = person
  const { orgId, slug, userId } = tenant
  await person.patch(`/organizations/${orgId}`, { autoApproveBeliefs: true, autoApproveResponsibilities: true })
  const agentId = await tenant.agent()
  const keyOf = async (access: string) => {
    const { key } = (await person.post(`/organizations/${orgId}/api-keys`, { access })).body
    return tenantOf(service.call, { key, user_id: userId, organization: { id: orgId, slug } })
  }
  const [writer, proposer] = [await keyOf('write'), await keyOf('propose')]
  const beliefs = async () => {
    await discover(service, tenant, agentId)
    const { data } = (await tenant.get(`/beliefs?agentId=${agentId}`)).body
    return data.map(({ statement, status, hidden }: any) => ({ statement, status, hidden }))
  }
  const prompt = async () => (await tenant.get(`/agents/${agentId}`)).body.system_prompt as string
  return { person, tenant, agentId, writer, proposer, beliefs, prompt }
}

const statement = 'Answer in prose unless a list is asked for'

/** This many reports of one statement, each from different words. */
async function report(caller: Post, agentId: string, count: number, content = statement) {
  for (let at = 0; at < count; at++) {
    const sourceQuote = `Please, no bullets in answer ${at}`
    const observation = { agentId, kind: 'belief', category: 'voice', content, sourceQuote }
    expect((await caller.post('/observations', observation)).status).toBe(201)
  }
}

describe('automatic approval', () => {
  test('covers what people and keys that may write report', async () => {
    for (const reporter of ['person', 'tenant', 'writer'] as const) {
      const team = await newTeam()
      await report(team[reporter], team.agentId, 4)
      expect([reporter, await team.beliefs()]).toEqual([reporter, [{ statement, status: 'approved', hidden: false }]])
      expect(await team.prompt()).toContain(statement)
    }
  })

  test('neither do reports of such a key change a digest, which puts items with more evidence first', async () => {
    const { person, tenant, agentId, writer, proposer, beliefs } = await newTeam()
    for (const content of ['Ask before deleting data', statement])
      await person.post('/beliefs', { agentId, category: 'voice', statement: content, status: 'approved' })
    const digest = async () => (await tenant.get(`/agents/${agentId}/digest`)).text
    const before = await digest()
    await report(proposer, agentId, 4)
    await beliefs()
    expect(await digest()).toBe(before)
    // A key that may write strengthens the item, by its own reports alone.
    await report(writer, agentId, 2)
    await beliefs()
    const { data } = (await tenant.get(`/beliefs?agentId=${agentId}`)).body
    expect(data.find((item: any) => item.statement === statement)).toMatchObject({ n_count: 2 })
    expect(await digest()).not.toBe(before)
  })

  test('never covers what a key that may only propose reported, however often', async () => {
    const { agentId, proposer, beliefs, prompt } = await newTeam()
    const before = await prompt()
    await report(proposer, agentId, 12)
    expect(await beliefs()).toEqual([{ statement, status: 'pending', hidden: true }])
    expect(await prompt()).toBe(before)
  })

  test('does not cover a signal that such a key brings over the threshold', async () => {
    const { agentId, writer, proposer, beliefs } = await newTeam()
    await report(writer, agentId, 2)
    await report(proposer, agentId, 10)
    expect(await beliefs()).toEqual([{ statement, status: 'pending', hidden: true }])
  })

  test('covers the others’ reports beside such a key’s, in their words', async () => {
    const { agentId, writer, proposer, beliefs } = await newTeam()
    await report(writer, agentId, 4)
    await report(proposer, agentId, 12, 'Answer in prose unless lists are asked for')
    expect(await beliefs()).toEqual([{ statement, status: 'approved', hidden: false }])
  })

  test('covers sessions alone where a review is required', async () => {
    const { person, tenant, agentId, writer, beliefs } = await newTeam()
    await person.patch(`/organizations/${tenant.orgId}`, { requireReview: true })
    await report(writer, agentId, 4)
    await report(person, agentId, 2)
    expect(await beliefs()).toEqual([{ statement, status: 'pending', hidden: true }])
    const other = await newTeam()
    await other.person.patch(`/organizations/${other.tenant.orgId}`, { requireReview: true })
    await report(other.person, other.agentId, 4)
    expect(await other.beliefs()).toEqual([{ statement, status: 'approved', hidden: false }])
  })
})

describe('conversations', () => {
  const habit = 'I always write tests before I change the code.'

  /** A conversation in which the agent makes one statement; parameters say who starts it, who speaks, and who publishes it. */
  async function talk(team: Awaited<ReturnType<typeof newTeam>>, creator: Post, speaker: Post, publish = true) {
    const participants = [{ participantType: 'agent', agentId: team.agentId }]
    const { id, participants: created } = (await creator.post('/conversations', { participants })).body
    const message = { participantId: created[0].id, content: habit }
    expect((await speaker.post(`/conversations/${id}/messages`, message)).status).toBe(201)
    const { agentId, writer } = team
    if (publish) expect((await writer.post(`/conversations/${id}/publish`, { agentId })).status).toBe(201)
    return { id, message }
  }
  const eager = async () => {
    const team = await newTeam()
    await team.tenant.patch(`/agents/${team.agentId}`, { minNCount: 1, promotionThreshold: 0 })
    return team
  }
  const statusesOf = async (team: Awaited<ReturnType<typeof newTeam>>) =>
    (await team.beliefs()).map(({ status }: any) => status)

  test('are covered as those who wrote them are, whoever publishes', async () => {
    const ofWriter = await eager()
    await talk(ofWriter, ofWriter.writer, ofWriter.writer)
    expect(await statusesOf(ofWriter)).toEqual(['approved'])
    const mixed = [
      (team: typeof ofWriter) => talk(team, team.writer, team.proposer),
      (team: typeof ofWriter) => talk(team, team.proposer, team.writer),
    ]
    for (const begin of mixed) {
      const team = await eager()
      await begin(team)
      expect(await statusesOf(team)).toEqual(['pending'])
      expect(await team.prompt()).not.toContain(habit)
    }
  })

  test('to which such a key adds a message are not covered when they are published again', async () => {
    const team = await eager()
    const { id, message } = await talk(team, team.writer, team.writer, false)
    await team.proposer.post(`/conversations/${id}/messages`, { ...message, content: 'I never merge on red.' })
    await team.writer.post(`/conversations/${id}/publish`, { agentId: team.agentId })
    expect(await statusesOf(team)).toEqual(['pending', 'pending'])
  })

  test('that are published when they are completed, too', async () => {
    const team = await eager()
    await team.person.patch(`/organizations/${team.tenant.orgId}`, { autoPublishConversations: true })
    const { id } = await talk(team, team.writer, team.proposer, false)
    await team.writer.patch(`/conversations/${id}`, { status: 'completed' })
    await runDueJobs(service.deps)
    expect(await statusesOf(team)).toEqual(['pending'])
  })

  test('that a key publishes or shows again are not covered where a review is required', async () => {
    const team = await eager()
    await team.person.patch(`/organizations/${team.tenant.orgId}`, { requireReview: true })
    await talk(team, team.person, team.person)
    expect(await statusesOf(team)).toEqual(['pending'])

    const other = await eager()
    await other.person.patch(`/organizations/${other.tenant.orgId}`, { requireReview: true })
    const { id } = await talk(other, other.person, other.person, false)
    const published = (await other.person.post(`/conversations/${id}/publish`, { agentId: other.agentId })).body
    await other.person.patch(`/content-items/${published.id}`, { status: 'hidden' })
    await other.writer.patch(`/content-items/${published.id}`, { status: 'imported' })
    expect(await statusesOf(other)).toEqual(['pending'])
  })
})
