import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { batchesOf } from '../../base/batches.ts'
import { bufferOf } from '../../base/buffer-of.ts'
import { sha256Hex } from '../../base/hash.ts'
import type { MaybePromise } from '../../base/maybe-promise.ts'
import { SingleFlight } from '../../base/single-flight.ts'
import type { Database } from '../../db/connect.ts'
import { DeferredWrites } from '../../db/deferred-writes.ts'
import { forShareSkipLocked } from '../../db/locks.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import type { LargeIdentities } from './large-identities.ts'
import type { LayerCache } from './layer-cache.ts'
import { type DocumentName, renderDocument } from './renderings.ts'
import { StampedCache } from './stamped-cache.ts'
import type { Stamp, Stamped, StampReader } from './stamps.ts'

/** A response body, encoded, with the tag by which a client asks whether it changed. */
export interface Document {
  body: Buffer
  etag: string
}

export interface StoredDocument {
  agentId: string
  name: DocumentName
  stamp: Stamp
  body: Uint8Array
}

/** Stores documents in another thread; undefined while it is not running. */
export type StoreApart = (documents: StoredDocument[]) => Promise<void> | undefined

/** What a document takes in the process besides its body, in bytes. */
const bytesPerEntry = 500
/** Larger documents are rendered again after a restart: the thread that serves would copy megabytes to store them. */
const maxStoredBytes = 512 * 1024
const writeDelayMs = 250
/** What waits to be stored; more is dropped, and rendered again when it is read next. */
const maxWaitingBytes = 4 * 1024 * 1024
/** What is stored in one transaction; whoever writes meanwhile waits for it. */
const bytesPerTransaction = 512 * 1024
/** Organizations and groups whose revisions are remembered. */
const rememberedOwners = 10_000

/**
 * Finished documents of agents: in the process, and in the database for reads after that, also after a restart and by
 * other replicas. Losing one costs a rendering, so they are stored a moment later, and dropped when the database cannot
 * take them.
 */
export class DocumentStore {
  readonly #db: Database
  readonly #log: FastifyBaseLogger
  readonly #queries: PreparedQueries
  readonly #layers: LayerCache
  readonly #large: LargeIdentities
  readonly #documents: StampedCache<Document>
  readonly #waiting: DeferredWrites<StoredDocument>
  #waitingBytes = 0
  #storeApart: StoreApart | undefined
  /** The last revision of organizations and groups that a document was rendered at. */
  readonly #revisions = new LRUCache<string, number>({ max: rememberedOwners })
  /** By document and stamp: everyone who wants a large one waits for one rendering. */
  readonly #renderings = new SingleFlight<Buffer | undefined>()

  constructor(
    db: Database,
    log: FastifyBaseLogger,
    options: {
      stamps: StampReader
      layers: LayerCache
      large: LargeIdentities
      countWrites: () => number | undefined
      maxBytes: number
    },
  ) {
    this.#db = db
    this.#log = log
    this.#queries = new PreparedQueries(db)
    this.#layers = options.layers
    this.#large = options.large
    const sizeOf = ({ body }: Document) => body.byteLength + bytesPerEntry
    this.#documents = new StampedCache({ ...options, sizeOf, areStored: true })
    this.#waiting = new DeferredWrites({
      delayMs: writeDelayMs,
      onFailure: (error) => this.#warn(error),
      write: async (entries) => {
        this.#waitingBytes = 0
        const current = entries.map(([, document]) => document).filter(({ stamp }) => !this.#isOutdated(stamp))
        if (current.length > 0) await (this.#storeApart?.(current) ?? this.store(current))
      },
    })
  }

  /** From now on another thread stores what is rendered here, while it runs. */
  storeBy(storeApart: StoreApart): void {
    this.#storeApart = storeApart
  }

  /** Stores documents that were rendered here or in another thread, a few in each transaction. Never throws. */
  async store(documents: StoredDocument[]): Promise<void> {
    try {
      for (const batch of batchesOf(documents, bytesPerTransaction, ({ body }) => body.byteLength))
        await storeDocuments(this.#db, this.#queries, batch)
    } catch (error) {
      this.#warn(error)
    }
  }

  #warn(error: unknown) {
    this.#log.warn({ err: error }, 'documents could not be stored; they will be rendered again')
  }

  /** A document as of now; undefined when the agent is missing or in none of the organizations. */
  read(orgIds: string[], agentId: string, name: DocumentName): MaybePromise<Document | undefined> {
    return this.#documents.read({ orgIds, agentId, name }, (stamped) => this.#make(agentId, name, stamped))
  }

