import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#core/base/errors.ts'
import type { Database } from '../../db/connect.ts'
import { isOneOf } from '../../db/id-list.ts'

/** How far the audit log of an organization goes: the number of its last entry. */
export interface Head {
  org_id: string
  seq: number
}

/** Reads how far the audit logs go; organizations without an entry are left out. */
export const readHeads = (db: Database, orgIds: readonly string[]): Promise<Head[]> =>
  db
    .selectFrom('audit_heads')
    .select(['org_id', 'seq'])
    .where(isOneOf(db, 'audit_heads.org_id', orgIds))
    .orderBy('org_id')
    .execute()

/** Someone who is told when an audit log grows. */
export interface Follower {
  userId: string
  orgIds: readonly string[]
  /** Called with the heads that have moved. */
  moved(heads: Head[]): void
}

/** How many followers one person may have, which are windows of a browser, and all people of this process. */
const maxFollowers = { person: 20, process: 5000 }
const pollMs = 1000
const retrySeconds = 60

/**
 * Tells followers when audit logs grow. One query for all of them reads the heads, and only while there are followers:
 * changes also come from other replicas and from jobs, so that events inside this process would miss some.
 */
export class HeadWatcher {
  readonly #db: Database
  readonly #log: FastifyBaseLogger
  readonly #followers = new Set<Follower>()
  #known = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
  }

  /**
   * Follows until the returned function is called.
   *
   * @param heads the present ones; those that move afterwards are told.
   * @throws 429 for too many followers.
   */
  follow(follower: Follower, heads: readonly Head[]): () => void {
    const ofPerson = [...this.#followers].filter(({ userId }) => userId === follower.userId).length
    if (ofPerson >= maxFollowers.person || this.#followers.size >= maxFollowers.process)
      throw new AppError(
        'rate_limited',
        `Too many windows follow changes. Close some, or try again in ${retrySeconds} seconds.`,
        retrySeconds,
      )
    for (const { org_id, seq } of heads) if (!this.#known.has(org_id)) this.#known.set(org_id, seq)
    this.#followers.add(follower)
    this.#timer ??= setTimeout(() => this.#poll(), pollMs).unref()
    return () => this.#followers.delete(follower)
  }

  /** A database that does not answer is asked again at the next look. */
  async #poll() {
    try {
      const watched = [...new Set([...this.#followers].flatMap(({ orgIds }) => orgIds))]
      const heads = watched.length > 0 ? await readHeads(this.#db, watched) : []
      const moved = new Map(
        heads.filter(({ org_id, seq }) => seq !== this.#known.get(org_id)).map((head) => [head.org_id, head]),
      )
      this.#known = new Map(heads.map(({ org_id, seq }) => [org_id, seq]))
      if (moved.size > 0) this.#tell(moved)
    } catch (error) {
      this.#log.debug({ err: error }, 'the heads of audit logs could not be read')
    }
    this.#timer = this.#followers.size > 0 ? setTimeout(() => this.#poll(), pollMs).unref() : undefined
  }

  #tell(moved: Map<string, Head>) {
    for (const follower of this.#followers) {
      const own = follower.orgIds.flatMap((id) => moved.get(id) ?? [])
      if (own.length > 0) follower.moved(own)
    }
  }
}
