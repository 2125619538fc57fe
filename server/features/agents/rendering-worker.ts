import { workerData } from 'node:worker_threads'
import { openAnyReader } from '../../db/connect.ts'
import { serveThread } from '../../thread.ts'
import type { RenderingWork } from './document-store.ts'
import { LayerCache } from './layer-cache.ts'
import { renderDocument } from './renderings.ts'

/** The thread that renders identities of many items (`document-store.ts`). */

const cacheBytes = 16 * 1024 * 1024
const layers = new LayerCache(await openAnyReader(workerData), cacheBytes)

serveThread<RenderingWork>({
  render: async ({ agentId, name, stamp }) => {
    const read = await layers.read(agentId, stamp)
    return read && renderDocument(name, read)
  },
})
