import { bufferOf } from '../../base/buffer-of.ts'
import { sha256Hex } from '../../base/hash.ts'
import type { MaybePromise } from '../../base/maybe-promise.ts'
import { SingleFlight } from '../../base/single-flight.ts'
import type { LargeIdentities } from './large-identities.ts'
import type { LayerCache } from './layer-cache.ts'
import { type DocumentName, renderDocument } from './renderings.ts'
import { StampedCache } from './stamped-cache.ts'
import type { Stamp, StampReader } from './stamps.ts'

/** A response body, encoded, with the tag by which a client asks whether it changed. */
export interface Document {
  body: Buffer
  etag: string
}

/** What a document takes in the process besides its body, in bytes. */
const bytesPerEntry = 500

/** Finished documents of agents, kept in the process and rendered again once their stamp is outdated. */
export class Documents {
  readonly #layers: LayerCache
  readonly #large: LargeIdentities
  readonly #documents: StampedCache<Document>
  /** By document and stamp: everyone who wants a large one waits for one rendering. */
  readonly #renderings = new SingleFlight<Buffer | undefined>()

  constructor({
    layers,
    large,
    ...options
  }: {
    stamps: StampReader
    layers: LayerCache
    large: LargeIdentities
    maxBytes: number
  }) {
    this.#layers = layers
    this.#large = large
    this.#documents = new StampedCache({ ...options, sizeOf: ({ body }) => body.byteLength + bytesPerEntry })
  }

  /** A document as of now; undefined when the agent is missing or in none of the organizations. */
  read(orgIds: string[], agentId: string, name: DocumentName): MaybePromise<Document | undefined> {
    return this.#documents.read({ orgIds, agentId, name }, async (stamp) => {
      const render = () => this.#render(agentId, name, stamp)
      const body = await this.#renderings.run(`${agentId} ${name} ${stamp.text}`, render)
      return body && { body, etag: tagOf(name, agentId, stamp.text, body) }
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
}

/** The prompt is tagged by its text, so that clients can tell by it which prompt they have (behavior: Prompt). */
const tagOf = (name: DocumentName, agentId: string, stamp: string, body: Buffer) =>
  name === 'file agent' ? contentTag(body) : documentTag(name, agentId, stamp)

/** The tag of a text that is known by what it says. */
export const contentTag = (body: Buffer) => `"${sha256Hex(body)}"`

/** Not hashed, which would take a tenth of a read (measured). */
export const documentTag = (name: DocumentName, agentId: string, stamp: string) =>
  `"${name.replaceAll(' ', '-')}-${agentId}-${stamp}"`
