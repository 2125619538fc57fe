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
  { countWrites, cacheBytes }: { countWrites: () => number | undefined; cacheBytes: number },
): Identities {
  const stamps = new StampReader(db)
  const documents = new DocumentStore(db, log, { stamps, countWrites, maxBytes: Math.ceil(cacheBytes * documentShare) })
  const layers = new LayerCache(db, Math.ceil(cacheBytes * (1 - documentShare)))
  return { stamps, layers, documents }
}
