import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

/** Following the changes of one's organizations (behavior: Audit log). */

let service: Service
let address: string
beforeAll(async () => {
  service = await startService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/api/v1/audit-log/heads`
})
afterAll(() => service.stop())

type Event = { data: { org_id: string; seq: number }[]; count: number }

/** Opens a stream as a person; `next` resolves with its next event, and rejects when there is none in time. */
async function follow(cookie: string) {
  const closed = new AbortController()
  const headers = { cookie, accept: 'text/event-stream' }
  const response = await fetch(address, { headers, signal: closed.signal })
  const reader = response.ok ? response.body!.pipeThrough(new TextDecoderStream()).getReader() : undefined
  const next = async (limitMs = 10_000): Promise<Event> => {
    const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no event')), limitMs).unref())
    const { value } = await Promise.race([reader!.read(), timeout])
    return JSON.parse(String(value).slice('data: '.length))
  }
  return { response, next, close: () => closed.abort() }
}

test('the heads are the last entries of the organizations of the caller alone', async () => {
  const person = await newPerson(service)
  await newPerson(service)
  const { status, body } = await person.get('/audit-log/heads')
  const log = await person.get(`/organizations/${person.tenant.orgId}/audit-log`)
  expect(status).toBe(200)
  expect(body).toEqual({ data: [{ org_id: person.tenant.orgId, seq: log.body.data[0].seq }], count: 1 })
})

test('a key and a visitor without a session are refused, also by a stream', async () => {
  const { tenant } = await newPerson(service)
  expect((await tenant.get('/audit-log/heads')).status).toBe(401)
  const { response } = await follow('session=unknown')
  expect(response.status).toBe(401)
})

test('a stream begins with the present heads and tells of each later change, and of no other organization', async () => {
  const person = await newPerson(service)
  const other = await newPerson(service)
  const { response, next, close } = await follow(person.cookie)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const [head] = (await next()).data
  expect(head!.org_id).toBe(person.tenant.orgId)
  await other.tenant.agent({ name: 'Of another' })
  await expect(next(2500)).rejects.toThrow('no event')
  close()

  const again = await follow(person.cookie)
  await again.next()
  await person.tenant.agent({ name: 'Ada' })
  expect(await again.next()).toEqual({ data: [{ org_id: person.tenant.orgId, seq: head!.seq + 1 }], count: 1 })
  again.close()
})

test('a person may follow in 20 windows; the next one is refused until one closes', async () => {
  const person = await newPerson(service)
  const windows = await Promise.all(Array.from({ length: 20 }, () => follow(person.cookie)))
  expect(windows.map(({ response }) => response.status)).toEqual(Array(20).fill(200))
  const refused = (await follow(person.cookie)).response
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await refused.text()).toMatch(/Close some, or try again in 60 seconds/)
  windows[0]!.close()
  await expect.poll(async () => (await follow(person.cookie)).response.status).toBe(200)
  for (const { close } of windows) close()
})
