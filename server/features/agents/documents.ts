import { LRUCache } from 'lru-cache'
import { bufferOf } from '#core/base/buffer-of.ts'
import type { CacheStats } from '#core/base/cache-stats.ts'
import { sha256Hex } from '#core/base/hash.ts'
import { type MaybePromise, onSuccess } from '#core/base/maybe-promise.ts'
import { RecentKeys } from '#core/base/recent-keys.ts'
import { SingleFlight } from '#core/base/single-flight.ts'
import type { Digests } from './digests.ts'
import type { LargeIdentities } from './large-identities.ts'
import type { LayerCache } from './layer-cache.ts'
import type { PromptStore } from './prompt-store.ts'
import { type DocumentName, renderDocument } from './renderings.ts'
import type { Stamp, StampReader } from './stamps.ts'
import type { AnsweredPrompt } from './stored-prompts.ts'

/** An encoded response body with its ETag. */
export interface Document {
  body: Buffer
  etag: string
}

/** A document that is made of an agent's identity at a stamp. */
export interface AgentDocument extends Document {
  org_id: string
  /** The text of the stamp. */
  stamp: string
}

interface CachedDocument {
  document: Document
  orgId: string
  /** The text of the stamp at which the document was rendered. */
  stamp: string
  /** Memory per byte of the body. */
  bytesPerByte: number
  /** The version of the database when the stamp was last read; see `Connected.dataVersion`. */
  writes: number | undefined
}

interface Options {
  stamps: StampReader
  layers: LayerCache
  large: LargeIdentities
  digests: Digests
  prompts: PromptStore
  dataVersion: () => number | undefined
  maxBytes: number
}

type CachedName = DocumentName | 'prompt' | `digest ${number}` | `export ${string}`
/** Renders a document at a stamp; undefined when the agent was moved or deleted after the stamp was read. */
type Render<Rendered extends Document> = (stamp: Stamp) => MaybePromise<Rendered | undefined>

/** Once memory is full, keeps a stored prompt from its second read within this many of others (record 099). */
const rememberedReads = 1024

/** A document's memory besides its body, in bytes. */
const bytesPerDocument = 500

/**
 * Caches finished documents of agents in the process by stamp, and renders them again once their stamp is outdated.
 * Every read compares the stamp with the database, unless this process is its only writer and has not written since, so
 * nothing stale is ever served.
 */
export class Documents {
  readonly #options: Options
  readonly #documents: LRUCache<string, CachedDocument>
  #hits = 0
  #misses = 0
  readonly #readBefore = new RecentKeys(rememberedReads)
  /** Renderings in progress by document and stamp: concurrent readers share one. */
  readonly #renderings = new SingleFlight<Document | undefined>()

