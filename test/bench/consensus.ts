import { hash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { v7 as newId } from 'uuid'
import { compose } from '../../server/compose.ts'
import { readConfig } from '../../server/config.ts'
import { chunks, json } from '../../server/db/values.ts'
import type { Deps } from '../../server/deps.ts'
import { categories, kindOf } from '../../server/domain/kinds.ts'
import { seeded } from '../../server/domain/random.ts'
import { register } from '../../server/features/accounts/accounts.ts'
import { runConsensus } from '../../server/features/consensus/consensus.ts'
import { jobContext } from '../../server/features/jobs/lease.ts'
import { organizationOwner } from '../../server/features/layers/owners.ts'
import { openLog } from '../../server/log.ts'

const sizes = [10, 100, 1000, 5000]
const itemsEach = 20

/**
 * Consensus by number of agents (goal: 1,000 agents with 20 items each under 5 s, the event loop never blocked for more
 * than 50 ms). Turns are measured in a second run, because watching them keeps the processor busy.
 */
export async function benchConsensus(environment: Record<string, string>): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'error', ...environment })
  const { deps, close } = await compose(config, openLog(config))
  // The code is warm, as in a service that runs.
  await run(deps, await seedOrganization(deps, 50))
  for (const agentCount of sizes) {
    const orgId = await seedOrganization(deps, agentCount)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const cpuBefore = process.cpuUsage()
    const started = performance.now()
    const { beliefs_created, responsibilities_created } = await run(deps, orgId)
    const seconds = (performance.now() - started) / 1000
    const { user, system } = process.cpuUsage(cpuBefore)
    delay.disable()
    const turns = watchTurns()
    await run(deps, orgId)
    console.log(
      `  consensus of ${agentCount} agents, ${agentCount * itemsEach} items: ${seconds.toFixed(2)} s ` +
        `(${((user + system) / 1e6).toFixed(2)} s of processor), ${beliefs_created + responsibilities_created} shared; ` +
        `longest event loop delay ${(delay.max / 1e6).toFixed(0)} ms, longest turn ${turns.stop().toFixed(0)} ms of processor; ` +
        `${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB afterwards`,
    )
  }
  await close()
}

const run = async (deps: Deps, orgId: string) => {
  const ctx = jobContext(deps, orgId)
  return runConsensus(ctx, await organizationOwner(ctx, { org_id: orgId }))
}

/**
 * The longest turn of the event loop, in milliseconds of this thread's processor time: what blocks on a machine that has
 * nothing else to do.
 */
function watchTurns() {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let last = cpuMs()
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    pending = setImmediate(turn)
  }
  let pending = setImmediate(turn)
  return {
    stop: () => {
      clearImmediate(pending)
      return longest
    },
  }
}

async function seedOrganization(deps: Deps, agentCount: number): Promise<string> {
  const { organization } = await register(deps, {})
  const now = deps.now().toISOString()
  const common = { org_id: organization.id, created_at: now, updated_at: now }
  const agents = Array.from({ length: agentCount }, (_, at) => ({
    ...common,
    id: newId(),
    name: `Agent ${at}`,
    identity_markers: json([]) as never,
  }))
  const random = seeded(agentCount)
  const items = agents.flatMap(({ id }) =>
    statementsOf(random).map((statement, at) => ({
      ...common,
      id: newId(),
      agent_id: id,
      kind: kindOf(categories[at % categories.length]!),
      category: categories[at % categories.length]!,
      statement,
      statement_hash: hash('sha256', statement, 'base64url'),
      status: 'approved' as const,
    })),
  )
  for (const chunk of chunks(agents)) await deps.db.insertInto('agents').values(chunk).execute()
  for (const chunk of chunks(items)) await deps.db.insertInto('items').values(chunk).execute()
  return organization.id
}

const verbs = 'write read test review measure document ship plan question simplify protect repair publish check'.split(
  ' ',
)
const things =
  'code contract invoice schema report dashboard release pipeline lesson recipe budget forecast route warehouse patient garden translation interview query model backup password diagram budget poster song map survey'.split(
    ' ',
  )
const reasons =
  'before anybody asks|with a second pair of eyes|in small steps|every single week|for the next reader|without hurry'.split(
    '|',
  )

/** Twenty statements, two in each category: one in four of what many say, in some wording; the others an agent's own. */
function statementsOf(random: () => number): string[] {
  const pick = (list: string[]) => list[Math.floor(random() * list.length)]!
  return Array.from({ length: itemsEach }, (_, at) => {
    const own = `${pick(verbs)} the ${pick(things)} and the ${pick(things)} ${pick(reasons)}, then ${pick(verbs)} case ${Math.floor(random() * 1e6)}`
    const common = [
      `Always ${verbs[at % 14]} the ${things[at]} first`,
      `We always ${verbs[at % 14]} each ${things[at]} first`,
    ]
    return at < categories.length && random() < 0.6 ? pick(common) : own
  })
}
