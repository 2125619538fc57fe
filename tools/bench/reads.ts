import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProcess, startService, type Target } from './load.ts'
import { connections, describe, type Figures, measureInTurn, ratiosOf } from './measure.ts'
import { rowId } from './row-id.ts'
import type { Seeded } from './seed.ts'
import { readEach } from './warm.ts'
import { type Engine, openWorkspace, type Workspace } from './workspace.ts'

/**
 * Measures reads of `GET /agents/{agentId}` from organizations of several sizes, against bare routes in a separate
 * process. The fair baseline is `sameBytes`: a row as long as the answer, read by a random primary key from as many
 * rows as there are agents. `smallRow` reads the same 200 bytes each time.
 */

export const itemsEach = 20

export const serviceReads = ['oneAgent', 'uniform', 'zipf', 'notModified'] as const
const bareReads = ['staticBytes', 'bareNotModified', 'smallRow', 'sameBytes'] as const
type Reads = Record<(typeof serviceReads)[number] | (typeof bareReads)[number], Figures>

export interface ReadsOfSize {
  agents: number
  /** The size of one answer. */
  bytes: number
  reads: Reads
  residentMegabytes: number
}

export async function benchReads(engine: Engine, agentCounts: number[]): Promise<ReadsOfSize[]> {
  const sizes = agentCounts.map((agentCount) => ({ agentCount, itemsEach }))
  const workspace = await openWorkspace(engine, sizes, { writes: false })
  try {
    const results: ReadsOfSize[] = []
    for (const tenant of workspace.tenants) {
      const result = await benchSize(workspace, tenant)
      printSize(engine, result)
      results.push(result)
    }
    return results
  } finally {
    await workspace.close()
  }
}

async function benchSize(workspace: Workspace, { key, agentIds }: Seeded): Promise<ReadsOfSize> {
  const agents = agentIds.length
  const headers = { authorization: `Bearer ${key}` }
  const pathOf = (at: number) => `/api/v1/agents/${agentIds[at]}`
  const service = await startService(workspace.environment)
  try {
    // The first agent has a group, and so a longer answer than the others.
    const oneAgent = agents - 1
    const answer = await fetch(service.url + pathOf(oneAgent), { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    writeFileSync(join(workspace.folder, 'agent'), bytes)
    const bare = await startBare(workspace, agents)
    try {
      const etag = (await fetch(`${bare.url}/static/agent`)).headers.get('etag')!
      const anyAgent = () => Math.floor(Math.random() * agents)
      const ofService = (draw: () => number): Target => ({ url: service.url, headers, path: () => pathOf(draw()) })
      const ofBare = (path: () => string, also = {}): Target => ({ url: bare.url, headers: also, path })
      await readEach(ofService, agents)
      await readEach((draw) => ofBare(() => `/read/${rowId(draw())}`), agents)
      const reads = await measureInTurn({
        oneAgent: { process: service, target: ofService(() => oneAgent) },
        uniform: { process: service, target: ofService(anyAgent) },
        sameBytes: { process: bare, target: ofBare(() => `/read/${rowId(anyAgent())}`) },
        // Chooses agent n with a probability proportional to 1 / (n + 1), by inverting the cumulative sum.
        zipf: {
          process: service,
          target: ofService(() => Math.min(agents - 1, Math.floor((agents + 1) ** Math.random()) - 1)),
        },
        notModified: {
          process: service,
          target: {
            ...ofService(() => oneAgent),
            headers: { ...headers, 'if-none-match': answer.headers.get('etag')! },
          },
        },
        staticBytes: { process: bare, target: ofBare(() => '/static/agent') },
        bareNotModified: { process: bare, target: ofBare(() => '/static/agent', { 'if-none-match': etag }) },
        smallRow: { process: bare, target: ofBare(() => '/read') },
      })
      return { agents, bytes: bytes.length, reads, residentMegabytes: service.residentMegabytes() }
    } finally {
      await bare.stop()
    }
  } finally {
    await service.stop()
  }
}

export const startBare = async (workspace: Workspace, rows = 0) =>
  startProcess(
    [join(import.meta.dirname, 'baseline.ts')],
    { ...(await workspace.newDatabase()), BARE_BODIES: workspace.folder, BARE_ROWS: String(rows) },
    '/read',
  )

/** The routes that each read is compared with. */
export const barsOf: Record<(typeof serviceReads)[number], readonly (typeof bareReads)[number][]> = {
  oneAgent: ['staticBytes', 'sameBytes', 'smallRow'],
  uniform: ['sameBytes', 'smallRow'],
  zipf: ['sameBytes', 'smallRow'],
  notModified: ['bareNotModified'],
}

function printSize(engine: Engine, { agents, bytes, reads, residentMegabytes }: ReadsOfSize) {
  console.log(
    `\n${engine}, ${agents} agents, answers of ${bytes} bytes, ${connections} connections; ${residentMegabytes.toFixed(0)} MB resident`,
  )
  for (const [name, figures] of Object.entries(reads)) console.log(`  ${name}: ${describe(figures)}`)
  for (const name of serviceReads) {
    const ratios = barsOf[name].map((bare) => {
      const { byRate, byProcessor } = ratiosOf(reads[name], reads[bare])
      return `${byRate.toFixed(2)} of ${bare} by rate, ${byProcessor.toFixed(2)} by processor time`
    })
    console.log(`  ${name}: ${ratios.join('; ')}`)
  }
}
