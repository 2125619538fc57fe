import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { DocumentStore } from './document-store.ts'
import { LayerCache } from './layer-cache.ts'
import { StampReader } from './stamps.ts'

/** What is known of agents' identities between reads. */
export interface Identities {
  stamps: StampReader
  layers: LayerCache
  documents: DocumentStore
}

/** The part of the budget for finished documents, which answer most reads; the rest is for items. */
const documentShare = 0.75

export function newIdentities(
  db: Database,
  log: FastifyBaseLogger,
  options: {
    countWrites: () => number | undefined
    cacheBytes: number
    /** The folder of the embedded database; undefined on a server. */
    dataDir: string | undefined
  },
): Identities {
  const stamps = new StampReader(db)
  const { cacheBytes, ...rest } = options
  const layers = new LayerCache(db, Math.ceil(cacheBytes * (1 - documentShare)))
  const maxBytes = Math.ceil(cacheBytes * documentShare)
  const documents = new DocumentStore(db, log, { ...rest, stamps, layers, maxBytes })
  return { stamps, layers, documents }
}
