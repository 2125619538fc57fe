import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** `lost` names each line that states something and was not taken (behavior: Lost lines). */

let service: Service
let tenant: Tenant
let agent: string
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
  agent = await tenant.agent()
})

const content = '# Shop\n\nThe shop is in Oslo.\n\n- Always greet people\n- ~~Never open late~~\n\n@docs/till.md\n'
const lines = [
  { line: 3, text: 'The shop is in Oslo.' },
  { line: 6, text: '- ~~Never open late~~' },
  { line: 8, text: '@docs/till.md' },
]
const linesIn = ({ lost }: any) => lost.map(({ line, text }: any) => ({ line, text }))

describe.each([
  ['a dry run of import-claude-md', () => tenant.post(`/agents/${agent}/import-claude-md`, { content, dryRun: true })],
  ['import-claude-md', () => tenant.post(`/agents/${agent}/import-claude-md`, { content })],
  ['a dry run of import', () => importFiles([{ path: 'CLAUDE.md', content }], { dryRun: true })],
  ['import', () => importFiles([{ path: 'CLAUDE.md', content }])],
  ['the public analyzer', () => tenant.post('/public/analyze', { content })],
])('%s', (_, call) => {
  test('names each line that was not taken', async () => {
    const { status, body } = await call()
    expect([status, body.lost_count, body.line_count]).toEqual([200, 3, 4])
    expect(linesIn(body).toSorted((a: any, b: any) => a.line - b.line)).toEqual(lines)
    for (const lost of body.lost)
      expect(lost).toMatchObject({
        item_id: null,
        field: expect.any(String),
        reason: expect.stringMatching(/^\S.* \S/),
      })
  })
})

const importFiles = (files: { path: string; content: string }[], options = {}) =>
  tenant.post(`/agents/${agent}/import`, { files, ...options })

test('a second import of the same file takes the same lines', async () => {
  await importFiles([{ path: 'CLAUDE.md', content }])
  const { body } = await importFiles([{ path: 'CLAUDE.md', content }])
  expect([body.deduplicated, body.lost_count]).toEqual([1, 3])
})

test('of several files each line has its path', async () => {
  const files = [
    { path: 'AGENTS.md', content: `---\ndescription: x\n---\n${content}` },
    { path: 'web/AGENTS.md', content: 'Pages are in Norwegian.\r\n\r\n- Never use frames\r\n' },
  ]
  const { body } = await importFiles(files, { dryRun: true })
  const named = body.lost.filter(({ line }: any) => line).map(({ path, line }: any) => `${path}:${line}`)
  expect(named.toSorted()).toEqual(['AGENTS.md:11', 'AGENTS.md:6', 'AGENTS.md:9', 'web/AGENTS.md:1'])
})

test('whatever engine read the rules', async () => {
  const rule = {
    type: 'belief',
    category: 'axiom',
    statement: 'The shop is in Oslo',
    quote: 'shop is in Oslo',
  } as const
  const { language } = service.deps
  service.deps.language = { ...language, engine: 'fake', readRules: async () => [rule] }
  try {
    const { body } = await tenant.post(`/agents/${agent}/import-claude-md`, { content, dryRun: true })
    expect([body.engine, body.lost.map(({ line }: any) => line)]).toEqual(['fake', [5, 6, 8]])
  } finally {
    service.deps.language = language
  }
})

test('the line of a prompt in JSON', async () => {
  const file = '{\n  "model": "x",\n  "instructions": "Always greet people.\\n\\nThe shop is \\"old\\"."\n}'
  const { body } = await importFiles([{ path: 'assistant.json', content: file }], { dryRun: true })
  expect(linesIn(body)).toContainEqual({ line: 3, text: 'The shop is "old".' })
})

test('what was written into an exported file is named as well', async () => {
  await tenant.post('/beliefs', { agentId: agent, category: 'boundary', statement: 'Never merge on red' })
  const exported = await tenant.get(`/agents/${agent}/export?format=claude_md&report=true`)
  const [file] = exported.body.files
  const edited = `${file.content}\n## Shop\n\nThe shop is in Oslo.\n\n- Always greet people\n`
  const { body } = await importFiles([{ path: 'CLAUDE.md', content: edited }], { dryRun: true })
  const line = edited.split('\n').indexOf('The shop is in Oslo.') + 1
  expect([body.changes.length, linesIn(body)]).toEqual([1, [{ line, text: 'The shop is in Oslo.' }]])
})

test.each([
  [
    'a fence, a comment and a tag that never end',
    '- Always greet people\n\n```\ncode\n\n<b\n\n<!-- more\n- Never open late\n',
  ],
  [
    'nested quotes',
    `- Always greet people\n${Array.from({ length: 2000 }, (_, at) => `${'>'.repeat(at)} a b`).join('\n')}`,
  ],
  ['line ends of old Macs', '- Always greet people\r- Never open late\rThe shop'],
  ['a mark of the byte order and tabs', '\uFEFF\t- Always greet people\n\t- Never open late\n'],
])('%s are an answer', async (_, text) => {
  const { status, body } = await tenant.post(`/agents/${agent}/import-claude-md`, { content: text, dryRun: true })
  expect([status, body.line_count >= body.lost_count]).toEqual([200, true])
})
