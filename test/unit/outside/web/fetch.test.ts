import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebRefusal } from '#core/domain/sources/web-content.ts'
import { newWebFetch } from '../../../../server/outside/web/fetch.ts'
import type { AllowedHost } from '../../../../server/outside/web/ssrf-guard.ts'
import { type FakeWeb, redirect, startWeb, status } from '../../../fakes/web.ts'

/** Against real servers on this machine, only one of which the operator allows. */

let web: FakeWeb
/** Not allowed. */
let inner: FakeWeb
let allowedHosts: AllowedHost[]
let fetcher: ReturnType<typeof newWebFetch>
beforeAll(async () => {
  web = await startWeb()
  inner = await startWeb()
  allowedHosts = [{ hostname: '127.0.0.1', port: String(web.port) }]
  fetcher = newWebFetch({ allowedHosts })
})
afterAll(() => Promise.all([web.stop(), inner.stop()]))
beforeEach(() => {
  web.pages.clear()
  web.asked()
  inner.asked()
})

const kibibyte = 1024
const get = (path: string, { known, maxBytes = 64 * kibibyte }: { known?: any; maxBytes?: number } = {}) =>
  fetcher.get(new URL(path, web.url).href, { accept: 'text/html', known, maxBytes, signal: undefined })
const refusal = async (asking: Promise<unknown>): Promise<WebRefusal> => {
  const error = await asking.then(
    () => undefined,
    (error) => error,
  )
  expect(error).toBeInstanceOf(WebRefusal)
  return error
}

describe('an answer', () => {
  test('comes with its type, its charset and what marks its state', async () => {
    web.pages.set('/a', {
      body: 'words',
      type: 'Text/HTML; a=b; charset="ISO-8859-1"',
      etag: '"1"',
      headers: { 'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT' },
    })
    const answer = await get('/a#part')
    expect(answer).toMatchObject({
      url: `${web.url}/a`,
      contentType: 'text/html',
      charset: 'ISO-8859-1',
      etag: '"1"',
      last_modified: 'Wed, 21 Oct 2015 07:28:00 GMT',
    })
    expect(Buffer.from(answer!.body).toString()).toBe('words')
  })

  test('is undefined when it is as it was known', async () => {
    web.pages.set('/a', { body: 'words', etag: '"1"' })
    expect(await get('/a', { known: { etag: '"1"', last_modified: null } })).toBeUndefined()
    expect(await get('/a', { known: { etag: '"0"', last_modified: null } })).toBeDefined()
  })

  test('that was not asked for with a condition is no 304', async () => {
    web.pages.set('/a', status(304))
    expect((await refusal(get('/a'))).status).toBe(304)
  })
})

describe('redirects', () => {
  test('are followed, also relative ones, five at most', async () => {
    web.pages.set('/5', { body: 'here' })
    for (const number of [0, 1, 2, 3, 4]) web.pages.set(`/${number}`, redirect(`${number + 1}`))
    expect((await get('/0'))!.url).toBe(`${web.url}/5`)
    web.pages.set('/more', redirect('/0'))
    expect((await refusal(get('/more'))).message).toBe(`${web.url}/more redirects more than 5 times`)
  })

  test('without end, and to no address, are refused', async () => {
    web.pages.set('/loop', redirect('/loop'))
    expect((await refusal(get('/loop'))).message).toContain('redirects more than 5 times')
    web.pages.set('/broken', redirect('http://['))
    expect((await refusal(get('/broken'))).message).toContain('redirects to an invalid URL')
  })

  test.each([
    ['another server of this machine', () => inner.url],
    ['this machine by name', () => `http://localhost:${web.port}/secret`],
    ['a number', () => `http://2130706433:${inner.port}/`],
    ['IPv4 in IPv6', () => `http://[::ffff:127.0.0.1]:${inner.port}/`],
    ['a metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a file', () => 'file:///etc/passwd'],
    ['an address with a password', () => `http://a:b@127.0.0.1:${web.port}/secret`],
  ])('to %s are not followed', async (_name, location) => {
    web.pages.set('/out', redirect(location()))
    web.pages.set('/secret', { body: 'secret' })
    const { message } = await refusal(get('/out'))
    expect(message).toMatch(/must (?:not point to a private network|not contain|be a URL)/)
    expect([web.asked(), inner.asked()]).toEqual([['/out'], []])
  })
})

