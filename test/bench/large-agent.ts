import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, median, startProcess, startService } from './load.ts'
import { connections } from './measure.ts'
import { type Engine, openWorkspace } from './workspace.ts'

/** Measures one agent with many items: the cost of a read while nothing changes, and after a write. */

const itemsEach = 10_000
const writes = 20
const seconds = 2

export interface LargeAgent {
  bytes: number
  /** Warm reads, in multiples of a static route of the same bytes. */
  warmRatio: number
  /** The first read after a write, in milliseconds. */
  firstReads: number[]
}

export async function benchLargeAgent(engine: Engine): Promise<LargeAgent> {
  const workspace = await openWorkspace(engine, [{ agentCount: 2, itemsEach }], { writes: true })
  const { key, agentIds } = workspace.tenants[0]!
  const service = await startService(workspace.environment)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const url = `${service.url}/api/v1/agents/${agentIds[1]}`
  const read = async () => {
    const started = performance.now()
    const body = Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
    return { ms: performance.now() - started, body }
  }
  try {
    const firstReads: number[] = []
    for (let n = 0; n < writes; n++) {
      const body = JSON.stringify({ agentId: agentIds[1], category: 'voice', statement: `Said ${n} times` })
      await fetch(`${service.url}/api/v1/beliefs`, { method: 'POST', headers, body })
      firstReads.push((await read()).ms)
    }
    const own = await load({ url, headers }, seconds, connections)
    const { body } = await read()
    writeFileSync(join(workspace.folder, 'agent'), body)
    const environment = { ...(await workspace.newDatabase()), BARE_BODIES: workspace.folder }
    const bare = await startProcess([join(import.meta.dirname, 'baseline.ts')], environment, '/static/agent')
    const of = await load({ url: `${bare.url}/static/agent` }, seconds, connections).finally(bare.stop)
    const warmRatio = own.perSecond / of.perSecond
    console.log(
      `  ${body.byteLength} bytes: ${warmRatio.toFixed(2)} of static; first read ${median(firstReads).toFixed(0)} ms`,
    )
    return { bytes: body.byteLength, warmRatio, firstReads }
  } finally {
    await service.stop()
    await workspace.close()
  }
}
