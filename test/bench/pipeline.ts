import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '../../server/config.ts'
import type { Deps } from '../../server/deps.ts'
import { requestDiscovery } from '../../server/features/discovery/discovery.ts'
import { findJob } from '../../server/features/jobs/jobs.ts'
import { jobContext } from '../../server/features/jobs/lease.ts'
import { runDueJobs } from '../../server/jobs/worker.ts'
import { openLog } from '../../server/log.ts'
import { compose } from '../../server/start/compose.ts'
import { databaseUrl, findPostgresBinaries, postgresAdvice, runSql, startPostgres } from '../support/postgres.ts'
import { importNumbered, newAgent, type Owner } from './discovery-content.ts'
import { median } from './load.ts'

/**
 * `node test/bench/pipeline.ts [sqlite|postgres]`: measures discovery by the built-in engine on a large import, and
 * whether an item costs more after many have been processed (goal: at most 1.5 times).
 */

const many = 10_000
const some = 1000
const rounds = 3

/** The cost of an item in milliseconds: elapsed, and processor time of this process, which other programs distort less. */
interface Cost {
  elapsed: number
  cpu: number
}

/** Runs discovery to its end; returns its total cost. */
async function discoverAll(deps: Deps, { org_id, agent_id }: Owner): Promise<Cost> {
  const ctx = jobContext(deps, org_id)
  const { id } = await requestDiscovery(ctx, agent_id)
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  await runDueJobs(deps)
  const elapsed = performance.now() - started
  const { user, system } = process.cpuUsage(cpuBefore)
  const job = await findJob(ctx, id)
  if (job.status !== 'completed') throw new Error(`Discovery ended as ${job.status}: ${job.error}`)
  return { elapsed, cpu: (user + system) / 1000 }
}

/** Prints items per second, memory, and the ratio of the cost of a late item to an early one. */
export async function benchPipeline(engine: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'identity-bench-'))
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  if (postgres) await runSql(postgres.url, 'create database pipeline')
  const environment = { DATA_DIR: folder, LOG_LEVEL: 'error' }
  const config = readConfig(
    postgres ? { ...environment, DATABASE_URL: databaseUrl(postgres.url, 'pipeline') } : environment,
  )
  const { deps, close } = await compose(config, openLog(config))
  const measure = async (owner: Owner, from: number, to: number): Promise<Cost> => {
    await importNumbered(deps, owner, from, to)
    const { elapsed, cpu } = await discoverAll(deps, owner)
    return { elapsed: elapsed / (to - from), cpu: cpu / (to - from) }
  }
  await measure(await newAgent(deps), 0, some)
  const residentBefore = process.memoryUsage().rss
  let peak = residentBefore
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  const owner = await newAgent(deps)
  const whole = await measure(owner, 0, many)
  // Does the work that autovacuum does within a minute; until then the planner does not know about the new rows,
  // however many there are.
  if (postgres) await sql`analyze`.execute(deps.db)
  const early: Cost[] = []
  const late: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    const from = many + round * some
    // Measures the same content on both sides, in turn, because machines are noisy.
    early.push(await measure(await newAgent(deps), from, from + some))
    late.push(await measure(owner, from, from + some))
  }
  clearInterval(sampler)
  const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)
  const { count } = await deps.db
    .selectFrom('signals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agent_id', '=', owner.agent_id)
    .executeTakeFirstOrThrow()
  console.log(`  discovery: ${(1000 / whole.elapsed).toFixed(0)} content items/s on ${many}, ${count} signals`)
  console.log(`    memory: ${megabytes(residentBefore)} MB before, ${megabytes(peak)} MB at most`)
  for (const [name, key] of [
    ['by the clock', 'elapsed'],
    ['of processor time', 'cpu'],
  ] as const) {
    const of = (costs: Cost[]) => median(costs.map((cost) => cost[key]))
    console.log(
      `    an item costs ${of(early).toFixed(2)} ms ${name} when none is processed, ${of(late).toFixed(2)} ms when ${many} are; ratio ${(of(late) / of(early)).toFixed(2)}`,
    )
  }
  await close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

if (import.meta.main) {
  for (const engine of process.argv[2] ? [process.argv[2]] : ['sqlite', 'postgres']) {
    console.log(`\n${engine}`)
    if (engine === 'postgres' && !findPostgresBinaries()) console.log(`  skipped. ${postgresAdvice}`)
    else await benchPipeline(engine)
  }
}
