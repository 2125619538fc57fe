import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const json = 'application/json'

async function post(url: string, payload: Buffer, type: string | undefined = json, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${tenant.key}`, ...(type && { 'content-type': type }), ...more }
  const answer = await service.app.inject({ method: 'POST', url, headers, payload })
  return [answer.statusCode, answer.json()] as const
}
const agents = '/api/v1/agents'
const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))
/** A body in which the bytes stand within a text. */
const around = (...middle: number[]) => bytes('{"name":"Ada ', middle, '"}')

describe('bytes that are not UTF-8 are a 400 that names the first of them', () => {
  test.each<[string, Buffer, string]>([
    ['Latin-1', Buffer.from('{"name":"Grüßer"}', 'latin1'), 'byte 11'],
    ['Windows-1252', around(0x93, 0x94), 'byte 13'],
    ['Shift_JIS', around(0x93, 0xfa, 0x96, 0x7b), 'byte 13'],
    ['KOI8-R', around(0xf0, 0xd2, 0xc9), 'byte 13'],
    ['GB18030', around(0xc4, 0xe3, 0xba, 0xc3), 'byte 13'],
    ['an overlong slash', around(0xc0, 0xaf), 'byte 13'],
    ['an overlong NUL', around(0xe0, 0x80, 0x80), 'byte 13'],
    ['a surrogate', around(0xed, 0xa0, 0x80), 'byte 13'],
    ['a pair of surrogates (CESU-8)', around(0xed, 0xa0, 0xbe, 0xed, 0xb6, 0x89), 'byte 13'],
    ['a character beyond Unicode', around(0xf4, 0x90, 0x80, 0x80), 'byte 13'],
    ['a lone continuation', around(0x80), 'byte 13'],
    ['half of a character', bytes('{"name":"Ada', [0xe2, 0x82]), 'byte 12'],
    ['a bad byte behind good characters', bytes('{"name":"日本🦉', [0xff], '"}'), 'byte 19'],
    ['a bad byte in a key', bytes('{"n', [0xfe], '":1}'), 'byte 3'],
    ['UTF-16 with its mark', Buffer.from('\ufeff{"name":"Ada"}', 'utf16le'), 'UTF-16'],
    ['UTF-16 of the other order', Buffer.from('\ufeff{"name":"Ada"}', 'utf16le').swap16(), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from('{"name":"Ada"}', 'utf16le'), 'UTF-16'],
    ['UTF-32', bytes([0, 0, 0, 0x7b, 0, 0, 0, 0x7d]), 'UTF-16'],
  ])('%s', async (_name, payload, fault) => {
    for (const type of [json, 'text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8']) {
      const [status, body] = await post(agents, payload, type)
      expect([status, body]).toEqual([
        400,
        { error: expect.stringMatching(`^The body .*${fault}.*; send it in UTF-8$`), code: expect.any(String) },
      ])
    }
  })

  test('in transcripts, rules files, messages, MCP and public addresses too', async () => {
    const agent = await tenant.agent()
    const latin = Buffer.from('- Immer höflich grüßen\n- Never push to main\n', 'latin1')
    for (const url of [
      `${agents}/${agent}/import-claude-md`,
      `${agents}/${agent}/import`,
      '/api/v1/conversations/format',
      '/api/v1/beliefs/bulk',
      '/api/v1/register',
      '/api/v1/auth/login',
      '/api/public/analyze',
      '/mcp',
    ]) {
      for (const payload of [latin, bytes('{"content":"', [...latin.subarray(0, 20)], '"}')]) {
        const [status, body] = await post(url, payload)
        expect([url, status, body]).toEqual([
          url,
          400,
          { error: expect.stringContaining('is not UTF-8 at byte'), code: 'invalid' },
        ])
      }
    }
    expect((await tenant.get(`/beliefs?agentId=${agent}`)).body.count).toBe(0)
  })

  test('in the fields of a form, but never in its file', async () => {
    const form = (value: Buffer, name = Buffer.from('agentId')) =>
      Buffer.concat([
        bytes('--x\r\nContent-Disposition: form-data; name="'),
        name,
        bytes('"\r\n\r\n'),
        value,
        bytes(
          '\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n',
          [0xff, 0xfe],
          '\r\n--x--\r\n',
        ),
      ])
    const type = 'multipart/form-data; boundary=x'
    for (const url of ['/api/v1/linkedin/import', '/api/v1/x/import', '/api/v1/substack/import']) {
      const [status, body] = await post(url, form(Buffer.from('müller', 'latin1')), type)
      expect([status, body]).toEqual([
        400,
        { error: 'The body is not UTF-8 in agentId; send it in UTF-8', code: 'invalid' },
      ])
    }
    const agent = Buffer.from(await tenant.agent())
    const [status, body] = await post('/api/v1/substack/import', form(agent), type)
    expect([status, body]).toEqual([400, { error: expect.stringContaining('ZIP'), code: 'invalid' }])
  })
})

test('text in UTF-8 is read, with a mark or without, and U+FFFD where it was sent', async () => {
  for (const name of ['Grüßer', '日本 🦉', 'a\ufffdb', 'Ελλάδα', 'שלום']) {
    for (const mark of ['', '\ufeff']) {
      const [status, body] = await post(agents, Buffer.from(`${mark}{"name":"${name}"}`))
      expect([status, body.name]).toEqual([201, name])
    }
  }
  expect(await post(`${agents}/${await tenant.agent()}/snapshots`, Buffer.from('\ufeff'))).toMatchObject([201, {}])
})

describe('a charset', () => {
  test.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8', "'utf-8'"])('%s is read', async (charset) => {
    const [status, body] = await post(agents, Buffer.from('{"name":"Jürgen"}'), `${json};charset=${charset}`)
    expect([status, body.name]).toEqual([201, 'Jürgen'])
  })

  test.each([
    'iso-8859-1',
    'ISO-8859-15',
    'latin1',
    'us-ascii',
    '"windows-1252"',
    'shift_jis',
    'x-mac-roman',
    'klingon',
  ])('%s is read where the body is ASCII, and 415 elsewhere', async (charset) => {
    const type = `${json}; charset=${charset}`
    expect(await post(agents, Buffer.from('{"name":"Ada"}'), type)).toMatchObject([201, { name: 'Ada' }])
    for (const encoding of ['latin1', 'utf8'] as const) {
      const [status, body] = await post(agents, Buffer.from('{"name":"Jürgen"}', encoding), type)
      const error = `The charset ${charset.replaceAll('"', '')} is not supported; send the body in UTF-8`
      expect([status, body]).toEqual([415, { error, code: 'unsupported_media_type' }])
    }
  })

  test.each(['utf-16', 'UTF-16LE', 'utf-16be', 'ucs-2'])('%s is 415', async (charset) => {
    for (const mark of ['', '\ufeff']) {
      const payload = Buffer.from(`${mark}{"name":"Ada"}`, 'utf16le')
      for (const type of [json, 'text/plain', 'application/vnd.api+json']) {
        const [status, body] = await post(
          agents,
          charset === 'utf-16be' ? payload.swap16() : payload,
          `${type}; charset=${charset}`,
        )
        expect([status, body]).toEqual([
          415,
          { error: expect.stringContaining(`The charset ${charset} is not`), code: 'unsupported_media_type' },
        ])
      }
    }
  })
})

describe('a compressed body', () => {
  const body = Buffer.from('{"name":"Ada"}')
  test.each<[string, Buffer]>([
    ['gzip', gzipSync(body)],
    ['GZIP', gzipSync(body)],
    ['x-gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
    ['zstd', body],
    ['gzip, gzip', gzipSync(gzipSync(body))],
    ['identity, gzip', gzipSync(body)],
    ['nonsense', body],
  ])('in %s is 415, which names the header', async (encoding, payload) => {
    const urls = [agents, '/mcp', '/api/v1/register', '/api/v1/conversations/format']
    const sent = urls.map((url) => post(url, payload, json, { 'content-encoding': encoding }))
    const type = 'multipart/form-data; boundary=x'
    sent.push(post('/api/v1/x/import', payload, type, { 'content-encoding': encoding }))
    for (const [status, answer] of await Promise.all(sent)) {
      const error = `The Content-Encoding ${encoding} is not supported; send the body uncompressed, without that header`
      expect([status, answer]).toEqual([415, { error, code: 'unsupported_media_type' }])
    }
  })

  test('that would unpack to much more is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '))
    expect((await post(agents, bomb, json, { 'content-encoding': 'gzip' }))[0]).toBe(415)
    expect((await post(agents, bomb))[1]).toEqual({
      error: 'The body is not UTF-8 at byte 1; send it in UTF-8',
      code: 'invalid',
    })
  })

  test('is any but identity', async () => {
    for (const encoding of ['identity', '', ' Identity ']) {
      expect((await post(agents, body, json, { 'content-encoding': encoding }))[0]).toBe(201)
    }
  })

  test('comes after the credentials, and after an unknown address', async () => {
    const refused = { 'content-encoding': 'gzip', authorization: 'Bearer x' }
    expect((await post(agents, gzipSync(body), json, refused))[0]).toBe(401)
    expect((await post('/api/v1/nowhere', gzipSync(body), json, { 'content-encoding': 'gzip' }))[0]).toBe(404)
  })
})
