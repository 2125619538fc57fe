import { bufferOf } from '#core/base/buffer-of.ts'
import { sha256Hex } from '#core/base/hash.ts'
import { type MaybePromise, onSuccess } from '#core/base/maybe-promise.ts'
import { SingleFlight } from '#core/base/single-flight.ts'
import type { Database } from '../../db/connect.ts'
import type { ReadNow } from '../../db/embedded/sqlite.ts'
import { unavailabilityOf } from '../../db/failures.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import { SharedRuns } from '../../db/shared-runs.ts'
import type { LargeIdentities } from './large-identities.ts'
import type { LayerCache } from './layer-cache.ts'
import { identityOf, type RenderedPrompt, renderedPrompt } from './renderings.ts'
import { type Stamp, type StampReader, stampOf } from './stamps.ts'
import {
  type AnsweredPrompt,
  type LivePrompt,
  type LiveRow,
  liveQuery,
  storedPrompt,
  storePrompt,
} from './stored-prompts.ts'

interface Options {
  db: Database
  readNow: ReadNow | undefined
  stamps: StampReader
  layers: LayerCache
  large: LargeIdentities
  now: () => Date
}

/** How many agents share a query on a server. */
const maxBatch = 16
/** The attempt to render between two writes whose text is answered in any case: others may write without a pause. */
const lastAttempt = 3

/**
 * Answers prompts from their versions: one query reads the revisions of an agent's layers and the text that was rendered
 * last, and the text is current if it was rendered at these revisions. A text that is not is rendered, and stored before
 * it is answered. `Documents` keeps texts that were read in memory, and comes here for the others.
 */
export class PromptStore {
  readonly #options: Options
  readonly #queries: PreparedQueries
  readonly #shared = new SharedRuns((orgIds, agentIds: string[]) => this.#ask(orgIds, agentIds), maxBatch)
  /** Texts that are being made, by agent and stamp: concurrent readers share one. */
  readonly #making = new SingleFlight<LivePrompt | undefined>()

  constructor(options: Options) {
    this.#options = options
    this.#queries = new PreparedQueries(options.db, options.readNow)
  }

  /**
   * Returns the live prompt; without a promise on the embedded engine when it is current.
   *
   * @returns undefined when the agent is missing or in none of the organizations.
   */
  read(orgIds: readonly string[], agentId: string, attempt = 1): MaybePromise<LivePrompt | undefined> {
    const rows = this.#queries.runNow<LiveRow>(...liveQuery(orgIds, [agentId]))
    const current = (row: LiveRow | undefined) => this.#current(row, orgIds, agentId, attempt)
    if (rows) return current(rows[0])
    return this.#shared.join(orgIds, agentId).then((live) => current(live.get(agentId)))
  }

  async #ask(orgIds: readonly string[], agentIds: string[]) {
    const rows = await this.#queries.run<LiveRow>(...liveQuery(orgIds, agentIds))
    return new Map(rows.map((row) => [row.agent_id, row]))
  }

  #current(
    row: LiveRow | undefined,
    orgIds: readonly string[],
    agentId: string,
    attempt: number,
  ): MaybePromise<LivePrompt | undefined> {
    if (!row) return undefined
    const stamp = stampOf(row)
    if (row.live_stamp === stamp.text) return { ...storedPrompt(row), stamp: stamp.text }
    const isLast = attempt >= lastAttempt
    const made = this.#making.run(`${agentId} ${stamp.text} ${isLast}`, () => this.#make(agentId, stamp, isLast))
    return onSuccess(made, (prompt) => prompt ?? this.read(orgIds, agentId, attempt + 1))
  }

  /**
   * Returns the live prompt, also while the database takes no writes: a text that cannot be stored then has no number.
   * Tried with a read-only server, and with a lock of another client.
   */
  readAnyway(orgIds: readonly string[], agentId: string): MaybePromise<LivePrompt | AnsweredPrompt | undefined> {
    const prompt = this.read(orgIds, agentId)
    if (!(prompt instanceof Promise)) return prompt
    return prompt.catch((error: unknown) => {
      if (!unavailabilityOf(error, true)) throw error
      return this.#readUnstored(orgIds, agentId)
    })
  }

  async #readUnstored(orgIds: readonly string[], agentId: string): Promise<AnsweredPrompt | undefined> {
    const stamp = await this.#options.stamps.read([...orgIds], agentId)
    const rendered = stamp && (await this.#render(agentId, stamp))
    if (!rendered) return undefined
    const body = bufferOf(rendered.text)
    return { org_id: stamp.orgId, version: null, body, etag: `"${sha256Hex(body)}"` }
  }

  /** Renders and stores the text; undefined when the agent changed, moved or went meanwhile. */
  async #make(agentId: string, stamp: Stamp, isLast: boolean): Promise<LivePrompt | undefined> {
    const { db, now, stamps } = this.#options
    const rendered = await this.#render(agentId, stamp)
    return (
      rendered &&
      db.transaction().execute((trx) => storePrompt(trx, stamps, { agentId, stamp, rendered, now: now(), isLast }))
    )
  }

  #render(agentId: string, stamp: Stamp) {
    const { layers, large } = this.#options
    return large.make<RenderedPrompt | undefined, RenderedPrompt | undefined>(
      agentId,
      (maxItems) =>
        onSuccess(layers.read(agentId, stamp, maxItems), (read) => read && renderedPrompt(identityOf(read))),
      (thread) => thread.run('prompt', { agentId, stamp }, { org_id: stamp.orgId }),
    )
  }
}
