import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheStats } from '#core/base/cache-stats.ts'
import { unauthorized } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import { poolStats } from '#core/base/pool.ts'
import type { ModelUsage } from '#core/domain/language.ts'
import type { Deps } from '../../deps.ts'
import { signInCounts } from '../../features/accounts/sign-in-counts.ts'
import { countDroppedLines } from '../../log.ts'
import { failures } from '../requests/schemas.ts'
import { expose } from './expose.ts'
import { watchLoad } from './load-metrics.ts'

/** Upper bounds of the histogram's buckets, in seconds; most reads fit into the first. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

/**
 * Counts and times every request by method, route and status, and serves the result with the process's figures at
 * /metrics in Prometheus' text format: with the token if one is set, otherwise to this machine only (behavior: Health
 * and metrics). OpenTelemetry sends the same metrics.
 */
export function serveMetrics(app: FastifyInstance, deps: Deps) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countModelUsage(registry, deps)
  countCaches(registry, deps)
  countSignIns(registry)
  const dropped = {
    name: 'agent_identity_log_lines_dropped_total',
    help: 'Lines of the log that standard output did not take',
  }
  expose(registry, Counter, dropped, () => [[{}, countDroppedLines()]])
  watchLoad(registry, deps)
  if (deps.jobsThread) watchJobsThread(registry, deps.jobsThread)
  watchPools(registry)
  deps.telemetry?.sendMetrics(registry)
  const durations = new Histogram({
    name: 'agent_identity_http_request_duration_seconds',
    help: 'Duration of requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  // Cached, because finding a series by its labels costs more than counting in it.
  const series = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    // The route's pattern instead of the address: ids would create a series each.
    const { url = 'none' } = routeOptions
    const key = `${method} ${url} ${reply.statusCode}`
    const known = series.get(key) ?? durations.labels(method, url, String(reply.statusCode))
    series.set(key, known)
    known.observe(reply.elapsedTime / 1000)
    done()
  })
  app.get(
    '/metrics',
    {
      config: { access: 'public', unlimited: true },
      schema: {
        tags: ['Operations'],
        summary: 'Metrics for Prometheus',
        description:
          'Requires `Authorization: Bearer $METRICS_TOKEN` when that is set; otherwise answers only on this machine.',
        response: {
          200: { description: 'the metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...failures([401]),
        },
      },
    },
    async (request, reply) => {
      if (!mayRead(request, deps.config.metricsToken)) throw unauthorized()
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
}

const modelCounters: [key: keyof ModelUsage, help: string][] = [
  ['calls', 'Questions to the language model'],
  ['failures', 'Questions that the language model did not answer'],
  ['input_tokens', 'Tokens that the language model read'],
  ['output_tokens', 'Tokens that the language model wrote'],
  ['cost', 'What the answers cost, in the currency of the endpoint'],
]

/** Counts usage by task instead of by organization, because the number of organizations is unbounded. */
function countModelUsage(registry: Registry, deps: Deps) {
  for (const [key, help] of modelCounters) {
    const description = {
      name: `agent_identity_language_model_${key}_total`,
      help: `${help}, by task`,
      labelNames: ['task'],
    }
    expose(registry, Counter, description, () =>
      [...(deps.language.usage?.by_task ?? [])].map(([task, usage]) => [{ task }, usage[key]] as const),
    )
  }
}

const cacheMetrics: [key: keyof CacheStats, Metric: typeof Counter | typeof Gauge, name: string, help: string][] = [
  ['hits', Counter, 'hits_total', 'Reads that a cache answered'],
  ['misses', Counter, 'misses_total', 'Reads that found nothing current in a cache'],
  ['entries', Gauge, 'entries', 'Entries of a cache'],
  ['bytes', Gauge, 'bytes', 'Estimated memory of a cache that is bounded by it'],
]

/** Counts the caches of this process; each process has its own. */
function countCaches(registry: Registry, { identities, keys, overviews }: Deps) {
  const caches = Object.entries({ documents: identities.documents, layers: identities.layers, keys, overviews })
  for (const [key, Metric, name, help] of cacheMetrics) {
    expose(registry, Metric, { name: `agent_identity_cache_${name}`, help, labelNames: ['cache'] }, () =>
      caches.flatMap(([cache, counted]) => {
        const value = counted.stats()[key]
        return value === undefined ? [] : [[{ cache }, value] as const]
      }),
    )
  }
}

function countSignIns(registry: Registry) {
  const description = {
    name: 'agent_identity_sign_ins_total',
    help: 'Sign-ins, by how people signed in and whether it succeeded',
    labelNames: ['by', 'result'],
  }
  expose(registry, Counter, description, () =>
    signInCounts().map(({ by, result, count }) => [{ by, result }, count] as const),
  )
}

function watchJobsThread(registry: Registry, state: NonNullable<Deps['jobsThread']>) {
  const running = 'Whether the thread that runs background jobs is up: 1, or 0 while it starts'
  expose(registry, Gauge, { name: 'agent_identity_jobs_thread_running', help: running }, () => [
    [{}, Number(state().isRunning)],
  ])
  const failures = 'How often the thread that runs background jobs failed and was started again'
  expose(registry, Counter, { name: 'agent_identity_jobs_thread_failures_total', help: failures }, () => [
    [{}, state().failures],
  ])
}

const poolMetrics: [key: 'threads' | 'restarts', Metric: typeof Counter | typeof Gauge, name: string, help: string][] =
  [
    ['threads', Gauge, 'threads', 'Threads of the pool that are up'],
    ['restarts', Counter, 'restarts_total', 'Tasks whose thread failed or was stopped'],
  ]

/** Exposes the pools of this thread by their script; the jobs thread has its own pools. Waits show their tasks. */
function watchPools(registry: Registry) {
  for (const [key, Metric, name, help] of poolMetrics) {
    expose(registry, Metric, { name: `agent_identity_pool_${name}`, help, labelNames: ['script'] }, () =>
      poolStats().map((stats) => [{ script: stats.script }, stats[key]] as const),
    )
  }
}

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  // The socket's address, because clients can forge a forwarded one. A forwarded request comes from elsewhere.
  if (token === undefined) {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
  }
  const sentHash = Buffer.from(sha256(headers.authorization ?? ''))
  return timingSafeEqual(sentHash, Buffer.from(sha256(`Bearer ${token}`)))
}
