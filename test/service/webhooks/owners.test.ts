import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** Who may manage webhooks. */

const webhook = { url: 'http://127.0.0.1:9/hook', events: ['prompt.changed'] }
let service: Service
let person: Person

beforeAll(async () => {
  service = await startService({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1:9' })
  person = await newPerson(service)
})
afterAll(() => service.stop())

const hooks = () => `/organizations/${person.tenant.orgId}/webhooks`

test('owners manage webhooks; members, other keys and strangers do not, and secrets are not stored in plain', async () => {
  const { id, secret } = (await person.post(hooks(), webhook)).body
  const { orgId } = person.tenant
  const listed = await person.get(hooks())
  expect(listed.text).not.toContain(secret)
  const row = await service.deps.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(secret.slice(6))
  const stranger = await newPerson(service)
  expect((await stranger.get(hooks())).status).toBe(404)
  expect(
    (await stranger.patch(`/organizations/${stranger.tenant.orgId}/webhooks/${id}`, { enabled: false })).status,
  ).toBe(404)
  const guest = await newPerson(service)
  const link = (await person.post(`/organizations/${orgId}/invitations`, {})).body.link
  await guest.post(`/invitations/${link.split('/').at(-1)}/accept`)
  expect((await guest.patch(`${hooks()}/${id}`, { enabled: false })).status).toBe(401)
  expect((await guest.post(hooks(), webhook)).status).toBe(401)
  const { key } = (await person.post(`/organizations/${orgId}/api-keys`, { access: 'write' })).body
  expect((await service.call('GET', hooks(), undefined, { authorization: `Bearer ${key}` })).status).toBe(401)
  const entries = (await person.get(`/organizations/${orgId}/audit-log?type=webhook`)).text
  expect(entries).toContain('webhook.create')
  expect(entries).not.toContain(secret.slice(6))
})
