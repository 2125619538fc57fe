import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { latency, median, type Process, startService, type Target } from './load.ts'
import { describe, type Figures, measureInTurn, ratiosOf } from './measure.ts'
import { itemsEach, startBare } from './reads.ts'
import type { Seeded } from './seed.ts'
import { type Engine, openWorkspace } from './workspace.ts'

/**
 * Measures the other routes of the common path, writes and startup: each against the simplest bare route with the same
 * effect.
 */

const few = 10
const many = 10_000

/** The bare routes that others are compared with: those that answer, and the one that writes. */
export const bareRoutes = ['static of the same bytes', 'bare read of the same bytes', 'bare insert'] as const
type BareRoute = (typeof bareRoutes)[number]

interface RouteResult {
  name: string
  own: Figures
  /** The bare routes of the same run. */
  bars: Partial<Record<BareRoute, Figures>>
}

export interface Routes {
  routes: RouteResult[]
  /** Milliseconds until the service is ready. */
  start: { onNewDatabase: number; onExisting: number }
  organizationWrite: { agents: { few: number; many: number }; fewMs: number; manyMs: number }
  firstReadAfterMs: number
}

/** @param wanted only routes whose names contain one of these. */
export async function benchRoutes(
  engine: Engine,
  agentCounts = { few, many },
  wanted: string[] = [''],
): Promise<Routes> {
  const sizes = [agentCounts.few, agentCounts.many].map((agentCount) => ({ agentCount, itemsEach }))
  const workspace = await openWorkspace(engine, sizes, { writes: true })
  try {
    const fresh = await startService(await workspace.newDatabase())
    await fresh.stop()
    const service = await startService(workspace.environment)
    const bare = await startBare(workspace)
    try {
      const [smallTenant, largeTenant] = workspace.tenants as [Seeded, Seeded]
      const start = { onNewDatabase: fresh.readyMs, onExisting: service.readyMs }
      console.log(
        `\n${engine}: ready in ${start.onNewDatabase.toFixed(0)} ms on a new database, in ${start.onExisting.toFixed(0)} ms on one with ${agentCounts.many} agents`,
      )
      const routes = []
      const all = await routesOf(service.url, smallTenant, largeTenant)
      for (const route of all.filter(({ name }) => wanted.some((part) => name.includes(part)))) {
        const result = await benchRoute(workspace.folder, { service, bare }, route)
        const ratios = Object.entries(result.bars).map(([name, figures]) => {
          const { byRate, byProcessor } = ratiosOf(result.own, figures)
          return `${byRate.toFixed(2)} of ${name} by rate, ${byProcessor.toFixed(2)} by processor time`
        })
        console.log(`  ${result.name}: ${ratios.join('; ')}\n    ${describe(result.own)}`)
        routes.push(result)
      }
      return { routes, start, ...(await benchOrganizationWrites(service.url, smallTenant, largeTenant)) }
    } finally {
      await Promise.all([service.stop(), bare.stop()])
    }
  } finally {
    await workspace.close()
  }
}

type Processes = Record<'service' | 'bare', Process>

interface Route extends Omit<Target, 'url' | 'path'> {
  name: string
  path: string
  isWrite?: boolean
}

const headersOf = ({ key }: Seeded) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

