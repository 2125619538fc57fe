import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** On a server two replicas write to one organization; the embedded database has one process. */
let services: Service[]
let owner: Person
beforeAll(async () => {
  const first = await startService()
  const { databaseUrl } = first.deps.config
  services = [first, ...(databaseUrl ? [await startService({ DATABASE_URL: databaseUrl })] : [])]
  owner = await newPerson(first)
})
afterAll(async () => {
  const [first, ...others] = services
  for (const other of others) await other.app.close()
  await first!.stop()
})

const changesEach = 200

test('changes at the same moment, from every replica, are one chain without a gap', async () => {
  const { tenant } = owner
  const agents = await Promise.all(services.map((_, at) => tenant.agent({ name: `Agent ${at}` })))
  const authorization = `Bearer ${tenant.key}`
  const change = (service: Service, replica: number) => async (_: unknown, at: number) => {
    const send = (method: 'POST' | 'PATCH', path: string, body: object) =>
      service.call(method, path, body, { authorization })
    // Changes of its own agent, of one that both replicas change, and of the organization.
    const answers = {
      0: () => send('POST', '/beliefs', { agentId: agents[replica], category: 'axiom', statement: `${replica} ${at}` }),
      1: () => send('PATCH', `/agents/${agents[at % agents.length]}`, { description: `${replica} ${at}` }),
      2: () =>
        send('POST', `/organizations/${tenant.orgId}/beliefs`, { category: 'voice', statement: `${replica} ${at}` }),
      3: () => send('PATCH', `/organizations/${tenant.orgId}`, { name: `Name ${replica} ${at}` }),
    }
    const { status, text } = await answers[(at % 4) as 0 | 1 | 2 | 3]()
    if (status >= 300) throw new Error(`${status}: ${text}`)
  }
  const path = `/organizations/${tenant.orgId}/audit-log`
  const before = (await owner.get(`${path}/verify`)).body.head
  await Promise.all(
    services.flatMap((service, replica) => Array.from({ length: changesEach }, change(service, replica))),
  )
  const { valid, entries, head } = (await owner.get(`${path}/verify?seq=${before.seq}&hash=${before.hash}`)).body
  expect({ valid, entries, seq: head.seq }).toEqual({
    valid: true,
    entries: before.seq + changesEach * services.length,
    seq: before.seq + changesEach * services.length,
  })
})
