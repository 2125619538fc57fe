import type { Tasks } from '#core/base/task-runner.ts'
import type { Database } from '../../db/connect.ts'
import type { RenderingWork } from './large-identities.ts'
import { LayerCache } from './layer-cache.ts'
import { randomizedJson } from './randomized.ts'
import { identityOf, linesOf, renderDocument, renderedPrompt } from './renderings.ts'

const cacheBytes = 16 * 1024 * 1024

/** Renders identities of many items (`large-identities.ts`). */
export function renderingWork(db: Database): Tasks<RenderingWork> {
  const layers = new LayerCache(db, cacheBytes)
  return {
    document: async ({ agentId, name, stamp, prompt }) => {
      const read = await layers.read(agentId, stamp)
      return read && renderDocument(name, read, prompt)
    },
    prompt: async ({ agentId, stamp }) => {
      const read = await layers.read(agentId, stamp)
      return read && renderedPrompt(identityOf(read))
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
  }
}