async function routesOf(service: string, small: Seeded, large: Seeded): Promise<Route[]> {
  const agent = `/api/v1/agents/${small.agentIds[0]}`
  const headers = headersOf(small)
  const beliefs = `/api/v1/beliefs?agentId=${large.agentIds[0]}`
  const { data } = (await (await fetch(service + beliefs, { headers: headersOf(large) })).json()) as {
    data: { id: string }[]
  }
  return [
    { name: 'prompt', path: `${agent}/prompt`, headers },
    { name: 'export as AGENTS.md', path: `${agent}/export?format=agents_md`, headers },
    { name: 'resolved identity', path: `${agent}/resolved-identity`, headers },
    { name: 'file SOUL.md', path: `${agent}/files?type=soul`, headers },
    {
      name: 'dynamic prompt',
      path: `${agent}/dynamic-prompt`,
      method: 'POST',
      headers,
      body: () => '{"seed":1}',
    },
    { name: 'list of 10 beliefs', path: `/api/v1/beliefs?agentId=${small.agentIds[0]}&limit=10`, headers },
    {
      name: '10 agents with items',
      path: '/api/v1/agents?limit=10&include=beliefs,responsibilities',
      headers,
    },
    { name: 'first page of agents', path: '/api/v1/agents?limit=20', headers: headersOf(large) },
    {
      name: 'create belief',
      path: '/api/v1/beliefs',
      method: 'POST',
      headers: headersOf(large),
      body: (n) =>
        JSON.stringify({
          agentId: large.agentIds[n % large.agentIds.length],
          category: 'principle',
          statement: `Belief number ${n}`,
        }),
      isWrite: true,
    },
    {
      name: 'change belief',
      path: `/api/v1/beliefs/${data[0]!.id}`,
      method: 'PATCH',
      headers: headersOf(large),
      body: (n) => JSON.stringify({ display_order: n }),
      isWrite: true,
    },
  ]
}

async function benchRoute(
  folder: string,
  { service, bare }: Processes,
  { name, path, isWrite, ...call }: Route,
): Promise<RouteResult> {
  const own: Target = { url: service.url + path, ...call }
  const bars: Partial<Record<BareRoute, Target>> = isWrite
    ? { 'bare insert': { url: `${bare.url}/insert`, method: 'POST' } }
    : await barsOfAnswer(folder, bare.url, own, name.replaceAll(' ', '-'))
  const targets: [string, Target][] = Object.entries(bars)
  const { own: figures, ...others } = await measureInTurn<string>({
    own: { target: own, process: service },
    ...Object.fromEntries(targets.map(([bar, target]) => [bar, { target, process: bare }])),
  })
  return { name, own: figures!, bars: others }
}

/** Returns bare routes that answer with the bytes of an answer of the service, which are stored in `file`. */
async function barsOfAnswer(folder: string, bare: string, own: Target, file: string) {
  const answer = await fetch(own.url, { method: own.method, headers: own.headers, body: own.body?.(0) })
  if (!answer.ok) throw new Error(`${own.url} answered ${answer.status}: ${await answer.text()}`)
  writeFileSync(join(folder, file), Buffer.from(await answer.arrayBuffer()))
  await latency({ url: `${bare}/store/${file}`, method: 'POST' })
  return {
    'static of the same bytes': { url: `${bare}/static/${file}` },
    'bare read of the same bytes': { url: `${bare}/read/${file}` },
  }
}

const samples = 200

/** A write for all agents of an organization takes the same time with many agents as with few. */
async function benchOrganizationWrites(service: string, small: Seeded, large: Seeded) {
  const createForAll = (tenant: Seeded): Target => ({
    url: `${service}/api/v1/organizations/${tenant.orgId}/beliefs`,
    method: 'POST',
    headers: headersOf(tenant),
    body: (n) => JSON.stringify({ category: 'axiom', statement: `Shared belief number ${n}` }),
  })
  const times = { few: [] as number[], many: [] as number[], firstRead: [] as number[] }
  for (let n = 0; n < samples; n++) {
    times.few.push(await latency(createForAll(small)))
    times.many.push(await latency(createForAll(large)))
    const agent = large.agentIds[n % large.agentIds.length]
    times.firstRead.push(await latency({ url: `${service}/api/v1/agents/${agent}`, headers: headersOf(large) }))
  }
  const [fewMs, manyMs, firstReadAfterMs] = [times.few, times.many, times.firstRead].map(median) as [
    number,
    number,
    number,
  ]
  const agents = { few: small.agentIds.length, many: large.agentIds.length }
  console.log(
    `  organization-level create: ${fewMs.toFixed(2)} ms with ${agents.few} agents, ${manyMs.toFixed(2)} ms with ${agents.many}; first read of an agent after it: ${firstReadAfterMs.toFixed(2)} ms`,
  )
  return { organizationWrite: { agents, fewMs, manyMs }, firstReadAfterMs }
}