  constructor(options: Options) {
    this.#options = options
    this.#documents = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ document, bytesPerByte }) => document.body.byteLength * bytesPerByte + bytesPerDocument,
    })
  }

  /**
   * Returns the current document; without a promise when it is cached and current.
   *
   * @returns undefined when the agent is missing or in none of the organizations.
   */
  read(orgIds: string[], agentId: string, name: DocumentName): MaybePromise<AgentDocument | undefined> {
    return this.#read(orgIds, agentId, name, (stamp) => this.#render(agentId, name, stamp))
  }

  /**
   * Returns the stored prompt, like `read`. Keeping its text here saves a fifth of a read's processor time (measured in
   * docs/explanation/decisions/084). The store answers those that do not fit, and all after a restart, by one query.
   */
  readPrompt(orgIds: string[], agentId: string): MaybePromise<AnsweredPrompt | undefined> {
    const { prompts, dataVersion, maxBytes } = this.#options
    const key = `${agentId} prompt`
    if (this.#documents.has(key))
      return this.#read(orgIds, agentId, 'prompt', (stamp) => prompts.readAnyway([stamp.orgId], agentId))
    this.#misses++
    const writes = dataVersion()
    const wasReadBefore = this.#readBefore.note(agentId)
    return onSuccess(prompts.readAnyway(orgIds, agentId), (prompt) => {
      if (!prompt || !('stamp' in prompt)) return prompt
      const bytes = prompt.body.byteLength + bytesPerDocument
      if (!wasReadBefore && this.#documents.calculatedSize + bytes > maxBytes) return prompt
      const { org_id: orgId, stamp } = prompt
      this.#documents.set(key, { document: prompt, orgId, stamp, writes, bytesPerByte: 1 })
      return prompt
    })
  }

  /** Returns the identity in at most that many tokens, like `read`. */
  readDigest(orgIds: string[], agentId: string, maxTokens: number): MaybePromise<AgentDocument | undefined> {
    return this.#read(orgIds, agentId, `digest ${maxTokens}`, async (stamp) => {
      const body = await this.#options.digests.render(agentId, stamp, maxTokens)
      return body && madeAt(stamp, body, `"${sha256Hex(body)}"`)
    })
  }

  /** Returns an export as JSON, like `read`; `write` makes it of the agent's current identity. */
  readExport(orgIds: string[], agentId: string, name: `export ${string}`, write: () => Promise<Buffer>) {
    return this.#read(orgIds, agentId, name, async (stamp) => madeAt(stamp, await write(), ''))
  }

  stats(): CacheStats {
    const { size: entries, calculatedSize: bytes } = this.#documents
    return { hits: this.#hits, misses: this.#misses, entries, bytes }
  }

  #read<Rendered extends Document>(
    orgIds: string[],
    agentId: string,
    name: CachedName,
    render: Render<Rendered>,
  ): MaybePromise<Rendered | undefined> {
    const { stamps, dataVersion } = this.#options
    const key = `${agentId} ${name}`
    const cached = this.#documents.get(key)
    const writes = dataVersion()
    const isUnchanged = cached?.writes !== undefined && cached.writes === writes
    if (isUnchanged && orgIds.includes(cached.orgId)) {
      this.#hits++
      return cached.document as Rendered
    }
    return onSuccess(stamps.read(orgIds, agentId), (stamp) => {
      if (!stamp) return undefined
      if (cached?.stamp === stamp.text) {
        cached.writes = writes
        this.#hits++
        return cached.document as Rendered
      }
      this.#misses++
      const rendering = this.#renderings.run(`${key} ${stamp.text}`, () => render(stamp))
      return onSuccess(rendering, (document): MaybePromise<Rendered | undefined> => {
        // The agent was moved or deleted after its stamp was read.
        if (!document) return this.#read(orgIds, agentId, name, render)
        // A text that could not be stored has no stamp and is not kept, so that the next read tries again.
        if (!('stamp' in document)) return document as Rendered
        // Randomized prompts memoize the parsed parts on the document.
        const bytesPerByte = name === 'prompt parts' ? 3 : 1
        this.#documents.set(key, { document, orgId: stamp.orgId, stamp: stamp.text, writes, bytesPerByte })
        return document as Rendered
      })
    })
  }

  /** The document `agent` holds the stored prompt, so that each prompt that is answered is a version. */
  #render(agentId: string, name: DocumentName, stamp: Stamp): MaybePromise<AgentDocument | undefined> {
    const prompt = name === 'agent' ? this.#options.prompts.readAnyway([stamp.orgId], agentId) : undefined
    const body = onSuccess(prompt, (stored) => this.#renderWith(stored?.body.toString(), agentId, name, stamp))
    return onSuccess(body, (body) => body && madeAt(stamp, body, documentTag(name, agentId, stamp.text)))
  }

  #renderWith(prompt: string | undefined, agentId: string, name: DocumentName, stamp: Stamp) {
    const { layers, large } = this.#options
    return large.make<Buffer | undefined, Buffer | undefined>(
      agentId,
      (maxItems) =>
        onSuccess(layers.read(agentId, stamp, maxItems), (read) => read && renderDocument(name, read, prompt)),
      async (thread) => {
        const body = await thread.run('document', { agentId, name, stamp, prompt }, { org_id: stamp.orgId })
        return body && bufferOf(body)
      },
    )
  }
}

const madeAt = ({ orgId, text }: Stamp, body: Buffer, etag: string): AgentDocument => ({
  body,
  etag,
  org_id: orgId,
  stamp: text,
})

/** Not a hash of the body, which would take a tenth of a read (measured). */
export const documentTag = (name: string, agentId: string, stamp: string) =>
  `"${name.replaceAll(' ', '-')}-${agentId}-${stamp}"`
