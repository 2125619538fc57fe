import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'

let service: Service
let tenant: Tenant
let path: string
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const content = `---
title: Rules
---

# Working here

## Testing

- Always run the tests before committing.
- Never commit secrets to the repository.

## Responsibilities

- You own the release notes.
- Monitor the error rate after every deployment.
`

async function setUp() {
  tenant = await service.register()
  const agent = await tenant.agent()
  path = `/agents/${agent}/import-claude-md`
  return agent
}
const read = (input: unknown) => tenant.post(path, input)

describe('POST /agents/{agentId}/import-claude-md', () => {
  test('a dry run shows what would be there and writes nothing', async () => {
    await setUp()
    const before = await rowCounts(service)
    const { status, body } = await read({ content, dryRun: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ dry_run: true, items: expect.any(Array), summary: expect.any(Object) })
    for (const item of body.items) {
      expect(item).toEqual({
        type: expect.stringMatching(/^(belief|responsibility)$/),
        category: expect.any(String),
        statement: expect.any(String),
        line: expect.any(Number),
      })
    }
    const { beliefs, responsibilities, total } = body.summary
    expect([beliefs + responsibilities, total]).toEqual([total, body.items.length])
    expect(beliefs).toBeGreaterThan(0)
    expect(responsibilities).toBeGreaterThan(0)
    expect(await rowCounts(service)).toEqual(before)
  })

  test('an import creates them with their provenance; another finds them all there', async () => {
    const agent = await setUp()
    const planned = (await read({ content, dry_run: true })).body
    const { status, body } = await read({ content })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      beliefs_created: planned.summary.beliefs,
      beliefs_deduplicated: 0,
      responsibilities_created: planned.summary.responsibilities,
      responsibilities_deduplicated: 0,
      total_items: planned.summary.total,
    })
    expect(body.items.map(({ id, status: state, ...item }: any) => item)).toEqual(
      planned.items.map(({ line, ...item }: any) => item),
    )
    for (const item of body.items) expect(item).toMatchObject({ status: 'created', id: expect.any(String) })
    const [first] = body.items.filter(({ type }: any) => type === 'belief')
    const { count, data } = (await tenant.get(`/beliefs/${first.id}/sources`)).body
    expect(count).toBe(1)
    expect(content).toContain(data[0].quote)
    expect(data[0]).toMatchObject({ source_type: 'claude_md', quote: expect.stringMatching(/^- /) })
    expect((await tenant.get(`/agents/${agent}`)).body.beliefs).toHaveLength(planned.summary.beliefs)

    const again = (await read({ content, dryRun: false })).body
    expect(again).toMatchObject({
      beliefs_created: 0,
      beliefs_deduplicated: planned.summary.beliefs,
      responsibilities_created: 0,
      responsibilities_deduplicated: planned.summary.responsibilities,
    })
    expect(again.items.map(({ id }: any) => id)).toEqual(body.items.map(({ id }: any) => id))
    expect(again.items[0].status).not.toBe('created')
  })

  test('neither a dry run nor an import shows secrets or what cannot be seen', async () => {
    const agent = await setUp()
    // Joined here so that no scanner takes this file for a leak.
    const secrets = [`ghp_${'a1B2'.repeat(9)}`, `${'Hunter2'}secret`, 'unseen']
    const rules = [
      `- Always use the key ${secrets[0]} for pushing.`,
      `- Always connect with postgres://admin:${secrets[1]}@db.acme.io/prod for tests.`,
      `- Always\u200b read <!-- ${secrets[2]} --> the log first.`,
    ].join('\n')
    const planned = await read({ content: rules, dryRun: true })
    const { status, body } = await read({ content: rules })
    expect([planned.status, status, body.total_items]).toEqual([200, 200, 3])
    const { system_prompt } = (await tenant.get(`/agents/${agent}`)).body
    for (const text of [planned.text, JSON.stringify(body), system_prompt]) {
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(text).toContain('[redacted] for pushing')
    }
  })

  test.each(['', '   ', '\n\n', '```\nconst a = 1\n```', '---\na: b\n---\n', '# Only a heading', '![](x.png)'])(
    '422 for a text that yields nothing: %j',
    async (nothing) => {
      await setUp()
      const { status, body } = await read({ content: nothing })
      expect([status, body]).toEqual([
        nothing === '' ? 400 : 422,
        { error: expect.stringContaining('content'), code: expect.any(String) },
      ])
    },
  )

  test.each([
    ['@AGENTS.md\n', 'AGENTS.md'],
    ['# Mill\n\n<!-- shared -->\n@docs/mill.md\n- @docs/carts.md\n', 'docs/mill.md, docs/carts.md'],
    ['.github/copilot-instructions.md', '.github/copilot-instructions.md'],
    ['See `AGENTS.md`.\n', 'AGENTS.md'],
  ])('422 that names the files which the text only includes: %j', async (content, names) => {
    const agent = await setUp()
    const error = (field: string) => ({
      error: `${field} other files (${names}); import their text instead`,
      code: expect.any(String),
    })
    expect(await read({ content })).toMatchObject({ status: 422, body: error('content only names') })
    const files = [{ path: 'CLAUDE.md', content }]
    const imported = await tenant.post(`/agents/${agent}/import`, { files })
    expect([imported.status, imported.body]).toEqual([422, error('files only name')])
  })

  test('thousands of rules, more than one statement takes', async () => {
    await setUp()
    const rules = Array.from({ length: 5600 }, (_, n) => `- Never skip a${n}.`)
    const { status, body } = await read({ content: rules.join('\n') })
    expect([status, body.total_items]).toEqual([200, rules.length])
  })

  test('413 above 4 MiB, and 3 MiB are read', async () => {
    await setUp()
    const line = '- Always run the tests before committing.\n'
    const large = line.repeat(Math.floor(3e6 / line.length))
    const { status, body } = await read({ content: large, dryRun: true })
    expect([status, body.summary?.total]).toEqual([200, 1])
    const tooLarge = await read({ content: line.repeat(Math.ceil(5e6 / line.length)) })
    expect([tooLarge.status, tooLarge.body]).toEqual([
      413,
      { error: expect.stringContaining('4 MiB'), code: 'too_large' },
    ])
  })

  test('a paragraph that is longer than a statement may be does not spoil the rest', async () => {
    await setUp()
    const { status, body } = await read({ content: `- Always ${'very '.repeat(2000)}carefully test.\n\n${content}` })
    expect(status).toBe(200)
    expect(body.beliefs_created).toBeGreaterThan(0)
  })

  test.each([
    ['content', {}],
    ['content', { content: 5 }],
    ['content', { content: 'a\0b' }],
    ['dryRun', { content, dryRun: 'true' }],
  ])('400 that names %s for %j', async (field, input) => {
    await setUp()
    const { status, body } = await read(input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
  })

  test('404 for a foreign agent', async () => {
    await setUp()
    const stranger = await service.register()
    expect(await stranger.post(path, { content })).toMatchObject({ status: 404, body: { error: 'Agent not found' } })
  })
})
