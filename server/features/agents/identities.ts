import type { Pool } from '#core/base/pool.ts'
import type { Database } from '../../db/connect.ts'
import type { ReadNow } from '../../db/embedded/sqlite.ts'
import { Digests } from './digests.ts'
import { Documents } from './documents.ts'
import { LargeIdentities } from './large-identities.ts'
import { LayerCache } from './layer-cache.ts'
import { PromptStore } from './prompt-store.ts'
import { StampReader } from './stamps.ts'

/** Reads agents' identities and caches them between requests. */
export interface Identities {
  stamps: StampReader
  layers: LayerCache
  large: LargeIdentities
  documents: Documents
  digests: Digests
  prompts: PromptStore
}

/** The documents' share of the cache budget; the layers get the rest. Documents answer most reads. */
const documentsShare = 0.7

export function newIdentities(
  db: Database,
  {
    dataVersion,
    readNow,
    cacheBytes,
    reads,
    now,
  }: {
    dataVersion: () => number | undefined
    readNow: ReadNow | undefined
    cacheBytes: number
    reads: Pool
    now: () => Date
  },
): Identities {
  const maxBytes = Math.ceil(cacheBytes * documentsShare)
  const stamps = new StampReader(db, readNow)
  const layers = new LayerCache(db, cacheBytes - maxBytes, readNow)
  const large = new LargeIdentities(reads)
  const digests = new Digests({ layers, large })
  const prompts = new PromptStore({ db, readNow, stamps, layers, large, now })
  return {
    stamps,
    layers,
    large,
    digests,
    prompts,
    documents: new Documents({ stamps, layers, large, digests, prompts, dataVersion, maxBytes }),
  }
}
