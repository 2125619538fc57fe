import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { compareStrings } from '#core/base/strings.ts'
import type { Database } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'

/** How long a use waits for others, in milliseconds. */
const delayMs = 1000
/** How many uses may wait during a write; more are dropped. */
const maxPending = 10_000

/** A use of a key or a session that is not stored yet. */
interface Use {
  /** The time that it sets, as ISO 8601. */
  at: string
  store(trx: Transaction<Tables>): Promise<unknown>
}

/**
 * Records when keys and sessions were used. Written outside the requests, in batches: a database that cannot be written
 * must not block reads. Uses may be lost.
 */
export class Uses {
  readonly #db: Database
  readonly #log: FastifyBaseLogger
  readonly #pending = new Map<string, Use>()
  #timer: NodeJS.Timeout | undefined
  #written: Promise<void> = Promise.resolve()

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
  }

  /** `at` is ISO 8601. */
  keyUsed(id: string, orgId: string, at: string): void {
    const store: Use['store'] = (trx) =>
      trx.updateTable('api_keys').set({ last_used_at: at }).where('org_id', '=', orgId).where('id', '=', id).execute()
    this.#set(`key ${id}`, { at, store })
  }

  /** Returns the last use of a key that is not stored yet. */
  lastUseOf(keyId: string): string | undefined {
    return this.#pending.get(`key ${keyId}`)?.at
  }

  /** `expiresAt` is ISO 8601. */
  sessionExtended(tokenHash: string, expiresAt: string): void {
    const store: Use['store'] = (trx) =>
      trx.updateTable('sessions').set({ expires_at: expiresAt }).where('token_hash', '=', tokenHash).execute()
    this.#set(`session ${tokenHash}`, { at: expiresAt, store })
  }

  /** Returns the expiry of a session that is not stored yet. */
  expiryOf(tokenHash: string): string | undefined {
    return this.#pending.get(`session ${tokenHash}`)?.at
  }

  #set(name: string, use: Use): void {
    if (this.#pending.size >= maxPending && !this.#pending.has(name)) return
    this.#pending.set(name, use)
    this.#timer ??= setTimeout(() => this.flush(), delayMs)
  }

  /** Stores the waiting uses; called once more before the process ends. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#written = this.#written.then(async () => {
      this.#timer = undefined
      // In order, so that replicas that store the same uses cannot deadlock.
      const uses = [...this.#pending].sort(([a], [b]) => compareStrings(a, b))
      if (uses.length === 0) return
      const stored = this.#db.transaction().execute(async (trx) => {
        for (const [, use] of uses) await use.store(trx)
      })
      await stored.catch((error: unknown) => {
        this.#log.warn({ err: error }, 'could not store when keys or sessions were used')
      })
      // Uses during the write wait for the next batch.
      for (const [name, use] of uses) if (this.#pending.get(name) === use) this.#pending.delete(name)
      if (this.#pending.size > 0) this.#timer ??= setTimeout(() => this.flush(), delayMs)
    })
    return this.#written
  }
}
