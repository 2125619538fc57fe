import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Files that cannot be imported: one clear sentence each, and nothing written. */

let service: Service
let tenant: Tenant
let agent: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  agent = await tenant.agent()
})
afterAll(() => service.stop())

const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.byteLength)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}
const png = (...chunks: Buffer[]) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.alloc(13)),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ])
const base64 = (body: Buffer) => body.toString('base64')
const card = (fields: object) =>
  Buffer.from(base64(Buffer.from(JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data: fields }))))

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 9 }, (_, n) => {
    const [name, before] = [String.fromCharCode(98 + n), String.fromCharCode(97 + n)]
    return `${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`
  }),
].join('\n')

const cases: [name: string, files: object[], status: number, words: RegExp, more?: object][] = [
  ['no rules at all', [{ path: 'AGENTS.md', content: 'Hello.' }], 422, /no rules/],
  ['an empty file', [{ path: 'AGENTS.md', content: '' }], 422, /no rules/],
  [
    'a binary file',
    [{ path: 'AGENTS.md', content: base64(deflateSync('x'.repeat(500))), encoding: 'base64' }],
    422,
    /AGENTS\.md must be text in UTF-8/,
  ],
  [
    'binary that arrived as text',
    [{ path: 'AGENTS.md', content: '\ufffd\u0001'.repeat(50) }],
    422,
    /must be text, not binary/,
  ],
  ['more than 4 MiB', [{ path: 'AGENTS.md', content: 'x'.repeat(4 * 1024 * 1024 + 1) }], 413, /at most 4 MiB together/],
  ['YAML with aliases that explode', [{ path: 'agents.yaml', content: bomb }], 422, /at most 100 aliases/],
  [
    'YAML that is nested too deep',
    [{ path: 'agents.yaml', content: `a: ${'['.repeat(20_000)}` }],
    422,
    /agents\.yaml must/,
  ],
  ['YAML of more than 2 MiB', [{ path: 'x.yaml', content: 'a: b\n'.repeat(500_000) }], 413, /at most 2 MiB of YAML/],
  ['YAML that is none', [{ path: 'agents.yaml', content: 'a: [b' }], 422, /must be valid YAML/],
  ['YAML of another kind', [{ path: 'x.yaml', content: 'a: b' }], 422, /none of the known formats/],
  [
    'JSON that is nested too deep',
    [{ path: 'x.json', content: '{"a":'.repeat(100) }],
    422,
    /nested deeper than 32 levels/,
  ],
  [
    'JSON with too many values',
    [{ path: 'x.json', content: `[${'0,'.repeat(300_000)}0]` }],
    422,
    /more than 200000 values/,
  ],
  ['JSON that is none', [{ path: 'x.json', content: '{"a"' }], 422, /must be valid JSON/],
  ['a JSON list', [{ path: 'x.json', content: '[1]' }], 422, /named fields/],
  ['JSON of another kind', [{ path: 'x.json', content: '{"a":1}' }], 422, /none of the known formats/],
  ['half of a character', [{ path: 'x.json', content: '{"name":"Ada","bio":"\\ud800"}' }], 422, /unpaired surrogate/],
  [
    'a PNG without a card',
    [{ path: 'ada.png', content: base64(png()), encoding: 'base64' }],
    422,
    /ada\.png has no character card/,
  ],
  [
    'a PNG whose chunk is no card',
    [{ path: 'ada.png', content: base64(png(chunk('tEXt', Buffer.from('ccv3\0bm8=')))), encoding: 'base64' }],
    422,
    /valid JSON/,
  ],
  [
    'a PNG that ends early',
    [{ path: 'ada.png', content: base64(png().subarray(0, 20)), encoding: 'base64' }],
    422,
    /no character card/,
  ],
  ['a PNG as text', [{ path: 'ada.png', content: 'PNG' }], 422, /must be a PNG image/],
  [
    'a format with no way back',
    [{ path: 'agent-card.json', content: '{}' }],
    422,
    /a2a_card can be exported only/,
    { format: 'a2a_card' },
  ],
  [
    'files of two formats',
    [
      { path: 'CLAUDE.md', content: 'a' },
      { path: 'GEMINI.md', content: 'a' },
    ],
    400,
    /several formats \(claude_md, gemini\)/,
  ],
  [
    'a Letta file without agents',
    [{ path: 'x.af', content: '{"agents":[],"blocks":[]}' }],
    422,
    /must be a Letta agent file/,
  ],
  [
    'our format with a broken item',
    [{ path: 'x.json', content: '{"format":"agent-identity","beliefs":[{"category":"ownership","statement":"x"}]}' }],
    422,
    /beliefs without a statement or valid category/,
  ],
  ['no files', [], 400, /files/],
  ['a NUL', [{ path: 'AGENTS.md', content: '- Test \u0000 first' }], 400, /NUL/],
]

test.each(cases)('%s', async (_name, files, status, words, more = {}) => {
  for (const dryRun of [true, false]) {
    const answer = await tenant.post(`/agents/${agent}/import`, { files, dryRun, ...more })
    expect([answer.status, answer.body]).toEqual([
      status,
      { error: expect.stringMatching(words), code: expect.any(String) },
    ])
  }
  const { body } = await tenant.get(`/agents/${agent}/resolved-identity`)
  expect([body.beliefs, body.responsibilities]).toEqual([[], []])
})

test('a card in a PNG is read: the newer chunk before the older one', async () => {
  const other = await tenant.agent()
  const old = chunk('tEXt', Buffer.concat([Buffer.from('chara\0'), card({ description: 'Always shout.' })]))
  const data = { name: 'Ada', description: '- Always answer in short sentences\n- Never share personal data' }
  const now = chunk('tEXt', Buffer.concat([Buffer.from('ccv3\0'), card(data)]))
  const content = base64(png(old, now))
  const { status, body } = await tenant.post(`/agents/${other}/import`, {
    files: [{ path: 'ada.png', content, encoding: 'base64' }],
  })
  expect([status, body.format]).toEqual([200, 'character_card'])
  expect(body.items.map(({ statement }: any) => statement)).toEqual([
    expect.stringMatching(/short sentences/),
    expect.stringMatching(/personal data/),
  ])
})
