import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { DeferredWrites } from '../../db/deferred-writes.ts'

const delayMs = 1000

/**
 * Records when keys and sessions were used. Written outside the requests: a database that cannot be written must not
 * block reads.
 */
export class Uses {
  readonly #keys: DeferredWrites<{ orgId: string; at: string }>
  readonly #sessions: DeferredWrites<string>

  constructor(db: Database, log: FastifyBaseLogger) {
    const onFailure = (error: unknown) => log.warn({ err: error }, 'could not store when keys or sessions were used')
    this.#keys = new DeferredWrites({
      delayMs,
      onFailure,
      write: (keys) =>
        db.transaction().execute(async (trx) => {
          for (const [id, { orgId, at }] of keys) {
            const key = trx.updateTable('api_keys').where('org_id', '=', orgId).where('id', '=', id)
            await key.set({ last_used_at: at }).execute()
          }
        }),
    })
    this.#sessions = new DeferredWrites({
      delayMs,
      onFailure,
      write: (sessions) =>
        db.transaction().execute(async (trx) => {
          for (const [hash, expires_at] of sessions) {
            await trx.updateTable('sessions').set({ expires_at }).where('token_hash', '=', hash).execute()
          }
        }),
    })
  }

  /** `at` is ISO 8601. */
  keyUsed(id: string, orgId: string, at: string): void {
    this.#keys.set(id, { orgId, at })
  }

  /** Returns the last use of a key that is not stored yet. */
  lastUseOf(keyId: string): string | undefined {
    return this.#keys.get(keyId)?.at
  }

  /** `expiresAt` is ISO 8601. */
  sessionExtended(tokenHash: string, expiresAt: string): void {
    this.#sessions.set(tokenHash, expiresAt)
  }

  /** Returns the expiry of a session that is not stored yet. */
  expiryOf(tokenHash: string): string | undefined {
    return this.#sessions.get(tokenHash)
  }

  async flush(): Promise<void> {
    await Promise.all([this.#keys.flush(), this.#sessions.flush()])
  }
}
