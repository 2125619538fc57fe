import type { Page } from 'playwright-core'
import { build } from 'vite'
import { startDashboard } from '../../test/e2e/dashboard.ts'
import { measureFirstLoads } from './first-load.ts'
import { seedAgents } from './seed.ts'

/**
 * Measures the cost of the dashboard: first loads, how long an agent with 200 items takes to open, and how smoothly 5,000
 * agents scroll.
 */

const openings = 40
const itemsPerKind = 100
const manyAgents = 5000
/** About 640 pixels, ten rows, per frame: as fast as a mouse wheel scrolls. */
const scrollSteps = 500
const longFrameMs = 50
const beliefs = ['axiom', 'principle', 'voice', 'preference', 'boundary']
const responsibilities = ['ownership', 'execution', 'collaboration', 'deliverables', 'monitoring']

await build({ root: 'web', logLevel: 'error' })
const dashboard = await startDashboard()
const seeded: string[] = []
try {
  seeded.push(await measureFirstLoads(dashboard))
  const { page, tenant, url } = await dashboard.signIn()
  const agent = await tenant.agent({ name: 'Ada' })
  const items = (categories: string[]) =>
    Array.from({ length: itemsPerKind }, (_, index) => ({
      category: categories[index % categories.length],
      statement: `Statement ${index} of an agent with many of them, as long as statements usually are`,
    }))
  await tenant.post('/beliefs/bulk', { agentId: agent, beliefs: items(beliefs) })
  await tenant.post('/responsibilities/bulk', { agentId: agent, responsibilities: items(responsibilities) })

  const processorMs = await measureProcessor(page)
  const inPage: number[] = []
  const working: number[] = []
  const fresh: number[] = []
  const shown = page.getByRole('region', { name: 'Prompt text' }).getByText('Statement 99 ').last()
  for (let round = 0; round < openings; round++) {
    await page.goto(`${url}/agents`)
    const link = page.getByRole('link', { name: /Ada/ })
    await link.waitFor()
    let start = performance.now()
    const worked = await processorMs()
    await link.click()
    await shown.waitFor()
    inPage.push(performance.now() - start)
    working.push((await processorMs()) - worked)
    start = performance.now()
    await page.goto(`${url}/agents/${agent}`)
    await shown.waitFor()
    fresh.push(performance.now() - start)
  }
  report('Opening an agent with 200 items from the list', inPage)
  report('Processor time of the page for it', working)
  report('Opening it by its address, page and all', fresh)

  const many = await dashboard.signIn()
  seeded.push(many.tenant.orgId)
  await seedAgents(dashboard.service.deps, many.tenant.orgId, { agentCount: manyAgents, itemsEach: 10 })
  const list: number[] = []
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    await many.page.goto(`${many.url}/agents`)
    await many.page.getByText(new RegExp(`^${manyAgents.toLocaleString('en')} of `)).waitFor()
    list.push(performance.now() - start)
  }
  report(`Opening the list of ${manyAgents} agents by its address`, list)
  const working5000 = await measureProcessor(many.page)
  const before = await working5000()
  const frames = await scrollThrough(many.page)
  const worked = (await working5000()) - before
  report('A frame while scrolling through them', frames, longFrameMs)
  console.log(
    `Frames longer than ${longFrameMs} ms: ${frames.filter((ms) => ms > longFrameMs).length} of ${frames.length}; ` +
      `processor time of the page for each: ${(worked / frames.length).toFixed(1)} ms`,
  )
} finally {
  await dashboard.stop(seeded)
}

/** Returns how long the page's main thread has worked, independent of other work on the machine; in milliseconds. */
async function measureProcessor(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
  }
}

/** Scrolls from the top to the bottom in equal steps, one per frame; returns the milliseconds that each frame took. */
function scrollThrough(page: Page): Promise<number[]> {
  return page.evaluate(`new Promise((resolve) => {
    const times = []
    const step = (document.documentElement.scrollHeight - innerHeight) / ${scrollSteps}
    let last = performance.now()
    const next = (now) => {
      times.push(now - last)
      last = now
      if (times.length > ${scrollSteps}) return resolve(times.slice(1))
      scrollBy(0, step)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`)
}

function report(what: string, times: number[], limitMs = 1000) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!.toFixed(0)
  console.log(`${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms (at most ${limitMs} ms), ${times.length} times`)
}
