import type { Page, Request } from 'playwright-core'
import type { Dashboard } from '../../test/e2e/dashboard.ts'
import { seedAgents } from './seed.ts'

/**
 * Measures what a browser with an empty cache loads and computes before a page shows its data: in an organization of
 * 62 agents, 2,000 items and 71 proposals.
 */

const latencyMs = 400
const agentCount = 62
const itemsEach = 32
const proposalCount = 71

/** @returns the organization that it seeded. */
export async function measureFirstLoads(dashboard: Dashboard): Promise<string> {
  const { page, tenant, url } = await dashboard.signIn()
  const [agent] = await seedAgents(dashboard.service.deps, tenant.orgId, { agentCount, itemsEach })
  const { body: named } = await tenant.get(`/agents/${agent}`)
  await tenant.post('/beliefs/bulk', {
    agentId: agent,
    beliefs: Array.from({ length: proposalCount }, (_, at) => ({
      category: 'principle',
      statement: `Proposal ${at}: look at the dashboards before and after each release`,
    })),
  })
  const main = (text: RegExp) => (opened: Page) => opened.getByRole('main').getByText(text).first().waitFor()
  const views = [
    { name: 'Home', path: '', shown: main(new RegExp(named.name)), atMostKb: 170 },
    { name: 'Review', path: '/review', shown: main(/^Proposal \d+: /), atMostKb: 220 },
    { name: 'Agents', path: '/agents', shown: main(new RegExp(named.name)) },
    { name: 'Identity of an agent', path: `/agents/${agent}`, shown: main(/^Proposal \d+: /) },
  ]
  const { cookies, origins } = await page.context().storageState()
  for (const { name, path, shown, atMostKb } of views) {
    const fresh = await dashboard.open({ storageState: { cookies, origins } })
    const { scripts, kilobytes, files, roundTrips, processorMs } = await measure(fresh, url + path, shown)
    await fresh.context().close()
    console.log(
      `${name}: ${scripts.files} scripts of ${scripts.kilobytes} kB compressed${atMostKb ? ` (at most ${atMostKb})` : ''}, ` +
        `${files} files of ${kilobytes} kB in all, ${roundTrips} round trips (at most 4), ` +
        `${processorMs} ms of processor time to its data`,
    )
  }
  return tenant.orgId
}

async function measure(page: Page, url: string, shown: (page: Page) => Promise<void>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const loaded: Request[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith('data:')) loaded.push(request)
  })
  await page.goto(url, { waitUntil: 'commit' })
  await shown(page)
  const { metrics } = await session.send('Performance.getMetrics')
  const sizes = await Promise.all(
    [...loaded].map(async (request) => ({ url: request.url(), bytes: (await request.sizes()).responseBodySize })),
  )
  // Without the time that a request waits for one of the browser's six connections.
  const spans = loaded.map((request) => {
    const { startTime, requestStart, responseEnd } = request.timing()
    return { start: startTime + requestStart, end: startTime + responseEnd }
  })
  const kilobytesOf = (some: typeof sizes) => Math.round(some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
  const scripts = sizes.filter((each) => each.url.endsWith('.js'))
  return {
    scripts: { files: scripts.length, kilobytes: kilobytesOf(scripts) },
    files: sizes.length,
    kilobytes: kilobytesOf(sizes),
    roundTrips: depthOf(spans),
    processorMs: Math.round(1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value),
  }
}

/** The longest chain of requests of which each starts after the one before has ended. */
function depthOf(spans: { start: number; end: number }[]): number {
  const chains: { end: number; length: number }[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const before = chains.filter((each) => each.end <= start).map(({ length }) => length)
    chains.push({ end, length: 1 + Math.max(0, ...before) })
  }
  return Math.max(...chains.map(({ length }) => length))
}
