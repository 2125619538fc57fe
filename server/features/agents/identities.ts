import type { Database, ReaderSettings } from '../../db/connect.ts'
import type { ReadNow } from '../../db/embedded/sqlite.ts'
import { Digests } from './digests.ts'
import { Documents } from './documents.ts'
import { LargeIdentities } from './large-identities.ts'
import { itemsBytes, LayerCache } from './layer-cache.ts'
import type { Identity } from './renderings.ts'
import { StampedCache } from './stamped-cache.ts'
import { StampReader } from './stamps.ts'

/** What is known of agents' identities between reads. */
export interface Identities {
  stamps: StampReader
  layers: LayerCache
  large: LargeIdentities
  /** Merged identities, for what is made of them anew for each request, such as a dynamic prompt. */
  merged: StampedCache<Identity>
  documents: Documents
  /** Lists of agents' own items, as they were answered, by their queries. */
  lists: StampedCache<Buffer>
  digests: Digests
}

/** How the budget is divided: finished documents answer most reads. */
const shares = { documents: 0.62, layers: 0.2, merged: 0.1, lists: 0.04, digests: 0.04 }

/** What a list takes in the process besides its bytes. */
const bytesPerList = 500

export function newIdentities(
  db: Database,
  options: {
    readNow: ReadNow | undefined
    cacheBytes: number
    reader: ReaderSettings
  },
): Identities {
  const stamps = new StampReader(db, options.readNow)
  const { cacheBytes, reader } = options
  const bytesFor = (part: keyof typeof shares) => Math.ceil(cacheBytes * shares[part])
  const layers = new LayerCache(db, bytesFor('layers'), options.readNow)
  const large = new LargeIdentities(reader)
  return {
    stamps,
    layers,
    large,
    merged: new StampedCache({
      stamps,
      maxBytes: bytesFor('merged'),
      sizeOf: ({ items }) => itemsBytes(items),
    }),
    documents: new Documents({ stamps, layers, large, maxBytes: bytesFor('documents') }),
    lists: new StampedCache({
      stamps,
      maxBytes: bytesFor('lists'),
      sizeOf: ({ byteLength }) => byteLength + bytesPerList,
    }),
    digests: new Digests({ stamps, layers, large, maxBytes: bytesFor('digests') }),
  }
}
