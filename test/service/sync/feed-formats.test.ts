import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeWeb, startWeb } from '../../fakes/web.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Feeds in all formats and encodings, pages that announce a feed, and feeds that mean harm. */

let web: FakeWeb
let service: Service
let tenant: Tenant
let agentId: string

beforeAll(async () => {
  web = await startWeb()
  service = await startService({ ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${web.port}` })
})
afterAll(() => Promise.all([service.stop(), web.stop()]))
beforeEach(async () => {
  web.pages.clear()
  web.asked()
  tenant = await service.register()
  agentId = await tenant.agent()
})

const feed = (words: string) =>
  `<rss><channel><item><guid>1</guid><description><![CDATA[<p>${words}</p>]]></description></item></channel></rss>`

const newSource = async () => {
  const config = { feedUrl: `${web.url}/feed` }
  const { status, body } = await tenant.post('/content-sources', { agentId, platform: 'rss', config })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const sync = async (id: string) => {
  const { status, body } = await tenant.post(`/content-sources/${id}/sync`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const items = async () => (await tenant.get(`/content-items?agentId=${agentId}`)).body.data

test('entries that share an id are all imported, and only once', async () => {
  const xml = (...posts: string[]) =>
    `<rss><channel>${posts.map((post) => `<item><guid isPermaLink="false">none</guid>${post}</item>`).join('')}</channel></rss>`
  const [one, two] = [1, 2].map((number) => `<title>Post ${number}</title><link>https://a.example/${number}</link>`)
  web.pages.set('/feed', { body: xml(one!, two!) })
  const { id } = await newSource()
  expect(await sync(id)).toMatchObject({ imported: 2, errors: [] })
  expect(await sync(id)).toMatchObject({ imported: 0, updated: 0, skipped: 2 })
  const untitled = [1, 2, 3].map(
    (number) => `<pubDate>2026-02-0${number}</pubDate><description>${number}</description>`,
  )
  web.pages.set('/feed', { body: xml(...untitled) })
  expect(await sync(id)).toMatchObject({ imported: 3, errors: [] })
  expect(await sync(id)).toMatchObject({ imported: 0, updated: 0, skipped: 3 })
})

test.each([
  ['RSS', 'application/rss+xml', feed('Read the log')],
  [
    'prefixed Atom',
    'application/atom+xml',
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:id>1</a:id><a:summary>Read the log</a:summary></a:entry></a:feed>',
  ],
  [
    'JSON',
    'application/feed+json',
    '{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_text": "Read the log"}]}',
  ],
])('a page leads to its feed: %s', async (_name, type, body) => {
  const head = `<link rel="alternate" type="${type}" href="feeds/all?a=1&amp;b=2">`
  web.pages.set('/feed', { body: `<html><head>${head}</head></html>`, type: 'text/html', etag: '"page"' })
  web.pages.set('/feeds/all?a=1&b=2', { body, type, etag: '"feed"' })
  const { id } = await newSource()
  expect(await sync(id)).toMatchObject({ imported: 1, errors: [] })
  // The page stays as it is when its feed changes.
  expect(await sync(id)).toMatchObject({ imported: 0, skipped: 1, errors: [] })
  expect(web.requests.map(({ headers }) => headers['if-none-match'])).toEqual(Array(4).fill(undefined))
  expect((await items())[0]).toMatchObject({ content: 'Read the log' })
})

test.each([
  ['to another page', '/page', 'is not a feed that can be read'],
  ['to nothing', '/nowhere', 'answered 404'],
  ['inside', 'http://169.254.169.254/feed', 'must not point to a private network'],
  ['to this machine', 'http://localhost/feed', 'must not point to a private network'],
  ['in a circle', '/feed', 'is not a feed that can be read'],
])('a page that leads %s is a sentence in errors, asked for once', async (_name, address, sentence) => {
  const page = `<link rel="alternate" type="application/rss+xml" href="${address}">`
  web.pages.set('/feed', { body: page, type: 'text/html' })
  web.pages.set('/page', { body: page, type: 'text/html' })
  const { id } = await newSource()
  expect((await sync(id)).errors).toEqual([expect.stringContaining(sentence)])
  expect(web.asked().length).toBeLessThanOrEqual(2)
})

test.each([
  [
    'its declaration',
    Buffer.from(`<?xml version="1.0" encoding="windows-1252"?>${feed('Café – ça').replace('–', '\x96')}`, 'latin1'),
    'text/xml',
  ],
  ['its header', Buffer.from(feed('Café – ça').replace('–', '\x96'), 'latin1'), 'text/xml; charset=windows-1252'],
  ['its byte order mark', Buffer.from(`\ufeff${feed('Café – ça')}`, 'utf16le'), 'text/xml; charset=utf-8'],
  [
    'its first characters',
    Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${feed('Café – ça')}`, 'utf16le'),
    'text/xml',
  ],
  [
    'its declaration against its header',
    Buffer.from(`<?xml version="1.0" encoding="cp1252"?>${feed('Café – ça').replace('–', '\x96')}`, 'latin1'),
    'text/xml; charset=UTF-8',
  ],
  [
    'its bytes against its declaration',
    Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${feed('Cafe\u0301 – ça')}`),
    'text/xml',
  ],
])('the encoding is known by %s, and letters are composed', async (_name, body, type) => {
  web.pages.set('/feed', { body, type })
  expect(await sync((await newSource()).id)).toMatchObject({ imported: 1, errors: [] })
  expect((await items())[0].content).toBe('Café – ça')
})

test.each([
  ['50 MB', () => '<rss><channel>'.padEnd(50 * 1024 * 1024), 'is larger than 5 MiB'],
  [
    'a million entries',
    () => `<rss><channel>${'<item/>'.repeat(700_000)}</channel></rss>`,
    'is not a feed that can be read',
  ],
  ['a million levels', () => '<rss><channel><item>'.repeat(200_000), 'is not a feed that can be read'],
  [
    'entities that multiply',
    () =>
      `<!DOCTYPE rss [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('')}]>${feed('x').replace('<guid>', '<title>&a30;</title><guid>')}`,
    undefined,
  ],
])('a feed of %s ends with a sentence, and costs others nothing', async (_name, body, sentence) => {
  web.pages.set('/feed', { body: body() })
  const { id } = await newSource()
  const [result, other] = await Promise.all([sync(id), tenant.get(`/agents/${agentId}`)])
  expect(other.status).toBe(200)
  if (sentence === undefined) expect((await items())[0].title).toBe('&a30;')
  else expect(result.errors).toEqual([expect.stringContaining(sentence)])
})
