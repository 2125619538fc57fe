import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** A collector of OpenTelemetry that keeps what it gets by OTLP over HTTP, with faults that a test switches on. */

export interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface SentMetric {
  name: string
  sum?: { isMonotonic: boolean; dataPoints: { asDouble: number }[] }
  gauge?: object
  histogram?: { dataPoints: { count: number; bucketCounts: number[]; explicitBounds: number[] }[] }
}

export interface FakeCollector {
  url: string
  spans: SentSpan[]
  metrics: SentMetric[]
  /** Everything that was sent, as text. */
  text: string
  requests: number
  fault: 'none' | 'refuse' | 'hang'
  stop(): Promise<void>
}

export async function startCollector(): Promise<FakeCollector> {
  const fake: FakeCollector = {
    url: '',
    spans: [],
    metrics: [],
    text: '',
    requests: 0,
    fault: 'none',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer(async (request, response) => {
    fake.requests += 1
    if (fake.fault === 'hang') return
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (fake.fault === 'refuse') {
      response.writeHead(500).end()
      return
    }
    const body = Buffer.concat(chunks)
    const text = String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
    fake.text += text
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(text)
    for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) fake.spans.push(...spans)
    for (const { scopeMetrics } of resourceMetrics)
      for (const { metrics } of scopeMetrics) fake.metrics.push(...metrics)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}
