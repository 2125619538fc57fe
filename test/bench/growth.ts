import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tiers } from '../../server/config.ts'
import { load, median, startProcess, startService, type Target } from './load.ts'
import { seed } from './seed.ts'

/**
 * `npm run bench -- growth [largest]`: reads of agents of an organization with 10 to 100,000 agents, on the embedded
 * engine, against a bare route with one primary-key read in the same run. Writes docs/performance.md.
 */

const sizes = [10, 100, 1000, 10_000, 100_000]
const itemsEach = 20
const rounds = 3
const secondsPerRound = Number(process.env.BENCH_SECONDS ?? 3)
const connections = 32
const limitsRaised = Object.fromEntries(tiers.map((tier) => [`RATE_LIMIT_${tier.toUpperCase()}`, '1000000']))

const names = ['one agent', 'all agents, uniform', 'all agents, Zipf', 'bare read', 'static'] as const
type Name = (typeof names)[number]
type Round = Awaited<ReturnType<typeof load>> & { processorMicroseconds: number }
type Rounds = Record<Name, Round[]>

export async function benchGrowth(largest = sizes.at(-1)!) {
  const results: { agents: number; rounds: Rounds; megabytes: number }[] = []
  for (const agents of sizes.filter((size) => size <= largest)) {
    const { rounds, megabytes } = await benchSize(agents)
    results.push({ agents, rounds, megabytes })
    for (const name of names) console.log(`  ${agents} agents, ${name}: ${describe(rounds[name])}`)
    console.log(`  resident memory: ${megabytes.toFixed(0)} MB`)
  }
  const ratio = (rounds: Rounds, name: Name) => rateOf(rounds[name]) / rateOf(rounds['bare read'])
  const rows = results.map(
    ({ agents, rounds, megabytes }) =>
      `| ${agents.toLocaleString('en-US')} | ${names
        .slice(0, 3)
        .map((name) => `${ratio(rounds, name).toFixed(2)} (${describe(rounds[name])})`)
        .join(' | ')} | ${describe(rounds['bare read'])} | ${megabytes.toFixed(0)} MB |`,
  )
  writeFileSync(join(import.meta.dirname, '../../docs/performance.md'), pageOf(rows))
}

async function benchSize(agentCount: number) {
  const folder = mkdtempSync(join(tmpdir(), 'identity-growth-'))
  const environment = { ...limitsRaised, DATA_DIR: join(folder, 'service') }
  const [tenant] = await seed(environment, [{ agentCount, itemsEach }])
  const { key, agentIds } = tenant!
  const service = await startService(environment)
  const bare = await startProcess(
    [join(import.meta.dirname, 'baseline.ts')],
    { DATA_DIR: join(folder, 'bare') },
    '/static?size=10',
  )
  try {
    const headers = { authorization: `Bearer ${key}` }
    const pathOf = (at: number) => `/api/v1/agents/${agentIds[at]}`
    const size = await readAll(
      agentIds.map((_, at) => `${service.url}${pathOf(at)}`),
      headers,
    )
    const reads = (draw: () => number): Target => ({ url: service.url, headers, path: () => pathOf(draw()) })
    const targets: Record<Name, Target> = {
      'one agent': reads(() => 0),
      'all agents, uniform': reads(() => Math.floor(Math.random() * agentCount)),
      // Place n in proportion to 1 / (n + 1), by the inverse of its sum.
      'all agents, Zipf': reads(() => Math.min(agentCount - 1, Math.floor((agentCount + 1) ** Math.random()) - 1)),
      'bare read': { url: `${bare.url}/read` },
      static: { url: `${bare.url}/static?size=${size}` },
    }
    const measured = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Rounds
    for (let round = 0; round < rounds; round++) {
      for (const name of names) {
        const { processorMs } = targets[name].url.startsWith(service.url) ? service : bare
        const before = processorMs()
        const result = await load(targets[name], secondsPerRound, connections)
        const processorMicroseconds = ((processorMs() - before) * 1000) / result.requests
        measured[name].push({ ...result, processorMicroseconds })
      }
    }
    return { rounds: measured, megabytes: service.residentMegabytes() }
  } finally {
    await Promise.all([service.stop(), bare.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads each address once, so that its document is stored; returns the size of the last, in bytes. */
async function readAll(addresses: string[], headers: Record<string, string>): Promise<number> {
  let size = 0
  for (let at = 0; at < addresses.length; at += connections) {
    const answers = addresses.slice(at, at + connections).map(async (address) => {
      size = (await (await fetch(address, { headers })).arrayBuffer()).byteLength
    })
    await Promise.all(answers)
  }
  return size
}

const rateOf = (rounds: Round[]) => median(rounds.map(({ perSecond }) => perSecond))

function describe(rounds: Round[]): string {
  const rates = rounds.map(({ perSecond }) => Math.round(perSecond)).sort((a, b) => a - b)
  const p99 = median(rounds.map(({ p99Ms }) => p99Ms))
  const processor = median(rounds.map(({ processorMicroseconds }) => processorMicroseconds))
  return `${rateOf(rounds).toFixed(0)}/s, ${rates[0]} to ${rates.at(-1)}; p99 ${p99} ms; ${processor.toFixed(0)} µs`
}

const pageOf = (rows: string[]) => `# Performance

Reads of \`GET /agents/{agentId}\` from an organization of ${itemsEach} items an agent, 15 of the organization and 15 of one
group, on the embedded engine, over ${connections} connections, after each agent was read once. Each cell: the rate in multiples of
a bare route with one primary-key read in the same run (requests a second, the median of ${rounds} rounds and their range; the
99th percentile; processor time of the service for one request).

| agents | one agent | uniform | Zipf | bare read | memory |
|---|---|---|---|---|---|
${rows.join('\n')}

Machines differ and are noisy: compare ratios. \`npm run bench -- growth\` measures this anew and writes this page.
`
