import { strictEqual } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readConfig } from '../../server/config.ts'
import type { Deps } from '../../server/deps.ts'
import { requestDiscovery } from '../../server/features/discovery/discovery.ts'
import { jobContext } from '../../server/features/jobs/lease.ts'
import { openLog } from '../../server/log.ts'
import { compose } from '../../server/start/compose.ts'
import { discovered } from './discovery.ts'
import { importNumbered, newAgent } from './discovery-content.ts'

/** Kills a worker in the middle of discovery, lets another one continue, and compares the result with an undisturbed run. */

interface Round {
  /** The number of the clock read at which the worker died, and of all clock reads. */
  diedAt: number
  looks: number
  /** How many content items had been read when it died. */
  readBefore: number
  equal: boolean
}

/** How many clock reads are at the end of a run, while signals are scored and promoted. */
const lastLooks = 40

/**
 * Kills a worker `rounds` times, each time on another agent with equal content: in even rounds anywhere in the run, in
 * odd ones near its end.
 */
export async function killWorkers(
  environment: Record<string, string>,
  rounds: number,
  contentItems = 220,
): Promise<Round[]> {
  const undisturbed = await prepare(environment, contentItems)
  const { looks } = work(environment, 0)
  const expected = await withDeps(environment, (deps) => discovered({ deps }, undisturbed))
  strictEqual(expected.unread.length, 0)
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const agentId = await prepare(environment, contentItems)
    const fraction = (round + 0.5) / rounds
    const diedAt = Math.floor(round % 2 === 0 ? fraction * looks : looks - fraction * lastLooks)
    strictEqual(work(environment, diedAt).signal, 'SIGKILL')
    const readBefore = await withDeps(environment, async (deps) => {
      // Simulates the minute after which the dead worker's lease expires.
      const lease_until = new Date(Date.now() - 1000).toISOString()
      await deps.db.updateTable('jobs').set({ lease_until }).where('status', '=', 'running').execute()
      return contentItems - (await discovered({ deps }, agentId)).unread.length
    })
    work(environment, 0)
    const found = await withDeps(environment, (deps) => discovered({ deps }, agentId))
    results.push({ diedAt, looks, readBefore, equal: isDeepStrictEqual(found, expected) })
  }
  return results
}

/** Creates an agent with content, and a discovery run that waits for a worker. */
const prepare = (environment: Record<string, string>, contentItems: number) =>
  withDeps(environment, async (deps) => {
    const agent = await newAgent(deps)
    await importNumbered(deps, agent, 0, contentItems)
    await requestDiscovery(jobContext(deps, agent.org_id), agent.agent_id)
    return agent.agent_id
  })

/** Opens the database between the workers' turns, since only one process can hold an embedded database. */
async function withDeps<T>(environment: Record<string, string>, use: (deps: Deps) => Promise<T>): Promise<T> {
  const config = readConfig(environment)
  const { deps, close } = await compose(config, openLog(config))
  try {
    return await use(deps)
  } finally {
    await close()
  }
}

function work(environment: Record<string, string>, dieAt: number) {
  const script = join(import.meta.dirname, '../fakes/dying-worker.ts')
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [script, String(dieAt)], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  if (status !== 0 && signal === null) throw new Error(`The worker ended with ${status}: ${stderr}`)
  return { signal, looks: Number(stdout) }
}
