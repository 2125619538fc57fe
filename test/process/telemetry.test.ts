import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeCollector, type SentSpan, startCollector } from '../fakes/collector.ts'
import { startLanguageModel } from '../fakes/language-model.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Traces and metrics reach a collector, and neither its absence nor its failures reach a client. */

let folder: string
let collector: FakeCollector
let running: Running | undefined
beforeEach(async () => {
  folder = newFolder()
  collector = await startCollector()
})
afterEach(async () => {
  await running?.stop('SIGKILL')
  await collector.stop()
  removeFolder(folder)
})

const startSending = async (environment: Record<string, string> = {}) => {
  running = await start(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment })
  return running
}

const attribute = (span: SentSpan, key: string) => {
  const value = span.attributes.find((each) => each.key === key)?.value
  return value && Object.values(value)[0]
}

test('a request, its statements and its model calls are one trace of the caller, without ids and secrets', async () => {
  const model = await startLanguageModel()
  model.reply = () => '{"rules": []}'
  const service = await startSending({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'fake', LLM_API_KEY: 'model-key' })
  const { key, organization } = (await call(service, 'POST', '/register', {})).body
  const { id } = (await call(service, 'POST', '/agents', { name: 'Ada Lovelace' }, key)).body
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const answer = await fetch(`${service.url}/api/v1/agents/${id}/import-claude-md`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ content: 'Never guess.' }),
  })
  // The model found no rules.
  expect(answer.status).toBe(422)
  expect(await service.stop()).toBe(0)
  await model.stop()
  expect(service.output()).not.toMatch(/OpenTelemetry|\/metrics/)

  const trace = collector.spans.filter((span) => span.traceId === traceId)
  const request = trace.find(({ name }) => name === 'POST /api/v1/agents/:agentId/import-claude-md')!
  expect(request.parentSpanId).toBe('b7ad6b7169203331')
  expect(attribute(request, 'http.response.status_code')).toBe(answer.status)
  const children = trace.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['database', 'language model']))
  const query = children.find(({ name }) => name === 'database')!
  expect(attribute(query, 'db.query.text')).toMatch(/^(?:select|insert|update|begin)/i)
  expect(collector.text).toContain('agent-identity-service')
  for (const secret of [key, organization.id, id, 'model-key', 'Ada Lovelace', 'Never guess'])
    expect(collector.text).not.toContain(secret)
})

test('the metrics of /metrics are sent by the same names', async () => {
  const service = await startSending({ OTEL_METRIC_EXPORT_INTERVAL: '500' })
  await call(service, 'POST', '/register', {})
  const sent = (name: string) => collector.metrics.findLast((metric) => metric.name === name)
  await expect.poll(() => sent('agent_identity_http_request_duration_seconds')).toBeDefined()
  const [point] = sent('agent_identity_http_request_duration_seconds')!.histogram!.dataPoints
  expect(point!.bucketCounts).toHaveLength(point!.explicitBounds.length + 1)
  expect(point!.bucketCounts.reduce((sum, count) => sum + count)).toBe(point!.count)
  expect(sent('agent_identity_cache_hits_total')?.sum?.isMonotonic).toBe(true)
  expect(sent('process_resident_memory_bytes')?.gauge).toBeDefined()
})

for (const fault of ['refuse', 'hang'] as const) {
  test(`requests and the stop do not notice a collector that fails: ${fault}`, async () => {
    collector.fault = fault
    const service = await startSending({ OTEL_METRIC_EXPORT_INTERVAL: '500' })
    // More spans than wait to be sent.
    for (let round = 0; round < 60; round++) {
      const answers = Array.from({ length: 50 }, () => fetch(`${service.url}/healthz`))
      expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
    }
    await expect.poll(() => collector.requests).toBeGreaterThan(0)
    expect(await service.stop()).toBe(0)
  })
}

test('requests do not notice a collector that is away', async () => {
  await collector.stop()
  const service = await startSending({ OTEL_METRIC_EXPORT_INTERVAL: '500' })
  expect((await call(service, 'POST', '/register', {})).status).toBe(201)
  await expect.poll(() => service.output()).toContain('OpenTelemetry')
  expect(await service.stop()).toBe(0)
})

/** The addresses of all modules that a service loaded, which V8 writes when the process ends. */
async function loadedModules(environment: Record<string, string>): Promise<string> {
  const coverage = join(folder, crypto.randomUUID())
  running = await start(folder, { NODE_V8_COVERAGE: coverage, ...environment })
  expect((await call(running, 'POST', '/register', {})).status).toBe(201)
  expect(await running.stop()).toBe(0)
  return readdirSync(coverage)
    .map((file) => readFileSync(join(coverage, file), 'utf8'))
    .join('\n')
}

test('nothing of OpenTelemetry is loaded without a collector', async () => {
  const ownModule = 'server/outside/telemetry/telemetry.ts'
  const library = '@opentelemetry/sdk-trace'
  const without = await loadedModules({})
  expect([without.includes(ownModule), without.includes(library)]).toEqual([false, false])
  const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' }
  expect(await loadedModules(disabled)).not.toContain(library)
  const sending = await loadedModules({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect([sending.includes(ownModule), sending.includes(library)]).toEqual([true, true])
})

test('a wrong setting stops the start with a sentence that names it', async () => {
  await expect(startSending({ OTEL_TRACES_SAMPLER_ARG: '2' })).rejects.toThrow(
    'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1',
  )
})
