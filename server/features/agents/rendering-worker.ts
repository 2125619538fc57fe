import { workerData } from 'node:worker_threads'
import { serveThread } from '../../base/thread.ts'
import { openAnyReader } from '../../db/connect.ts'
import type { RenderingWork } from './large-identities.ts'
import { LayerCache } from './layer-cache.ts'
import { randomizedJson } from './randomized.ts'
import { identityOf, linesOf, renderDocument } from './renderings.ts'

/** The thread that renders identities of many items (`large-identities.ts`). */

const cacheBytes = 16 * 1024 * 1024
/**
 * Items are read in their order, and lie in the order in which they were created: with SQLite's 2 MB, most pages of an
 * agent of 10,000 items were read several times.
 */
const pageKilobytes = 16_000
const layers = new LayerCache(await openAnyReader(workerData, pageKilobytes), cacheBytes)

serveThread<RenderingWork>({
  document: async ({ agentId, name, stamp }) => {
    const read = await layers.read(agentId, stamp)
    return read && renderDocument(name, read)
  },
  identity: async ({ agentId, stamp }) => {
    const read = await layers.read(agentId, stamp)
    return read && Buffer.from(JSON.stringify(identityOf(read)))
  },
  randomized: async ({ agentId, stamp, ...draw }) => {
    const read = await layers.read(agentId, stamp)
    return read && Buffer.from(randomizedJson(identityOf(read), draw))
  },
  digest: async ({ agentId, stamp }) => {
    const read = await layers.read(agentId, stamp)
    return read && linesOf(identityOf(read))
  },
})
