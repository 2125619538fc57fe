import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import { monotonicMs, timeOfDayMs } from '#core/base/clock.ts'
import { version } from '#core/base/version.ts'
import { followWaits } from '#core/base/wait-follower.ts'
import { metricProducer } from './metrics.ts'

/** Sends traces and metrics to a collector by OTLP. A collector that is away costs spans, never an answer. */

export interface TelemetrySettings {
  hasTraces: boolean
  hasMetrics: boolean
  /** The share of traces without a sampled parent that are sent, from 0 to 1. */
  sampledShare: number
  metricsIntervalMs: number
}

/** A span of one request. */
export interface RequestSpan {
  /** Runs `work` so that its waits become children of the span. */
  within(work: () => void): void
  /** @param route the pattern, without ids. */
  end(route: string, status: number): void
}

/** The part of the service that sends traces and metrics. */
export interface Telemetry {
  startRequest(method: string, headers: Record<string, unknown>): RequestSpan
  /** Runs a job as a trace of its own. */
  runJob<T>(type: string, work: () => Promise<T>): Promise<T>
  sendMetrics(registry: Registry): void
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>
}

type Log = { warn(message: string): void }

const closeTimeoutMs = 2000
/** Spans that wait to be sent; further ones are dropped. */
const maxQueueSize = 2048
/** Longer statements are cut, in characters. */
const maxStatement = 2000

export function openTelemetry(settings: TelemetrySettings, log: Log): Telemetry {
  reportTo(log)
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'agent-identity-service', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }))
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.sampledShare) }),
    spanProcessors: settings.hasTraces
      ? [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), maxQueueSize })]
      : [],
  })
  const tracer = traces.getTracer('agent-identity-service', version)
  // Fastify, jobs and queries are ours, so one store is enough instead of a global context manager.
  const active = new AsyncLocalStorage<Context>()
  if (settings.hasTraces)
    followWaits((name, startedAt, statement) => {
      const parent = active.getStore()
      // Waits that requests share, such as the commit to disk, belong to no trace.
      if (!parent) return
      const attributes = attributesOf(name, statement)
      tracer
        .startSpan(name, { kind: SpanKind.CLIENT, startTime: timeOfDayMs(startedAt), attributes }, parent)
        .end(timeOfDayMs(monotonicMs()))
    })
  const propagator = new W3CTraceContextPropagator()
  const closers: (() => Promise<void>)[] = [() => traces.shutdown()]

  return {
    startRequest(method, headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, headerGetter)
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        parent,
      )
      const context = trace.setSpan(parent, span)
      return {
        within: (work) => active.run(context, work),
        end: (route, status) => endRequest(span, method, route, status),
      }
    },
    async runJob(type, work) {
      const span = tracer.startSpan(`job ${type}`)
      try {
        return await active.run(trace.setSpan(ROOT_CONTEXT, span), work)
      } finally {
        span.end()
      }
    },
    sendMetrics(registry) {
      if (!settings.hasMetrics) return
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(),
        exportIntervalMillis: settings.metricsIntervalMs,
        exportTimeoutMillis: Math.min(30_000, settings.metricsIntervalMs),
        metricProducers: [metricProducer(registry, resource)],
      })
      const meters = new MeterProvider({ resource, readers: [reader] })
      closers.push(() => meters.shutdown())
    },
    async close() {
      followWaits(undefined)
      const closed = Promise.allSettled(closers.map((close) => close()))
      await Promise.race([closed, sleep(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** The exporters report failures to a logger of the whole process. */
function reportTo(log: Log) {
  const warn = (...parts: unknown[]) => log.warn(`OpenTelemetry: ${parts.map(String).join(' ').slice(0, 500)}`)
  const ignore = () => {}
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, { logLevel: DiagLogLevel.WARN })
}

function endRequest(span: Span, method: string, route: string, status: number) {
  span.updateName(`${method} ${route}`)
  span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function attributesOf(name: string, statement: string | undefined) {
  if (statement !== undefined) return { 'db.query.text': statement.slice(0, maxStatement) }
  return name === 'language model' ? { 'gen_ai.operation.name': 'chat' } : {}
}

const headerGetter = {
  get: (headers: Record<string, unknown>, key: string) => headers[key] as string | undefined,
  keys: (headers: Record<string, unknown>) => Object.keys(headers),
}
