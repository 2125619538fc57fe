import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CacheStats } from '#core/base/cache-stats.ts'
import type { CompressedJson } from '#core/base/compressed-json.ts'
import { SharedRuns } from '../../db/shared-runs.ts'
import type { HeavyReads, ReadRequester } from './heavy-reads.ts'

/** Cache size for all organizations together, in bytes; the overview of 50,000 agents takes 1.1 MB compressed. */
const maxBytes = 16 * 1024 * 1024

/**
 * An overview is cached above both limits, so that a small one is not cached only because a busy machine made it slow.
 */
const cachedAbove = { ms: 50, bytes: 50_000 }

/**
 * Caches recent overviews as JSON with `as_of`, the time at which they were true. An overview that is quick to compute
 * is always computed. For a slow one, the last result is returned at once, and each response is followed by a
 * computation that began after the request: so nothing has to track the dependencies of an overview, and none stays
 * outdated.
 */
export class RecentOverviews {
  readonly #heavyReads: HeavyReads
  readonly #log: FastifyBaseLogger
  readonly #monotonicMs: () => number
  readonly #above: typeof cachedAbove
  readonly #cache = new LRUCache<string, CompressedJson>({
    maxSize: maxBytes,
    sizeCalculation: ({ start }) => start.byteLength,
  })
  #hits = 0
  #misses = 0
  readonly #following = new SharedRuns<ReadRequester, void>(async ([orgId, days], [ctx]) => {
    const begun = this.#monotonicMs()
    await this.#compute(ctx!, orgId!, Number(days))
    // Constant requests leave the processor to others half of the time.
    await sleep(this.#monotonicMs() - begun, undefined, { ref: false })
  }, 1000)

  constructor(heavyReads: HeavyReads, log: FastifyBaseLogger, monotonicMs: () => number, above = cachedAbove) {
    this.#heavyReads = heavyReads
    this.#log = log
    this.#monotonicMs = monotonicMs
    this.#above = above
  }

  /**
   * Returns an overview.
   *
   * @throws 429 when too many reads of the organization wait already, and none is cached.
   */
  async read(ctx: ReadRequester, orgId: string, days: number): Promise<Buffer | CompressedJson> {
    // Cached overviews cover the whole organization.
    if (ctx.caller?.agentId !== undefined) return this.#heavyReads.run('overview', ctx, { orgId, days })
    const cached = this.#cache.get(`${orgId} ${days}`)
    if (!cached) {
      this.#misses++
      return this.#compute(ctx, orgId, days)
    }
    this.#hits++
    this.#following.join([orgId, `${days}`], { now: ctx.now }).catch((error: unknown) => {
      this.#log.warn({ err: error, orgId }, 'an overview could not be computed anew')
    })
    return cached
  }

  stats(): CacheStats {
    const { size: entries, calculatedSize: bytes } = this.#cache
    return { hits: this.#hits, misses: this.#misses, entries, bytes }
  }

  async #compute(ctx: ReadRequester, orgId: string, days: number): Promise<Buffer | CompressedJson> {
    const begun = this.#monotonicMs()
    const json = await this.#heavyReads.largeOverview(ctx, { orgId, days }, this.#above.bytes)
    const isSlow = this.#monotonicMs() - begun > this.#above.ms
    if (isSlow && !Buffer.isBuffer(json)) this.#cache.set(`${orgId} ${days}`, json)
    else this.#cache.delete(`${orgId} ${days}`)
    return json
  }
}