describe('names', () => {
  const request = { accept: '*/*', known: undefined, maxBytes: kibibyte, signal: undefined }

  test('that resolve to this machine are refused before anything is sent, and are not resolved twice', async () => {
    const asked: string[] = []
    const rebinding = newWebFetch({
      allowedHosts,
      // A second lookup would return another address.
      resolve: async (hostname) => {
        asked.push(hostname)
        return [{ address: asked.length === 1 ? '127.0.0.1' : '93.184.215.14', family: 4 }]
      },
    })
    const { message } = await refusal(rebinding.get(`http://rebind.example.com:${web.port}/secret`, request))
    expect(message).toContain('must not point to a private network')
    expect([asked, web.asked()]).toEqual([['rebind.example.com'], []])
  })

  test('that do not exist are said to be so', async () => {
    const fetcher = newWebFetch({
      allowedHosts,
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
      },
    })
    const { message } = await refusal(fetcher.get('https://nowhere.example.com/', request))
    expect(message).toBe('https://nowhere.example.com/ has a host name that cannot be found')
  })
})

describe('a server that', () => {
  test('answers 429 is left alone for as long as it asks', async () => {
    web.pages.set('/a', status(429, { 'retry-after': '120' }))
    expect(await refusal(get('/a'))).toMatchObject({
      message: `${web.url}/a answered that there are too many requests (429); try again in 120 seconds`,
      status: 429,
      retryAfterSeconds: 120,
    })
    const later = new Date(Date.now() + 3_600_000).toUTCString()
    web.pages.set('/b', status(503, { 'retry-after': later }))
    const { retryAfterSeconds } = await refusal(get('/b'))
    expect(retryAfterSeconds).toBeGreaterThan(3500)
    web.pages.set('/c', status(429, { 'retry-after': 'soon' }))
    expect((await refusal(get('/c'))).retryAfterSeconds).toBeUndefined()
  })

  test.each([401, 403, 404, 410, 500, 503])('answers %i is quoted with its status', async (code) => {
    web.pages.set('/a?token=secret', status(code))
    const { message, status: answered } = await refusal(get('/a?token=secret'))
    expect([message, answered]).toEqual([`${web.url}/a answered ${code}`, code])
  })

  test('sends more than it may is cut off', async () => {
    let sent = 0
    web.pages.set('/endless', (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * kibibyte))) sent += 1
        response.once('drain', more)
      }
      more()
    })
    expect((await refusal(get('/endless', { maxBytes: 64 * kibibyte }))).message).toBe(
      `${web.url}/endless is larger than 0.0625 MiB`,
    )
    expect(sent).toBeLessThan(10_000)
  })

  test('sends little that becomes much is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * kibibyte * kibibyte))
    web.pages.set('/bomb', { body: bomb, headers: { 'content-encoding': 'gzip' } })
    expect((await refusal(get('/bomb'))).message).toContain('is larger than')
    web.pages.set('/twice', { body: gzipSync(bomb), headers: { 'content-encoding': 'gzip, gzip' } })
    expect((await refusal(get('/twice'))).message).toContain('is larger than')
  })

  test('never begins, or never ends, is left after a while', async () => {
    const impatient = newWebFetch({ allowedHosts, timeoutMs: 150 })
    const request = { accept: '*/*', known: undefined, maxBytes: kibibyte, signal: undefined }
    web.pages.set('/silent', () => {})
    web.pages.set('/drip', (_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 10)
      response.once('close', () => clearInterval(drip))
    })
    for (const path of ['/silent', '/drip']) {
      const { message } = await refusal(impatient.get(web.url + path, request))
      expect(message).toBe(`${web.url}${path} did not answer in time`)
    }
  })

  test('breaks off, or speaks no HTTP, is said to do so', async () => {
    web.pages.set('/cut', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
      setTimeout(() => response.destroy(), 5)
    })
    web.pages.set('/raw', (request) => {
      request.socket.end('nonsense\r\n\r\n')
    })
    for (const path of ['/cut', '/raw']) {
      expect((await refusal(get(path))).message).toBe(`${web.url}${path} cannot be reached, or its response is cut off`)
    }
  })
})

test('a request is given up when its requester stops', async () => {
  web.pages.set('/silent', () => {})
  const stopping = new AbortController()
  const asking = fetcher.get(`${web.url}/silent`, {
    accept: '*/*',
    known: undefined,
    maxBytes: kibibyte,
    signal: stopping.signal,
  })
  stopping.abort(new Error('stopped'))
  await expect(asking).rejects.toThrow('stopped')
})

test('an address is checked where it is named', () => {
  expect(fetcher.checkAddress('https://example.com', 'config.feedUrl')).toBe('https://example.com/')
  expect(() => fetcher.checkAddress('http://10.0.0.1/', 'config.feedUrl')).toThrow(
    'config.feedUrl must not point to a private network',
  )
})
