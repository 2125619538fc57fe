import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/connect.ts'
import type { PromptStore } from '../agents/prompt-store.ts'
import { type Receipt, storeReceipts } from './receipts.ts'

/** How long a read waits for others, in milliseconds. */
const delayMs = 2000
/** How many pairs of agent and client may wait, of all organizations. */
const maxPending = 4000

/**
 * A text that was answered: a version of the prompt, or a text made of the identity at a stamp, such as a digest.
 */
export type AnsweredText = { version: number; etag: string } | { stamp: string }

/** An answer to a client, or a 304 that confirmed its copy. */
export interface PromptRead {
  org_id: string
  agent_id: string
  client: string
  text: AnsweredText
  label: string | null
  at: Date
}

type Pending = Map<string, PromptRead>

const numbered = ({ version, etag }: { version: number; etag: string }) => ({ version, hash: etag.slice(1, -1) })

/**
 * Notes which client read which version. Written in batches after the answers, so that a read never waits for it. A
 * crash loses at most the reads of the last two seconds (behavior: Fleet).
 */
export class PromptReads {
  readonly #db: Database
  readonly #prompts: PromptStore
  readonly #log: FastifyBaseLogger
  /** The last read of each pair, by organization. */
  #pending = new Map<string, Pending>()
  #size = 0
  #timer: NodeJS.Timeout | undefined
  #written: Promise<void> = Promise.resolve()

  constructor(db: Database, prompts: PromptStore, log: FastifyBaseLogger) {
    this.#db = db
    this.#prompts = prompts
    this.#log = log
  }

  /** Notes a read; takes no time that a request would notice. */
  add(read: PromptRead): void {
    let own = this.#pending.get(read.org_id)
    if (!own) {
      own = new Map()
      this.#pending.set(read.org_id, own)
    }
    const pair = `${read.agent_id} ${read.client}`
    if (!own.has(pair)) {
      if (this.#size >= maxPending && !this.#makeRoom(own)) return
      this.#size++
    }
    own.set(pair, read)
    this.#timer ??= setTimeout(() => this.flush(), delayMs)
  }

  /** Drops a pair of the organization that has most; false where that is the one that asks. */
  #makeRoom(own: Pending): boolean {
    let most = own
    for (const other of this.#pending.values()) if (other.size > most.size) most = other
    if (most === own) return false
    most.delete(most.keys().next().value!)
    this.#size--
    return true
  }

  /** Stores the waiting reads; called once more before the process ends. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const pending = this.#pending
    this.#pending = new Map()
    this.#size = 0
    this.#written = this.#written.then(async () => {
      for (const [orgId, reads] of pending) {
        await this.#store(orgId, [...reads.values()]).catch((error: unknown) => {
          this.#log.warn({ err: error, org_id: orgId }, 'could not store which clients read prompts')
        })
      }
    })
    return this.#written
  }

  async #store(orgId: string, reads: PromptRead[]): Promise<void> {
    const versions = await this.#versionsAt(orgId, reads)
    const receipts = reads.flatMap(({ agent_id, client, text, label, at }): Receipt[] => {
      const version = 'stamp' in text ? versions.get(`${agent_id} ${text.stamp}`) : numbered(text)
      return version ? [{ agent_id, client, state: 0, ...version, label, last_seen_at: at.toISOString() }] : []
    })
    if (receipts.length === 0) return
    await this.#db.transaction().execute((trx) => storeReceipts(trx, orgId, receipts))
  }

  /**
   * Returns the versions of the prompt to which stamps belong, by agent and stamp. A read at a stamp that has passed by
   * now is left out: nothing tells its version.
   */
  async #versionsAt(orgId: string, reads: PromptRead[]): Promise<Map<string, { version: number; hash: string }>> {
    const found = new Map<string, { version: number; hash: string }>()
    for (const agentId of new Set(reads.flatMap(({ agent_id, text }) => ('stamp' in text ? [agent_id] : [])))) {
      // Makes the version, if nobody has read the whole prompt since the last change.
      await this.#prompts.read([orgId], agentId)
      const live = await this.#db
        .selectFrom('live_prompts')
        .innerJoin('prompt_versions as texts', (join) =>
          join
            .onRef('texts.org_id', '=', 'live_prompts.org_id')
            .onRef('texts.agent_id', '=', 'live_prompts.agent_id')
            .onRef('texts.version', '=', 'live_prompts.version'),
        )
        .select(['live_prompts.stamp', 'texts.version', 'texts.hash'])
        .where('live_prompts.org_id', '=', orgId)
        .where('live_prompts.agent_id', '=', agentId)
        .executeTakeFirst()
      if (live) found.set(`${agentId} ${live.stamp}`, { version: live.version, hash: live.hash })
    }
    return found
  }
}
