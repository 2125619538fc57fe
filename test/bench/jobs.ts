import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compose } from '../../server/compose.ts'
import { readConfig, tiers } from '../../server/config.ts'
import { register } from '../../server/features/accounts/accounts.ts'
import { createAgent } from '../../server/features/agents/agents.ts'
import { jobContext } from '../../server/features/jobs/lease.ts'
import { openLog } from '../../server/log.ts'
import { importNumbered } from './discovery-content.ts'
import { load, startService, type Target } from './load.ts'
import { paced } from './paced.ts'

/**
 * `node test/bench/jobs.ts`: what requests wait while discovery works through 10,000 content items, on the embedded
 * engine. Only the ratios to the quiet service in the same run mean something.
 */

const contentCount = 10_000
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const limitsRaised = Object.fromEntries(tiers.map((tier) => [`RATE_LIMIT_${tier.toUpperCase()}`, '1000000']))

/** An organization whose one agent has content to discover from. */
async function seedContent(environment: Record<string, string>) {
  const config = readConfig({ ...environment, LOG_LEVEL: 'error' })
  const { deps, close } = await compose(config, openLog(config))
  const { key, organization } = await register(deps, {})
  const ctx = jobContext(deps, organization.id)
  const newAgent = async (name: string) => (await createAgent(ctx, organization.id, { name })).id
  const owner = { org_id: organization.id, agent_id: await newAgent('Tomas') }
  await importNumbered(deps, owner, 0, contentCount)
  // Reads and writes have agents of their own: what is written must not make the document that is read larger.
  const [readAgentId, writtenAgentId] = [await newAgent('Ada'), await newAgent('Grace')]
  await close()
  return { key, agentId: owner.agent_id, readAgentId, writtenAgentId }
}

async function benchJobs() {
  const folder = mkdtempSync(join(tmpdir(), 'identity-jobs-'))
  const environment = { ...limitsRaised, DATA_DIR: folder }
  const { key, agentId, readAgentId, writtenAgentId } = await seedContent(environment)
  const service = await startService(environment)
  const headers = { authorization: `Bearer ${key}` }
  const ask = async (path: string, method = 'GET', body?: object) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as any
  }
  const reads: Target = { url: `${service.url}/api/v1/agents/${readAgentId}`, headers }
  let promises = 0
  const writes: Target = {
    url: `${service.url}/api/v1/beliefs`,
    method: 'POST',
    headers,
    body: () =>
      JSON.stringify({ agentId: writtenAgentId, category: 'axiom', statement: `Promise number ${promises++}` }),
  }
  const measure = async (name: string) => {
    const memory = service.residentMegabytes().toFixed(0)
    const measured = []
    for (const [what, target, perSecond] of [
      ['reads', reads, 200],
      ['creations', writes, 50],
    ] as const) {
      const { p50Ms, p99Ms, worstMs } = await paced(target, seconds, perSecond)
      console.log(`  ${name}, ${perSecond} ${what} a second: p50 ${p50Ms} ms, p99 ${p99Ms} ms, worst ${worstMs} ms`)
    }
    for (const [what, target, connections] of [
      ['reads', reads, 4],
      ['creations', writes, 16],
    ] as const) {
      const before = service.servingThread()
      const result = await load(target, seconds, connections)
      const { ranMs, waitedMs } = service.servingThread()
      measured.push(result)
      const microseconds = ((ranMs - before.ranMs) * 1000) / result.requests
      const waited = (waitedMs - before.waitedMs) / (seconds * 1000)
      const { perSecond, p50Ms, p99Ms, maxMs } = result
      console.log(
        `  ${name}, ${what}: ${perSecond.toFixed(0)}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms, worst ${maxMs} ms; the serving thread ran ${microseconds.toFixed(0)} µs for each, and waited ${(waited * 100).toFixed(0)} % of the time for a processor`,
      )
    }
    console.log(`  ${name}: ${memory} MB resident before`)
    return measured
  }
  try {
    await ask(`/agents/${readAgentId}`)
    await load(reads, 1, 4)
    const quiet = await measure('quiet')
    const { job_id: id } = await ask('/pbd/process', 'POST', { agentId })
    const started = performance.now()
    const jobOf = () => ask(`/jobs/${id}`)
    while ((await jobOf()).status === 'queued') await sleep(50)
    const busy = await measure('during discovery')
    const { status, stage, progress_current } = await jobOf()
    console.log(`  the job is ${status} (${stage}, ${progress_current}) when this ends`)
    busy.forEach(({ perSecond }, at) => {
      console.log(`  ratio of ${['reads', 'creations'][at]}: ${(perSecond / quiet[at]!.perSecond).toFixed(2)}`)
    })
    while (['queued', 'running'].includes((await jobOf()).status)) await sleep(100)
    console.log(`  discovery took ${((performance.now() - started) / 1000).toFixed(1)} s`)
    console.log(`  ${service.residentMegabytes().toFixed(0)} MB resident after it`)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await benchJobs()
