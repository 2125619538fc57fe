import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/connect.ts'
import { DeferredWrites } from '../../db/deferred-writes.ts'
import type { Agent } from '../../db/tables.ts'
import type { ResolvedItem } from '../../domain/identity.ts'
import { StampReader } from './stamps.ts'

/** A response body, encoded, with the tag by which a client asks whether it changed. */
export interface Document {
  body: Buffer
  etag: string
}

/** One agent's identity as it stood at `stamp`, with the documents that were made from it. */
export interface CachedIdentity {
  stamp: string
  /** The number of writes to the database when the stamp was read last; see `Connected.countWrites`. */
  writes: number | undefined
  agent: Agent
  group: { id: string; name: string } | null
  /** The resolved identity with its hidden and overridden items (marked as such). */
  items: (ResolvedItem & { updated_at: string })[]
  prompt: string
  /** Response bodies by name: they depend on nothing but the stamp, so they are made once. */
  documents: Map<string, Document>
}

const maxBytes = 16 * 1024 * 1024
/** What an identity takes, in multiples of its items' text: objects, documents and the prompt; measured as about 6. */
const bytesPerCharacter = 6
const flushDelayMs = 50

/**
 * Identities of recently read agents, in the process. Every read compares the stamp with the database, so an entry is
 * never served stale, by any replica. Rendered prompts are also written to the agent's record, in batches: losing one
 * in a crash costs a rendering.
 */
export class IdentityCache {
  readonly #identities = new LRUCache<string, CachedIdentity>({
    maxSize: maxBytes,
    sizeCalculation: ({ items, prompt }) =>
      items.reduce((sum, item) => sum + item.statement.length + 200, prompt.length + 500) * bytesPerCharacter,
  })
  readonly countWrites: () => number | undefined
  readonly stamps: StampReader
  /** Rendered prompts by the agent's id. */
  readonly #prompts: DeferredWrites<{ orgId: string; prompt: string; stamp: string }>

  constructor(db: Database, log: FastifyBaseLogger, countWrites: () => number | undefined) {
    this.countWrites = countWrites
    this.stamps = new StampReader(db)
    this.#prompts = new DeferredWrites({
      delayMs: flushDelayMs,
      onFailure: (error) =>
        log.warn({ err: error }, 'rendered prompts could not be stored; they will be rendered again'),
      write: (agents) =>
        db.transaction().execute(async (trx) => {
          for (const [id, { orgId, prompt, stamp }] of agents) {
            await trx
              .updateTable('agents')
              .set({ system_prompt: prompt, prompt_stamp: stamp })
              .where('org_id', '=', orgId)
              .where('id', '=', id)
              .execute()
          }
        }),
    })
  }

  /** The cached identity if it is certain, without asking the database, that nothing has changed since. */
  getUnchanged(orgIds: string[], agentId: string): CachedIdentity | undefined {
    const identity = this.#identities.get(agentId)
    const isCertain = identity?.writes !== undefined && identity.writes === this.countWrites()
    return isCertain && orgIds.includes(identity.agent.org_id) ? identity : undefined
  }

  /** The cached identity if it has this stamp, which was read after `writes` writes. */
  get(agentId: string, stamp: string, writes: number | undefined): CachedIdentity | undefined {
    const identity = this.#identities.get(agentId)
    if (identity?.stamp !== stamp) return undefined
    identity.writes = writes
    return identity
  }

  set(identity: CachedIdentity): void {
    const { id, org_id, prompt_stamp } = identity.agent
    this.#identities.set(id, identity)
    if (prompt_stamp === identity.stamp) return
    this.#prompts.set(id, { orgId: org_id, prompt: identity.prompt, stamp: identity.stamp })
  }

  /** Writes the prompts that were rendered since the last time; called once more before the process ends. */
  flush(): Promise<void> {
    return this.#prompts.flush()
  }
}
