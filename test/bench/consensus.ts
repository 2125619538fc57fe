import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '../../server/config.ts'
import type { Deps } from '../../server/deps.ts'
import { register } from '../../server/features/accounts/accounts.ts'
import { runConsensus } from '../../server/features/consensus/consensus.ts'
import { dedupOrganization } from '../../server/features/consensus/dedup.ts'
import { jobContext } from '../../server/features/jobs/lease.ts'
import { organizationOwner } from '../../server/features/layers/owners.ts'
import { openLog } from '../../server/log.ts'
import { compose } from '../../server/start/compose.ts'
import { seedAgents } from './seed.ts'

const sizes = process.env.BENCH_AGENTS?.split(',').map(Number) ?? [1000, 5000, 10_000, 50_000]
const itemsEach = 20

/**
 * Measures consensus and the preview of near-duplicates by number of agents, for statements that mostly belong to one
 * agent and for those that many agents repeat; each in a new thread, and then again. Goals: 50,000 agents in 10 s and
 * 30 s, 300 MB more.
 */
export async function benchConsensus(environment: Record<string, string>): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'error', ...environment })
  for (const agentCount of sizes) {
    for (const repeats of [false, true]) {
      const first = await compose(config, openLog(config))
      const { organization } = await register(first.deps, {})
      await seedAgents(first.deps, organization.id, { agentCount, itemsEach, repeats })
      await first.close()
      console.log(`  ${agentCount} agents, ${repeats ? 'statements repeated' : 'mostly statements of their own'}:`)
      for (const [name, run] of Object.entries(runs)) {
        const { deps, close } = await compose(config, openLog(config))
        console.log(`    ${name}: ${await measured(deps, organization.id, run)}`)
        console.log(`    ${name} again: ${await measured(deps, organization.id, run)}`)
        await close()
      }
    }
  }
}

type Run = (deps: Deps, orgId: string) => Promise<string>
const runs: Record<string, Run> = {
  consensus: async (deps, orgId) => {
    const ctx = jobContext(deps, orgId)
    const owner = await organizationOwner(ctx, { org_id: orgId })
    return `${(await runConsensus(ctx, owner, { dryRun: true })).shared.length} shared`
  },
  'preview of near-duplicates': async (deps, orgId) =>
    `${(await dedupOrganization(jobContext(deps, orgId), orgId, { dryRun: true })).clusters_count} clusters`,
}

async function measured(deps: Deps, orgId: string, run: Run): Promise<string> {
  const idle = process.memoryUsage().rss
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const [started, processor, own] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()]
  const found = await run(deps, orgId)
  const seconds = (performance.now() - started) / 1000
  const secondsOf = ({ user, system }: NodeJS.CpuUsage) => ((user + system) / 1e6).toFixed(2)
  clearInterval(watch)
  delay.disable()
  return (
    `${seconds.toFixed(2)} s, ${found}; ${secondsOf(process.cpuUsage(processor))} s of processor, ` +
    `${secondsOf(process.threadCpuUsage(own))} s of it on the thread that serves; ` +
    `longest event loop delay ${(delay.max / 1e6).toFixed(0)} ms; ` +
    `${Math.round((most - idle) / 1024 / 1024)} MB above ${Math.round(idle / 1024 / 1024)} MB`
  )
}
