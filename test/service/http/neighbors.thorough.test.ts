import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitStats } from '#core/base/waits.ts'
import { seedAgents } from '../../../tools/bench/seed.ts'
import { type FakeWeb, html, startWeb } from '../../fakes/web.ts'
import { sendForm } from '../../support/forms.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { longestStallMs } from '../../support/stall.ts'
import { zipOf } from '../../support/zip.ts'

/** Requests of one organization must neither delay another one's, nor block the main thread. */

let web: FakeWeb
let service: Service
let address: string
beforeAll(async () => {
  web = await startWeb()
  service = await startService({ ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${web.port}` })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/api/v1`
})
/** The organizations that the test fills past the service. */
const seeded: string[] = []
afterAll(() => Promise.all([service.stop(seeded), web.stop()]))

/** In processor time: what a busy machine does meanwhile does not count. */
const stallMs = 1000
/** 190 kB that take the built-in engine seconds: 4 to 13 (measured). */
const heavy = 'a:\n- b c\n\n'.repeat(19_000)
const light = '- Always run the tests before committing.\n'.repeat(70)

const post = ({ key }: Tenant, agentId: string, content: string, signal?: AbortSignal) =>
  fetch(`${address}/agents/${agentId}/import-claude-md`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ content, dryRun: true }),
    ...(signal && { signal }),
  })

describe('texts for the language engine', () => {
  test('12 long imports of a neighbor are bounded, and a short one does not wait for them', async () => {
    const [neighbor, tenant] = [await service.register(), await service.register()]
    const [theirs, own] = [await neighbor.agent(), await tenant.agent()]
    const gone = new AbortController()
    const refused: unknown[] = []
    let done = 0
    const long = Array.from({ length: 12 }, async () => {
      const answer = await post(neighbor, theirs, heavy, gone.signal)
      if (answer.status === 429) refused.push([answer.headers.get('retry-after'), await answer.json()])
      else done += 1
    })
    const short = await post(tenant, own, light)
    expect(short.status).toBe(200)
    expect(done).toBeLessThan(3)
    gone.abort()
    await Promise.allSettled(long)
    const refusal = ['5', { error: expect.stringContaining('try again in 5 seconds'), code: 'too_many_waiting' }]
    expect(refused).toEqual([refusal, refusal, refusal])
  })

  test('an import ends when its client goes away', async () => {
    const [neighbor, tenant] = [await service.register(), await service.register()]
    const [theirs, own] = [await neighbor.agent(), await tenant.agent()]
    const gone = new AbortController()
    const left = Array.from({ length: 9 }, () => post(neighbor, theirs, heavy, gone.signal))
    setTimeout(() => gone.abort(), 1000)
    await Promise.allSettled(left)
    // The nine would take more than half a minute; long enough to queue for the same thread.
    const answer = await post(tenant, own, `${light}${'\n'.repeat(20_000)}`)
    expect(answer.status).toBe(200)
  })
})

describe('websites', () => {
  test('540 kB of robots.txt and 2,000 addresses hold nobody up', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    const rule = (number: number) => `Disallow: /*a*b*c${number}*d\n`
    let rules = 'User-agent: *\n'
    for (let number = 0; rules.length < 500_000; number++) rules += rule(number)
    web.pages.set('/robots.txt', { body: rules, type: 'text/plain' })
    const path = (number: number) => `/${'abc'.repeat(60)}${number}`
    const locations = Array.from({ length: 2000 }, (_, number) => `<url><loc>${web.url}${path(number)}</loc></url>`)
    web.pages.set('/sitemap.xml', { body: `<urlset>${locations.join('')}</urlset>`, type: 'application/xml' })
    for (let number = 0; number < 3; number++) web.pages.set(path(number), html('Page', `<p>Words ${number}</p>`))
    const source = await tenant.post('/content-sources', {
      agentId,
      platform: 'website',
      config: { domain: web.url, maxPages: 3 },
    })
    let synced: Awaited<ReturnType<typeof tenant.post>> | undefined
    const stall = await longestStallMs(async () => {
      synced = await tenant.post(`/content-sources/${source.body.id}/sync`)
    })
    expect(synced).toMatchObject({ status: 200, body: { imported: 3, errors: [] } })
    expect(stall).toBeLessThan(stallMs)
  })
})

describe('archives', () => {
  test('7 MB of HTML in an archive hold nobody up', async () => {
    const tenant = await service.register()
    const agentId = await tenant.agent()
    // One such page takes a second.
    const page = '<ul><li>Words<ul><li>b</li></ul></li></ul>'.repeat(25_000)
    const names = Array.from({ length: 7 }, (_, number) => `${number}.letter`)
    const rows = names.map((name) => `"${name}","2024-03-10T12:00:00.000Z","true","newsletter","A letter",""`)
    const files = {
      'posts.csv': `post_id,post_date,is_published,type,title,subtitle\n${rows.join('\n')}\n`,
      ...Object.fromEntries(names.map((name) => [`posts/${name}.html`, page])),
    }
    const file = await zipOf(files, { compress: false })
    expect(file.length).toBeGreaterThan(7_000_000)
    let imported: Awaited<ReturnType<typeof sendForm>> | undefined
    const stall = await longestStallMs(async () => {
      imported = await sendForm(service, tenant.key, '/substack/import', [
        ['agentId', agentId],
        ['file', file],
      ])
    })
    expect(imported).toMatchObject({ status: 201, body: { posts_imported: 7 } })
    expect(stall).toBeLessThan(stallMs)
  })
})

/** How many tasks of any kind have waited for others, or were refused because too many did. */
const waitsInQueues = () =>
  [...waitStats()].reduce((sum, [name, { count }]) => sum + (name.startsWith('queue of ') ? count : 0), 0)

describe('reads that grow with an organization', () => {
  test('12 overviews of a large neighbor are bounded, and nobody else waits for them', async () => {
    const [neighbor, tenant] = [await service.register(), await service.register()]
    seeded.push(neighbor.orgId)
    await seedAgents(service.deps, neighbor.orgId, { agentCount: 20, itemsEach: 3000 })
    await tenant.agent({ name: 'Marlin' })
    const before = waitsInQueues()
    const overviews = Array.from({ length: 12 }, () => neighbor.get(`/organizations/${neighbor.orgId}/overview`))
    const found = await tenant.get('/search?q=marlin')
    expect(found).toMatchObject({ status: 200, body: { data: [{ type: 'agent', text: 'Marlin' }] } })
    const answers = await Promise.all(overviews)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    // All but the first waited or were refused; the search was in no queue.
    expect(waitsInQueues() - before).toBe(11)
    const beliefs = answers
      .find(({ status }) => status === 200)!
      .body.layers.agents.map((agent: any) => agent.belief_count)
    expect(beliefs).toHaveLength(20)
    expect(beliefs[1]).toBeGreaterThan(1000)
  })
})
