import { readFileSync, writeFileSync } from 'node:fs'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeWeb, startWeb } from '../fakes/web.ts'
import { zipOf } from '../support/zip.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Small inputs that would unpack or parse into much: each is refused or read within the memory of an ordinary one. */

const megabyte = 1_000_000
/** An ordinary import takes less than 100 MB. Without limits these took between 0.4 and 3 GB. */
const mostGrowth = 300 * megabyte

let folder: string
let running: Running
let web: FakeWeb
let key: string
let agentId: string
beforeAll(async () => {
  folder = newFolder()
  web = await startWeb()
  running = await start(folder, { LOG_LEVEL: 'silent', ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${web.port}` })
  key = (await call(running, 'POST', '/register', {})).body.key
  agentId = (await call(running, 'POST', '/agents', { name: 'Ada' }, key)).body.id
})
afterAll(async () => {
  await running.stop()
  await web.stop()
  removeFolder(folder)
})

const bytesOf = (name: 'VmRSS' | 'VmHWM') => {
  const status = readFileSync(`/proc/${running.process.pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)![1]) * 1024
}

/** How far the memory of the service rose above what it was before, at most. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  // Begins a new peak.
  writeFileSync(`/proc/${running.process.pid}/clear_refs`, '5')
  const before = bytesOf('VmRSS')
  await work()
  return bytesOf('VmHWM') - before
}

const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))
const mebibyte = 1024 * 1024
const zeros = deflateSync(Buffer.alloc(4 * mebibyte))

const chunk = (kind: string, ...parts: (string | Buffer)[]) => {
  const data = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(kind), data, Buffer.alloc(4)])
}
const png = (path: string, ...chunks: Buffer[]) => ({
  path,
  content: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]).toString('base64'),
  encoding: 'base64',
})
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const yaml = (content: string) => [{ path: 'agents.yaml', content }]
const toml = (content: string) => [{ path: 'agent.toml', content }]
const json = (content: string) => [{ path: 'x.json', content }]

describe.runIf(process.platform === 'linux')('the memory for', () => {
  test.each<[string, number, object[]]>([
    ['a PNG with 700 compressed texts', 422, [png('a.png', ...many(700, (at) => chunk('zTXt', `c${at}\0\0`, zeros)))]],
    ['a PNG with 700 cards', 422, [png('a.png', ...many(700, () => chunk('zTXt', 'chara\0\0', zeros, 'x')))]],
    [
      'PNG images that are large together',
      413,
      many(50, (at) => png(`${at}.png`, chunk('iTXt', 'ccv3\0\u0001\0\0\0', deflateSync(`{${' '.repeat(mebibyte)}}`)))),
    ],
    ['YAML of brackets', 422, yaml(`a: ${repeated('[', 2 * mebibyte - 3)}`)],
    ['YAML of lists in lists', 422, yaml(repeated('- ', 2 * mebibyte))],
    ['YAML of keys in keys', 422, yaml(repeated('? ', 2 * mebibyte))],
    ['YAML of small mappings', 422, yaml(repeated('a: b\n', 2 * mebibyte))],
    ['YAML of documents', 422, yaml(repeated('--- a\n', 2 * mebibyte))],
    ['YAML of errors', 422, yaml(repeated('"a" ', 2 * mebibyte))],
    ['YAML of anchors', 422, yaml(repeated('&a ', 2 * mebibyte))],
    ['YAML of closed brackets', 422, yaml(`a: [${repeated(']', mebibyte)}`)],
    ['YAML of empty lines', 422, yaml(`a: b\n${repeated('\n', 2 * mebibyte - 5)}`)],
    [
      'YAML that repeats a long text',
      422,
      yaml(`prompt: &a ${'Never guess. '.repeat(100_000)}\nrules:\n${'- *a\n'.repeat(99)}`),
    ],
    ['TOML of names in names', 422, toml(`${repeated('a.', mebibyte - 10)}a = 1`)],
    ['TOML of tables', 413, toml(repeated('[[a]]\n', 4 * mebibyte - 10))],
    ['JSON of brackets', 422, json(repeated('[', 4 * mebibyte))],
    ['JSON of small objects', 422, json(`[${repeated('{},', 4 * mebibyte - 10)}1]`)],
  ])('%s', async (_, status, files) => {
    let answer: Awaited<ReturnType<typeof call>> | undefined
    const grown = await growth(async () => {
      answer = await call(running, 'POST', `/agents/${agentId}/import`, { files }, key)
    })
    expect([answer!.status, grown < mostGrowth, grown]).toEqual([status, true, grown])
    expect(answer!.body.error).toMatch(/file/)
  })

  test.each([
    ['a list in lists', `${repeated('[', mebibyte)}${repeated(']', mebibyte)}`],
    ['small objects', `[${repeated('{},', 2 * mebibyte)}{}]`],
    ['lines of small lists', repeated(`{"a":[${'[],'.repeat(500)}[]]}\n`, 2 * mebibyte)],
  ])('a transcript that is %s', async (_, raw_text) => {
    let status = 0
    const grown = await growth(async () => {
      status = (await call(running, 'POST', '/conversations/format', { raw_text }, key)).status
    })
    expect([status < 500, grown < mostGrowth, status, grown]).toEqual([true, true, status, grown])
  })

  test('an archive', async () => {
    const zip = await zipOf({ 'Profile.csv': Buffer.alloc(150 * megabyte), 'Shares.csv': Buffer.alloc(150 * megabyte) })
    const form = new FormData()
    form.set('agentId', agentId)
    form.set('file', new Blob([new Uint8Array(zip)]), 'export.zip')
    let status = 0
    const grown = await growth(async () => {
      const headers = { authorization: `Bearer ${key}` }
      status = (await fetch(`${running.url}/api/v1/linkedin/import`, { method: 'POST', headers, body: form })).status
    })
    expect([status, grown < mostGrowth, grown]).toEqual([400, true, grown])
  })

  test('a website whose sitemaps unpack, and a feed of brackets', async () => {
    const index = many(20, (at) => `<sitemap><loc>${web.url}/${at}.xml</loc></sitemap>`).join('')
    web.pages.set('/sitemap.xml', { body: `<sitemapindex>${index}</sitemapindex>`, type: 'application/xml' })
    const bomb = gzipSync(gzipSync(`<urlset>${' '.repeat(9 * mebibyte)}</urlset>`))
    for (let at = 0; at < 20; at++)
      web.pages.set(`/${at}.xml`, { body: bomb, type: 'application/xml', headers: { 'content-encoding': 'gzip' } })
    web.pages.set('/feed', { body: repeated('[', 5 * mebibyte - 10), type: 'application/json' })
    const sync = async (platform: string, config: object) => {
      const source = await call(running, 'POST', '/content-sources', { agentId, platform, name: 'A', config }, key)
      expect(source.status).toBe(201)
      return call(running, 'POST', `/content-sources/${source.body.id}/sync`, {}, key)
    }
    const grown = await growth(async () => {
      await sync('website', { domain: web.url, discovery: 'sitemap' })
      await sync('rss', { feedUrl: `${web.url}/feed` })
      await expect.poll(() => web.requests.map(({ path }) => path)).toContain('/feed')
    })
    expect([grown < mostGrowth, grown]).toEqual([true, grown])
  })
})