  /** Stores what was rendered since the last time; called once more before the process ends. */
  flush(): Promise<void> {
    return this.#waiting.flush()
  }

  #make(agentId: string, name: DocumentName, { stamp, body: stored }: Stamped): MaybePromise<Document | undefined> {
    const tagged = (body: Buffer): Document => ({ body, etag: tagOf(name, agentId, stamp.text, body) })
    if (stored) return tagged(stored)
    const render = () => this.#render(agentId, name, stamp)
    return this.#renderings.run(`${agentId} ${name} ${stamp.text}`, render).then((body) => {
      if (body === undefined) return undefined
      this.#storeLater({ agentId, name, stamp, body })
      return tagged(body)
    })
  }

  #render(agentId: string, name: DocumentName, stamp: Stamp): Promise<Buffer | undefined> {
    return this.#large.make(
      agentId,
      async (maxItems) => {
        const layers = await this.#layers.read(agentId, stamp, maxItems)
        return layers && renderDocument(name, layers)
      },
      async (thread) => {
        const body = await thread.run('document', { agentId, name, stamp }, { org_id: stamp.orgId })
        return body && bufferOf(body)
      },
    )
  }

  #storeLater(document: StoredDocument): void {
    for (const [owner, revision] of sharedRevisions(document.stamp)) {
      if (revision > (this.#revisions.get(owner) ?? -1)) this.#revisions.set(owner, revision)
    }
    const bytes = document.body.byteLength
    if (bytes > maxStoredBytes || this.#waitingBytes + bytes > maxWaitingBytes) return
    this.#waitingBytes += bytes
    this.#waiting.set(`${document.agentId} ${document.name}`, document)
  }

  /** Whether a later state was rendered meanwhile: storing this one would cost writes and help nobody. */
  #isOutdated(stamp: Stamp): boolean {
    return sharedRevisions(stamp).some(([owner, revision]) => revision < (this.#revisions.get(owner) ?? revision))
  }
}

/** The revisions in a stamp that many agents share: a write to one of them outdates all of their documents. */
const sharedRevisions = ({ orgId, organization, group }: Stamp): [owner: string, revision: number][] => [
  [orgId, organization],
  ...(group ? [[group.id, group.revision] satisfies [string, number]] : []),
]

/** The prompt is tagged by its text, so that clients can tell by it which prompt they have (behavior: Prompt). */
const tagOf = (name: DocumentName, agentId: string, stamp: string, body: Buffer) =>
  name === 'file agent' ? contentTag(body) : documentTag(name, agentId, stamp)

/** The tag of a text that is known by what it says. */
export const contentTag = (body: Buffer) => `"${sha256Hex(body)}"`

/** Not hashed, which would take a tenth of a read from the database (measured). */
export const documentTag = (name: DocumentName, agentId: string, stamp: string) =>
  `"${name.replaceAll(' ', '-')}-${agentId}-${stamp}"`

/**
 * One statement for each, so that an agent that was deleted or changed meanwhile takes none of the others with it: reads
 * trust that what is stored is of the agent as it is.
 */
function storeDocuments(db: Database, queries: PreparedQueries, documents: StoredDocument[]): Promise<unknown> {
  return db.transaction().execute(async (trx) => {
    for (const { agentId, name, stamp, body } of documents) {
      const values = [name, stamp.text, body, stamp.orgId, agentId, stamp.agent]
      await queries.run('store', storingQuery, values, trx)
    }
  })
}

const storingQuery = (db: Database) => {
  const asOfTheStamp = db
    .selectFrom('agents')
    .select([
      'org_id',
      'id as agent_id',
      sql<string>`cast(${''} as text)`.as('name'),
      'group_id',
      'revision as agent_revision',
      sql<string>`cast(${''} as text)`.as('stamp'),
      (eb) => eb.val(noBody).as('body'),
    ])
    .where('org_id', '=', '')
    .where('id', '=', '')
    .where('revision', '=', 0)
  return db
    .insertInto('documents')
    .columns(['org_id', 'agent_id', 'name', 'group_id', 'agent_revision', 'stamp', 'body'])
    .expression(forShareSkipLocked(db)(asOfTheStamp))
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'name', 'org_id']).doUpdateSet((eb) => ({
        group_id: eb.ref('excluded.group_id'),
        agent_revision: eb.ref('excluded.agent_revision'),
        stamp: eb.ref('excluded.stamp'),
        body: eb.ref('excluded.body'),
      })),
    )
}

const noBody = Buffer.alloc(0)
