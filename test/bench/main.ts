import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tiers } from '../../server/config.ts'
import { databaseUrl, findPostgresBinaries, postgresAdvice, runSql, startPostgres } from '../support/postgres.ts'
import { benchConsensus } from './consensus.ts'
import { benchGrowth } from './growth.ts'
import { latency, median, startProcess, startService, type Target, throughput } from './load.ts'
import { benchPipeline } from './pipeline.ts'
import { type Seeded, seed } from './seed.ts'

/**
 * `npm run bench -- [sqlite|postgres|growth]`: the service as in production (authentication and limits at work, limits raised)
 * against bare routes, in turn and in one run, because machines are noisy: only the ratios mean something.
 */

const rounds = 3
const secondsPerRound = Number(process.env.BENCH_SECONDS ?? 2)
const manyAgents = 10_000
const itemsEach = 20

const limitsRaised = Object.fromEntries(tiers.map((tier) => [`RATE_LIMIT_${tier.toUpperCase()}`, '1000000']))

async function benchEngine(engine: string) {
  const folder = mkdtempSync(join(tmpdir(), 'identity-bench-'))
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const environmentOf = async (name: string): Promise<Record<string, string>> => {
    if (!postgres) return { DATA_DIR: join(folder, name) }
    await runSql(postgres.url, `create database ${name}`)
    return { DATABASE_URL: databaseUrl(postgres.url, name), DATA_DIR: join(folder, name) }
  }
  const fresh = await startService({ ...limitsRaised, ...(await environmentOf('fresh')) })
  console.log(`\n${engine}\n  ready on a new database in ${fresh.readyMs.toFixed(0)} ms`)
  await fresh.stop()

  const environment = await environmentOf('service')
  const [few, many] = (await seed(environment, [
    { agentCount: 10, itemsEach },
    { agentCount: manyAgents, itemsEach },
  ])) as [Seeded, Seeded]
  const service = await startService({ ...limitsRaised, ...environment })
  const bare = await startProcess(
    [join(import.meta.dirname, 'baseline.ts')],
    await environmentOf('bare'),
    '/static?size=10',
  )
  try {
    await benchReads(service.url, bare.url, few)
    await benchWrites(service.url, bare.url, few, many)
    console.log(
      `  resident memory with ${manyAgents} agents and ${manyAgents * itemsEach} items: ${service.residentMegabytes().toFixed(0)} MB`,
    )
    await benchConsensus(await environmentOf('consensus'))
  } finally {
    await Promise.all([service.stop(), bare.stop()])
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await benchPipeline(engine)
}

const authorized = ({ key }: Seeded) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

async function benchReads(service: string, bare: string, tenant: Seeded) {
  const headers = authorized(tenant)
  const agent = `${service}/api/v1/agents/${tenant.agentIds[0]}`
  const etag = (await fetch(agent, { headers })).headers.get('etag')!
  const targets: [string, Target][] = [
    ['agent with its prompt', { url: agent, headers }],
    ['the same, 304 by ETag', { url: agent, headers: { ...headers, 'if-none-match': etag } }],
    ['resolved identity', { url: `${agent}/resolved-identity`, headers }],
    ['file SOUL.md', { url: `${agent}/files?type=soul`, headers }],
    ['dynamic prompt', { url: `${agent}/dynamic-prompt`, method: 'POST', headers, body: () => '{"seed":1}' }],
    ['10 agents with items', { url: `${service}/api/v1/agents?include=beliefs,responsibilities`, headers }],
  ]
  for (const [name, target] of targets) {
    // A 304 is measured against the body that it saves.
    const size = (await sizeOf(target)) || (await sizeOf({ url: agent, headers }))
    await compare(name, target, {
      static: { url: `${bare}/static?size=${size}` },
      'single read': { url: `${bare}/read` },
    })
  }
}

const sizeOf = async ({ url, method, headers, body }: Target) =>
  (await (await fetch(url, { method, headers, ...(body && { body: body(0) }) })).arrayBuffer()).byteLength

async function benchWrites(service: string, bare: string, few: Seeded, many: Seeded) {
  const createBelief: Target = {
    url: `${service}/api/v1/beliefs`,
    method: 'POST',
    headers: authorized(many),
    body: (n) =>
      JSON.stringify({
        agentId: many.agentIds[n % manyAgents],
        category: 'principle',
        statement: `Belief number ${n}`,
      }),
  }
  await compare('create belief', createBelief, { 'bare insert': { url: `${bare}/insert`, method: 'POST' } })

  const createForAll = (tenant: Seeded): Target => ({
    url: `${service}/api/v1/organizations/${tenant.orgId}/beliefs`,
    method: 'POST',
    headers: authorized(tenant),
    body: (n) => JSON.stringify({ category: 'axiom', statement: `Shared belief number ${n}` }),
  })
  const times = { few: [] as number[], many: [] as number[], firstRead: [] as number[], bareRead: [] as number[] }
  for (let n = 0; n < 200; n++) {
    times.few.push(await latency(createForAll(few)))
    times.many.push(await latency(createForAll(many)))
    const url = `${service}/api/v1/agents/${many.agentIds[n]}`
    times.firstRead.push(await latency({ url, headers: authorized(many) }))
    times.bareRead.push(await latency({ url: `${bare}/read` }))
  }
  const ms = (numbers: number[]) => `${median(numbers).toFixed(2)} ms`
  console.log(
    `  organization-level create: ${ms(times.few)} with 10 agents, ${ms(times.many)} with ${manyAgents}; ratio ${(median(times.many) / median(times.few)).toFixed(2)}`,
  )
  console.log(
    `  first read of an agent after it: ${ms(times.firstRead)}, ${(median(times.firstRead) / median(times.bareRead)).toFixed(1)} times a bare single read (${ms(times.bareRead)})`,
  )
  const list = `${service}/api/v1/agents?limit=100&include=beliefs,responsibilities`
  await compare(
    'list of 100 agents with items',
    { url: list, headers: authorized(many) },
    {
      'single read': { url: `${bare}/read` },
    },
  )
}

/** Measures a target and its baselines in turn, and prints the medians and their ratios. */
async function compare(name: string, target: Target, baselines: Record<string, Target>) {
  const measured = new Map<string, number[]>([
    ['', []],
    ...Object.keys(baselines).map((key): [string, number[]] => [key, []]),
  ])
  for (let round = 0; round < rounds; round++) {
    for (const [key, each] of [['', target] as const, ...Object.entries(baselines)]) {
      measured.get(key)!.push(await throughput(each, secondsPerRound))
    }
  }
  const own = median(measured.get('')!)
  const ratios = Object.keys(baselines).map((key) => `${(own / median(measured.get(key)!)).toFixed(2)} of ${key}`)
  console.log(`  ${name}: ${own.toFixed(0)}/s, ${ratios.join(', ')}`)
}

const [asked, largest] = process.argv.slice(2)
if (asked === 'growth') await benchGrowth(largest ? Number(largest) : undefined)
const engines = asked ? [asked] : ['sqlite', 'postgres']
for (const engine of asked === 'growth' ? [] : engines) {
  if (engine === 'postgres' && !findPostgresBinaries()) {
    console.log(`postgres: skipped. ${postgresAdvice}`)
    continue
  }
  await benchEngine(engine)
}
