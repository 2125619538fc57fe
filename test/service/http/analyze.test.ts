import { readFileSync } from 'node:fs'
import { countTokens as exactTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTokens } from '#reader/count-tokens.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_BULK: '10', RATE_LIMIT_GENERAL: '200' })
})
afterAll(() => service.stop())

let callers = 0
/** Each call from an address of its own, except in the test of the limit. */
const analyze = (body: unknown, remoteAddress = `10.0.0.${++callers}`) =>
  service.app.inject({
    method: 'POST',
    url: '/api/public/analyze',
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    remoteAddress,
  })

test('a file is analyzed without an account, and nothing is stored', async () => {
  const content = `# Rules
- Never merge on red.
- Never merge when the build is red.
- Always answer in prose.
- Never answer in prose.
- Own the payment service end to end.`
  const answer = await analyze({ content, filename: '.cursorrules' })
  expect(answer.statusCode).toBe(200)
  const body = answer.json()
  expect(body.format).toBe('cursor')
  expect(body.beliefs.length).toBeGreaterThan(2)
  expect(body.responsibilities).toMatchObject([{ category: 'ownership' }])
  expect(body.by_category.ownership).toBe(1)
  expect(body.gaps).toContain('monitoring')
  expect(body.contradictions).toMatchObject([{ a: 'Always answer in prose.', b: 'Never answer in prose.' }])
  expect(body.tokens.total).toBe(body.tokens.rules + body.tokens.other)
  expect(body.suggestions.map(({ action }: any) => action)).toContain('decide')
  for (const table of ['organizations', 'agents', 'items', 'content_items'] as const) {
    const { count } = await service.deps.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect([table, count]).toEqual([table, 0])
  }
})

test('10 a minute for an address', async () => {
  const statuses = []
  for (let at = 0; at < 11; at++) statuses.push((await analyze({ content: '- Test first' }, '10.1.1.1')).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect((await analyze({ content: '- Test first' }, '10.1.1.2')).statusCode).toBe(200)
})

test.each([
  ['{}', 400],
  [{ content: ' ' }, 400],
  [{ content: 5 }, 400],
  [{ content: 'x'.repeat(5 * 1024 * 1024) }, 413],
])('bad input gets one sentence: case %#', async (body, status) => {
  const answer = await analyze(body)
  expect([answer.statusCode, typeof answer.json().error]).toEqual([status, 'string'])
})

test('hostile text keeps no one else waiting, and ends', async () => {
  const hostile = '[<!-- {{ '.repeat(20_000)
  const started = analyze({ content: hostile })
  expect((await service.call('GET', '/healthz')).status).toBe(200)
  expect([200, 413]).toContain((await started).statusCode)
})

test('4 MiB of one word end, and the next file of the same address is answered', async () => {
  const [hostile, next] = await Promise.all([
    analyze({ content: 'a'.repeat(4 * 1024 * 1024 - 100) }, '10.2.2.2'),
    analyze({ content: '- Never merge on red' }, '10.2.2.2'),
  ])
  expect([200, 413]).toContain(hostile.statusCode)
  expect([next.statusCode, next.json().beliefs.length]).toEqual([200, 1])
})

test('tokens are those of the tokenizer, and of long words about those', () => {
  const text = `${readFileSync('README.md', 'utf8')} don't “quote” 12345 必须先写测试。`
  expect(countTokens(text)).toBe(exactTokens(text))
  const long = 'abcdefghij'.repeat(500)
  expect(Math.abs(countTokens(long) / exactTokens(long) - 1)).toBeLessThan(0.05)
})

test("this project's own guide is read", async () => {
  const content = readFileSync('CONTRIBUTING.md', 'utf8')
  const body = (await analyze({ content, filename: 'CONTRIBUTING.md' })).json()
  expect(body.format).toBe('markdown')
  expect(body.beliefs.length + body.responsibilities.length).toBeGreaterThan(3)
})
