import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/connect.ts'
import { DeferredWrites } from '../../db/deferred-writes.ts'
import { sha256 } from '../../domain/hash.ts'
import { Thread } from '../../thread.ts'
import { type LayerCache, TooManyItems } from './layer-cache.ts'
import { type DocumentName, renderDocument } from './renderings.ts'
import type { Stamp, StampReader } from './stamps.ts'

/** A response body, encoded, with the tag by which a client asks whether it changed. */
export interface Document {
  body: Buffer
  etag: string
}

interface CachedDocument extends Document {
  orgId: string
  /** The text of the stamp that it was made at. */
  stamp: string
  /** The number of writes to the database when the stamp was read last; see `Connected.countWrites`. */
  writes: number | undefined
}

/** What the thread that renders large documents is asked. */
export interface RenderingWork {
  render: { input: { agentId: string; name: DocumentName; stamp: Stamp }; output: Uint8Array | undefined }
}

interface StoredDocument {
  orgId: string
  agentId: string
  name: DocumentName
  stamp: string
  body: Buffer
}

/** What a document takes in the process besides its body, in bytes. */
const bytesPerEntry = 500
/** Larger documents are rendered again after a restart: reading several at once would take too much memory. */
const maxStoredBytes = 4 * 1024 * 1024
/** With more items, an identity is rendered in a thread of its own on the embedded engine. */
const maxItemsHere = 1000
const renderingSeconds = 60
/** Renderings of one organization that may wait; many readers of one document share one. */
const maxRenderings = 1000
const writeDelayMs = 250
/** What waits to be stored; more is dropped, and rendered again when it is read next. */
const maxWaitingBytes = 4 * 1024 * 1024

/**
 * Finished documents of agents: in the process, and in the database for reads after that, also after a restart and by
 * other replicas. Every read compares the stamp with the database, so none is ever served stale. Losing one costs a
 * rendering, so they are stored a moment later, and dropped when the database cannot take them.
 */
export class DocumentStore {
  readonly #stamps: StampReader
  readonly #layers: LayerCache
  readonly #thread: Thread<RenderingWork> | undefined
  readonly #countWrites: () => number | undefined
  readonly #documents: LRUCache<string, CachedDocument>
  readonly #waiting: DeferredWrites<StoredDocument>
  #waitingBytes = 0
  /** Documents that are being made, by key and stamp: all who want a large one wait for one rendering. */
  readonly #underWay = new Map<string, Promise<Buffer | undefined>>()

  constructor(
    db: Database,
    log: FastifyBaseLogger,
    options: {
      stamps: StampReader
      layers: LayerCache
      countWrites: () => number | undefined
      maxBytes: number
      /** The folder of the embedded database; undefined on a server. */
      dataDir: string | undefined
    },
  ) {
    this.#stamps = options.stamps
    this.#layers = options.layers
    this.#thread = options.dataDir === undefined ? undefined : renderingThread(options.dataDir)
    this.#countWrites = options.countWrites
    this.#documents = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ body }) => body.byteLength + bytesPerEntry,
    })
    this.#waiting = new DeferredWrites({
      delayMs: writeDelayMs,
      onFailure: (error) => log.warn({ err: error }, 'documents could not be stored; they will be rendered again'),
      write: (entries) => {
        this.#waitingBytes = 0
        return storeDocuments(
          db,
          entries.map(([, document]) => document),
        )
      },
    })
  }

  /** A document as of now; undefined when the agent is missing or in none of the organizations. */
  async read(orgIds: string[], agentId: string, name: DocumentName): Promise<Document | undefined> {
    const key = `${agentId} ${name}`
    const cached = this.#documents.get(key)
    if (cached && this.#isUnchanged(cached) && orgIds.includes(cached.orgId)) return cached
    while (true) {
      const writes = this.#countWrites()
      const found = await this.#stamps.read(orgIds, agentId, cached ? undefined : name)
      if (!found) return undefined
      const { stamp } = found
      if (cached?.stamp === stamp.text) {
        cached.writes = writes
        return cached
      }
      const body = found.body ?? (await this.#render(agentId, name, stamp))
      // What it is made of has changed since the stamp was read.
      if (body === undefined) continue
      const etag = documentTag(name, agentId, stamp.text)
      const document: CachedDocument = { orgId: stamp.orgId, stamp: stamp.text, writes, body, etag }
      this.#documents.set(key, document)
      if (!found.body) this.#store({ orgId: stamp.orgId, agentId, name, stamp: stamp.text, body })
      return document
    }
  }

  /** Stores what was rendered since the last time; called once more before the process ends. */
  flush(): Promise<void> {
    return this.#waiting.flush()
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }

  /** Whether it is certain, without asking the database, that nothing has changed since the stamp was read. */
  #isUnchanged({ writes }: CachedDocument): boolean {
    return writes !== undefined && writes === this.#countWrites()
  }

  #render(agentId: string, name: DocumentName, stamp: Stamp): Promise<Buffer | undefined> {
    const place = `${agentId} ${name} ${stamp.text}`
    let rendering = this.#underWay.get(place)
    if (!rendering) {
      rendering = this.#renderNow(agentId, name, stamp).finally(() => this.#underWay.delete(place))
      this.#underWay.set(place, rendering)
    }
    return rendering
  }

  async #renderNow(agentId: string, name: DocumentName, stamp: Stamp): Promise<Buffer | undefined> {
    try {
      const layers = await this.#layers.read(agentId, stamp, this.#thread && maxItemsHere)
      return layers && renderDocument(name, layers)
    } catch (error) {
      if (!(error instanceof TooManyItems)) throw error
      const body = await this.#thread!.run('render', { agentId, name, stamp }, { org_id: stamp.orgId })
      return body && Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    }
  }

  #store(document: StoredDocument): void {
    const bytes = document.body.byteLength
    if (bytes > maxStoredBytes || this.#waitingBytes + bytes > maxWaitingBytes) return
    this.#waitingBytes += bytes
    this.#waiting.set(`${document.agentId} ${document.name}`, document)
  }
}

const renderingThread = (dataDir: string) =>
  new Thread<RenderingWork>(new URL('./rendering-worker.ts', import.meta.url), {
    deadlineSeconds: renderingSeconds,
    tooLong: `Rendering this agent takes longer than ${renderingSeconds} seconds; delete items that it does not need`,
    waiting: maxRenderings,
    data: { dataDir },
  })

export const documentTag = (name: DocumentName, agentId: string, stamp: string) =>
  `"${sha256(`${name} ${agentId} ${stamp}`).slice(0, 22)}"`

/** One statement for each, so that an agent that was deleted meanwhile takes none of the others with it. */
function storeDocuments(db: Database, documents: StoredDocument[]): Promise<unknown> {
  return db.transaction().execute(async (trx) => {
    for (const { orgId, agentId, name, stamp, body } of documents) {
      await trx
        .insertInto('documents')
        .columns(['org_id', 'agent_id', 'name', 'stamp', 'body'])
        .expression((eb) =>
          eb
            .selectFrom('agents')
            .select([
              'org_id',
              'id as agent_id',
              sql<string>`cast(${name} as text)`.as('name'),
              sql<string>`cast(${stamp} as text)`.as('stamp'),
              eb.val(body).as('body'),
            ])
            .where('org_id', '=', orgId)
            .where('id', '=', agentId),
        )
        .onConflict((conflict) => conflict.columns(['org_id', 'agent_id', 'name']).doUpdateSet({ stamp, body }))
        .execute()
    }
  })
}
