import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { json } from '../../../server/db/values.ts'
import { runDueWebhooks } from '../../../server/jobs/webhooks.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** Webhooks, sent to a real receiver that can answer with any status, late, or not at all. */

interface Received {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: any
}
const hourMs = 3_600_000
let now: Date
let service: Service
let person: Person
let agentId: string
let receiver: Server
let address: string
const received: Received[] = []
/** How the receiver answers, one after the other; 204 when none is left. */
const answers: ((response: ServerResponse) => void)[] = []
const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end()

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push({ path: request.url!, headers: request.headers, text, body: JSON.parse(text) })
    ;(answers.shift() ?? status(204))(response)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  address = `http://127.0.0.1:${port}`
  service = await startService({ ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}` }, { now: () => now })
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await service.stop()
})
beforeEach(async () => {
  now = new Date()
  person = await newPerson(service)
  agentId = await person.tenant.agent()
})
afterEach(async () => {
  for (const { id } of (await person.get(hooks())).body.data) await person.delete(`${hooks()}/${id}`)
  received.length = 0
  answers.length = 0
})

const hooks = () => `/organizations/${person.tenant.orgId}/webhooks`
const run = () => runDueWebhooks(service.deps)
const wait = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

async function hook(events: string[], more: object = {}): Promise<{ id: string; secret: string }> {
  const { status, body, text } = await person.post(hooks(), { url: `${address}/hook`, events, ...more })
  if (status !== 201) throw new Error(text)
  return body
}
const believe = (statement: string, id = agentId) =>
  person.tenant.post('/beliefs', { agentId: id, category: 'axiom', statement })
const deliveries = async (id: string) => (await person.get(`${hooks()}/${id}/deliveries`)).body.data
const types = () => received.map(({ body }) => body.type)

describe('an event', () => {
  test('is signed as Standard Webhooks, with the head of the audit log', async () => {
    const { secret } = await hook(['prompt.changed'])
    await believe('Write tests first.')
    const { head } = (await person.get(`/organizations/${person.tenant.orgId}/audit-log/verify`)).body
    await run()
    expect(received).toHaveLength(1)
    const [{ headers, text, body }] = received as [Received]
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(body)
    expect(body).toEqual({
      type: 'prompt.changed',
      timestamp: expect.any(String),
      data: { org_id: person.tenant.orgId, agent_id: agentId, audit_seq: head.seq },
      audit_head: head,
    })
    expect(() => new Webhook(secret).verify(`${text} `, headers as Record<string, string>)).toThrow()
    expect(text).not.toContain('Write tests')
  })

  test('of a layer that many agents inherit is one for each agent', async () => {
    const ids = [agentId, await person.tenant.agent({ name: 'Bo' }), await person.tenant.agent({ name: 'Cy' })]
    await hook(['prompt.changed'])
    await person.tenant.post(`/organizations/${person.tenant.orgId}/beliefs`, {
      category: 'axiom',
      statement: 'Be brief.',
    })
    await run()
    expect(received.map(({ body }) => body.data.agent_id).sort()).toEqual(ids.sort())
  })

  test('reaches its receiver although those of another webhook cannot be collected', async () => {
    const broken = await hook(['prompt.changed'])
    await hook(['prompt.changed'])
    await service.deps.db
      .updateTable('webhooks')
      .set({ events: json(null as never) })
      .where('id', '=', broken.id)
      .execute()
    await believe('Write tests first.')
    await run()
    expect(types()).toEqual(['prompt.changed'])
    await service.deps.db
      .updateTable('webhooks')
      .set({ events: json(['prompt.changed'] as const) as never })
      .where('id', '=', broken.id)
      .execute()
    await run()
    expect(types()).toEqual(['prompt.changed', 'prompt.changed'])
  })

  test('goes to those who subscribed to it, for their agent', async () => {
    const other = await person.tenant.agent({ name: 'Bo' })
    await hook(['label.moved'])
    await hook(['prompt.changed'], { agentId: other })
    await believe('For the first agent.')
    await believe('For the second agent.', other)
    await run()
    expect(received.map(({ body }) => [body.type, body.data.agent_id])).toEqual([['prompt.changed', other]])
  })

  test('tells of proposals, change requests, labels and jobs', async () => {
    const all = ['proposal.created', 'change_request.opened', 'change_request.merged', 'change_request.closed']
    await hook([...all, 'label.moved', 'job.completed', 'job.failed'])
    const propose = async (statement: string) =>
      (
        await person.post('/change-requests', {
          orgId: person.tenant.orgId,
          title: 'More',
          changes: [{ op: 'add', owner: { agentId }, kind: 'belief', category: 'axiom', statement }],
        })
      ).body.id
    const [merged, closed] = [await propose('First.'), await propose('Second.')]
    await person.post(`/change-requests/${merged}/merge`)
    await person.post(`/change-requests/${closed}/close`)
    await person.put(`/agents/${agentId}/labels/production`, { version: 'live' })
    const job = (await person.tenant.post('/pbd/process', { agentId, force: true })).body.job_id
    await runDueJobs(service.deps)
    await run()
    expect(types().sort()).toEqual(
      ['change_request.opened', 'change_request.opened', 'change_request.merged', 'change_request.closed']
        .concat('label.moved', 'job.completed')
        .sort(),
    )
    expect(received.find(({ body }) => body.type === 'job.completed')!.body.data).toMatchObject({ job_id: job })
    expect(received.find(({ body }) => body.type === 'label.moved')!.body.data).toMatchObject({ label: 'production' })
    await run()
    expect(received).toHaveLength(6)
  })
})

describe('a delivery', () => {
  const faults: [string, (response: ServerResponse) => void, number | null, RegExp][] = [
    ['500', status(500), 500, /answered 500/],
    ['429', status(429, { 'retry-after': '60' }), 429, /answered 429/],
    ['redirect', status(302, { location: 'http://127.0.0.1/' }), 302, /answered 302/],
    ['cut', (response) => response.destroy(), null, /cannot be reached/],
  ]
  test.each(faults)('that fails is sent again: %s', async (name, fault, code, error) => {
    const { id } = await hook(['prompt.changed'])
    answers.push(fault)
    await believe('Again.')
    await run()
    const [failed] = await deliveries(id)
    expect(failed).toMatchObject({ status: 'pending', attempts: 1, response_status: code })
    expect(failed.error).toMatch(error)
    wait(name === '429' ? 59_000 : 4000)
    await run()
    expect(received).toHaveLength(1)
    wait(6000)
    await run()
    expect(received).toHaveLength(2)
    expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
    expect((await deliveries(id))[0]).toMatchObject({ status: 'delivered', attempts: 2, error: null })
  })

  test('without an answer within 10 seconds is sent again', async () => {
    const { id } = await hook(['prompt.changed'])
    answers.push(() => {})
    await believe('Late.')
    await run()
    expect((await deliveries(id))[0]).toMatchObject({ status: 'pending', error: 'The address did not answer in time' })
  }, 30_000)

  test('keeps the order of its agent, and does not hold up others', async () => {
    const other = await person.tenant.agent({ name: 'Bo' })
    await hook(['prompt.changed'])
    answers.push(status(500))
    await believe('One.')
    await run()
    await believe('Two.')
    await believe('Other.', other)
    await run()
    wait(6000)
    await run()
    const seqs = (id: string) =>
      received.flatMap(({ body }, at) => (body.data.agent_id === id && at > 0 ? [body.data.audit_seq] : []))
    expect(received[1]!.body.data.agent_id).toBe(other)
    expect(seqs(agentId)).toHaveLength(2)
    expect(seqs(agentId)).toEqual(seqs(agentId).toSorted((a, b) => a - b))
  })

  test('fails after three days, which switches the webhook off; switched on, it goes on', async () => {
    const { id } = await hook(['prompt.changed'])
    await believe('Down.')
    for (let hours = 0; hours <= 76; hours += 4) {
      answers.push(status(500))
      await run()
      wait(4 * hourMs)
    }
    const off = (await person.get(hooks())).body.data[0]
    expect(off).toMatchObject({ enabled: false, disabled_reason: 'Every delivery failed for three days' })
    expect((await deliveries(id))[0].status).toBe('failed')
    const log = (await person.get(`/organizations/${person.tenant.orgId}/audit-log?target=${id}`)).body.data
    expect(log[0]).toMatchObject({ action: 'webhook.update', actor: { type: 'system' } })
    answers.length = 0
    received.length = 0
    await believe('Meanwhile.')
    await run()
    expect(received).toEqual([])
    expect((await person.patch(`${hooks()}/${id}`, { enabled: true })).body.enabled).toBe(true)
    await run()
    expect(types()).toEqual(['prompt.changed'])
  })

  test('to an address that is gone switches the webhook off at once', async () => {
    const { id } = await hook(['prompt.changed'])
    answers.push(status(410))
    await believe('Gone.')
    await run()
    expect((await person.get(hooks())).body.data[0]).toMatchObject({ enabled: false })
    expect((await person.post(`${hooks()}/${id}/test`)).status).toBe(409)
  })

  test('is sent again on request, and a test event too', async () => {
    const { id } = await hook(['prompt.changed'])
    expect((await person.post(`${hooks()}/${id}/test`)).status).toBe(202)
    await run()
    expect(types()).toEqual(['webhook.test'])
    const [sent] = await deliveries(id)
    expect((await person.post(`${hooks()}/${id}/deliveries/${sent.id}/redeliver`)).status).toBe(202)
    await run()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([sent.id, sent.id])
  })
})

test('an organization with a thousand deliveries does not hold up another one', async () => {
  const busy = person
  await hook(['prompt.changed'])
  for (let n = 0; n < 40; n++) await busy.tenant.agent({ name: `Agent ${n}` })
  await busy.tenant.post(`/organizations/${busy.tenant.orgId}/beliefs`, { category: 'axiom', statement: 'Many.' })
  const other = await newPerson(service)
  const otherAgent = await other.tenant.agent()
  await other.post(`/organizations/${other.tenant.orgId}/webhooks`, {
    url: `${address}/other`,
    events: ['prompt.changed'],
  })
  await other.tenant.post('/beliefs', { agentId: otherAgent, category: 'axiom', statement: 'Few.' })
  await run()
  expect(received.length).toBeGreaterThan(40)
  expect(received.slice(0, 4).map(({ path }) => path)).toContain('/other')
})

test('an address of a private network is refused when it is set, and when it is called', async () => {
  for (const url of [
    'http://127.0.0.1:1/',
    'http://localhost/',
    'http://169.254.169.254/',
    'ftp://example.com/',
    'x',
  ]) {
    const { status, body } = await person.post(hooks(), { url, events: ['prompt.changed'] })
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^url must/)])
  }
  const { id } = await hook(['prompt.changed'])
  await service.deps.db.updateTable('webhooks').set({ url: 'http://127.0.0.1:1/' }).where('id', '=', id).execute()
  await believe('Inside.')
  await run()
  expect((await deliveries(id))[0].error).toBe('The address must not point to a private network')
})
