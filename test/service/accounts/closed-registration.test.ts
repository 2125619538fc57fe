import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** `REGISTRATION=off`. */

let service: Service
beforeAll(async () => {
  service = await startService({ REGISTRATION: 'off' })
})
afterAll(() => service.stop())

test('the first account registers, also among several at once, and all others need an invitation', async () => {
  const options = async () => (await service.call('GET', '/auth/options')).body.registration
  expect(await options()).toBe(true)
  const persons = await Promise.allSettled([1, 2, 3].map(() => newPerson(service)))
  expect(persons.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await options()).toBe(false)
  const refused = await service.call('POST', '/register', {})
  expect([refused.status, refused.body.error]).toEqual([401, expect.stringMatching(/^Registration is closed/)])

  const owner = persons.find((person) => person.status === 'fulfilled')!.value
  const { body } = await owner.post(`/organizations/${owner.tenant.slug}/invitations`, {})
  const guest = { email: 'guest@example.com', password: 'correct horse battery staple' }
  const path = `/invitations/${body.link.split('/').at(-1)}/register`
  expect((await service.call('POST', path, guest)).status).toBe(201)
})
