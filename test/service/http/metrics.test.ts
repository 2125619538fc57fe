import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitStats } from '#core/base/waits.ts'
import { hashPassword, verifyPassword } from '../../../server/features/accounts/sessions.ts'
import { startLanguageModel } from '../../fakes/language-model.ts'
import { type Service, startService } from '../../support/service.ts'

const token = 'a-token-for-prometheus'
let open: Service
let guarded: Service
beforeAll(async () => {
  open = await startService()
  guarded = await startService({ METRICS_TOKEN: token })
})
afterAll(() => Promise.all([open.stop(), guarded.stop()]))

const read = (service: Service, options: object = {}) => service.app.inject({ url: '/metrics', ...options })

describe('GET /metrics', () => {
  test('without a token, answers this machine and nobody else, whatever is forwarded', async () => {
    expect((await read(open)).statusCode).toBe(200)
    expect((await read(open, { remoteAddress: '::1' })).statusCode).toBe(200)
    const stranger = await read(open, { remoteAddress: '10.0.0.7', headers: { 'x-forwarded-for': '127.0.0.1' } })
    expect([stranger.statusCode, stranger.json()]).toEqual([401, { error: 'Unauthorized' }])
    const throughProxy = await read(open, { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(throughProxy.statusCode).toBe(401)
  })

  test('with a token, answers whoever has it, from anywhere', async () => {
    const headers = { authorization: `Bearer ${token}` }
    expect((await read(guarded, { headers, remoteAddress: '10.0.0.7' })).statusCode).toBe(200)
    expect((await read(guarded)).statusCode).toBe(401)
    expect((await read(guarded, { headers: { authorization: `Bearer ${token}x` } })).statusCode).toBe(401)
  })

  test('shows the pools of threads by script', async () => {
    const tenant = await open.register()
    await tenant.post('/public/analyze', { content: '- Never merge on red' })
    const { body } = await read(open)
    expect(body).toMatch(/^agent_identity_pool_threads\{script="computing"\} [1-9]/m)
    expect(body).toMatch(/^agent_identity_waiting\{for="analysis"\} 0$/m)
    expect(body).toMatch(/^agent_identity_pool_restarts_total\{script="reads"\} 0$/m)
  })

  test('counts requests by route, without ids, and the process, and has no limit headers', async () => {
    const tenant = await open.register()
    await tenant.get(`/agents/${await tenant.agent()}`)
    const { body, headers } = await read(open)
    expect(headers['content-type']).toContain('text/plain')
    expect(headers).not.toHaveProperty('x-ratelimit-limit')
    expect(body).toContain(
      'agent_identity_http_request_duration_seconds_count{method="GET",route="/api/v1/agents/:agentId",status="200"} 1',
    )
    expect(body).toContain('process_resident_memory_bytes')
  })

  test('has the metrics of our own that the reference lists, beside those of a thread for jobs', async () => {
    const { body } = await read(open)
    const names = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!)
    const page = readFileSync(new URL('../../../docs/reference/metrics.md', import.meta.url), 'utf8')
    const tables = page.split('| metric | labels | meaning |').slice(1)
    const rows = tables.flatMap((table) => table.split('\n\n')[0]!.split('\n'))
    const listed = rows.flatMap((row) => /^\| `([a-z_]+)` \|/.exec(row)?.[1] ?? [])
    const isOfThisProcess = (name: string) => !/^(?:nodejs|process|agent_identity_jobs_thread)_/.test(name)
    expect(listed.filter(isOfThisProcess).sort()).toEqual(names.filter(isOfThisProcess).sort())
    // A Prometheus collects from many services; the prefix tells them apart.
    expect([...names, ...listed].filter((name) => !/^(?:nodejs|process|agent_identity)_/.test(name))).toEqual([])
  })

  test('counts hits and misses of each cache, and its size', async () => {
    const tenant = await open.register()
    const agent = await tenant.agent()
    const figures = async () => {
      const { body } = await read(open)
      const series = [...body.matchAll(/^agent_identity_cache_(\w+)\{cache="(\w+)"\} (\d+)$/gm)]
      return Object.fromEntries(series.map(([, figure, cache, value]) => [`${cache} ${figure}`, Number(value)]))
    }
    await tenant.get(`/agents/${agent}`)
    const before = await figures()
    await tenant.get(`/agents/${agent}`)
    await tenant.get(`/agents/${agent}/prompt`)
    const after = await figures()
    const grown = (name: string) => after[name]! - before[name]!
    expect(grown('documents hits_total')).toBe(1)
    expect(grown('documents misses_total')).toBe(1)
    expect(grown('documents entries')).toBe(1)
    expect(grown('documents bytes')).toBeGreaterThan(500)
    expect(grown('keys hits_total')).toBe(2)
    expect(Object.keys(after)).toEqual(
      expect.arrayContaining(['layers hits_total', 'layers misses_total', 'layers bytes', 'overviews misses_total']),
    )
  })

  test('counts what a configured language model was asked, by task and for no organization', async () => {
    const model = await startLanguageModel()
    const service = await startService({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'fake' })
    try {
      const tenant = await service.register()
      const agentId = await tenant.agent()
      model.reply = (_, number) => (number === 0 ? '{"rules": []}' : (response) => response.destroy())
      await tenant.post(`/agents/${agentId}/import-claude-md`, { content: 'Never guess.' })
      await tenant.post('/conversations/format', { rawText: 'Ada: hi', agentName: 'Ada' })
      const { body } = await read(service)
      const series = body.split('\n').filter((line) => line.startsWith('agent_identity_language_model_'))
      expect(series.sort()).toEqual([
        'agent_identity_language_model_calls_total{task="format_transcript"} 1',
        'agent_identity_language_model_calls_total{task="read_rules"} 1',
        'agent_identity_language_model_cost_total{task="format_transcript"} 0',
        'agent_identity_language_model_cost_total{task="read_rules"} 0.5',
        'agent_identity_language_model_failures_total{task="format_transcript"} 1',
        'agent_identity_language_model_failures_total{task="read_rules"} 0',
        'agent_identity_language_model_input_tokens_total{task="format_transcript"} 0',
        'agent_identity_language_model_input_tokens_total{task="read_rules"} 10',
        'agent_identity_language_model_output_tokens_total{task="format_transcript"} 0',
        'agent_identity_language_model_output_tokens_total{task="read_rules"} 5',
      ])
      expect((await read(service)).body).toContain('agent_identity_language_model_calls_total{task="read_rules"} 1')
    } finally {
      await service.stop()
      await model.stop()
    }
  })

  test('has no figures of a language model while none is configured', async () => {
    const { body } = await read(open)
    expect(body).not.toMatch(/^language_model_\w+\{/m)
  })

  test('counts the jobs that have not ended, by type and state, and tells the age of the oldest', async () => {
    const tenant = await open.register()
    await tenant.post('/pbd/process', { agentId: await tenant.agent() })
    const { body } = await read(open)
    expect(body).toMatch(/^agent_identity_jobs\{type="\w+",state="queued"\} 1$/m)
    expect(body).toMatch(/^agent_identity_oldest_job_seconds\{type="\w+",state="queued"\} [\d.e-]+$/m)
  })

  test('measures what writes wait for', async () => {
    await (await open.register()).agent()
    const { body } = await read(open)
    const waits =
      process.env.TEST_ENGINE === 'postgres' ? ['database', 'database connection'] : ['commit', 'group commit']
    for (const name of waits)
      expect(body).toMatch(new RegExp(`^agent_identity_waits_total\\{for="${name}"\\} [1-9]`, 'm'))
    expect(body).toMatch(/^agent_identity_waiting\{for=/m)
  })
})

test('a hash of a password is a measured wait', async () => {
  const countOf = () => waitStats().get('password hash')?.count ?? 0
  const before = countOf()
  expect(await verifyPassword(await hashPassword('correct horse'), 'correct horse')).toBe(true)
  expect(countOf()).toBe(before + 2)
})

test('a slow request is logged in one line, with what it waited for', async () => {
  const model = await startLanguageModel()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const service = await startService({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'fake' }, { log })
  try {
    const tenant = await service.register()
    const path = `/agents/${await tenant.agent()}/import-claude-md`
    model.reply = (_, number) =>
      number === 0 ? (response) => void setTimeout(() => response.end('{}'), 700) : '{"rules": []}'
    await tenant.post(path, { content: 'Never guess.' })
    await tenant.get('/agents')
    const slow = lines.filter(({ msg }) => String(msg).startsWith('slow request'))
    expect(slow).toMatchObject([
      {
        level: 40,
        method: 'POST',
        route: '/api/v1/agents/:agentId/import-claude-md',
        reqId: expect.any(String),
        ms: expect.any(Number),
        waited: { 'language model': expect.any(Number) },
        msg: expect.stringMatching(/^slow request: \d+ ms of /),
      },
    ])
  } finally {
    await service.stop()
    await model.stop()
  }
})
