import type { Response } from 'playwright-core'
import { build } from 'vite'
import { startDashboard } from '../e2e/dashboard.ts'

/** What the dashboard costs: the first load's JavaScript, and how long an agent with 200 items takes to open. */

const openings = 40
const itemsPerKind = 100
const beliefs = ['axiom', 'principle', 'voice', 'preference', 'boundary']
const responsibilities = ['ownership', 'execution', 'collaboration', 'deliverables', 'monitoring']

await build({ root: 'web', logLevel: 'error' })
const dashboard = await startDashboard()
try {
  const { page, tenant, url } = await dashboard.signIn()
  const agent = await tenant.agent({ name: 'Ada' })
  const items = (categories: string[]) =>
    Array.from({ length: itemsPerKind }, (_, index) => ({
      category: categories[index % categories.length],
      statement: `Statement ${index} of an agent with many of them, as long as statements usually are`,
    }))
  await tenant.post('/beliefs/bulk', { agentId: agent, beliefs: items(beliefs) })
  await tenant.post('/responsibilities/bulk', { agentId: agent, responsibilities: items(responsibilities) })

  const sizes: Promise<number>[] = []
  const count = (response: Response) => {
    if (response.url().endsWith('.js'))
      sizes.push(
        response
          .request()
          .sizes()
          .then((size) => size.responseBodySize),
      )
  }
  page.on('response', count)
  await page.goto(url)
  await page.getByRole('heading', { name: 'Ada' }).waitFor()
  page.off('response', count)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  console.log(`JavaScript of the signed-in home: ${(bytes / 1000).toFixed(0)} kB compressed (at most 250 kB)`)

  const inPage: number[] = []
  const fresh: number[] = []
  const shown = page.getByRole('region', { name: 'Text of the prompt' }).getByText('Statement 99 ').last()
  for (let round = 0; round < openings; round++) {
    await page.goto(`${url}/agents`)
    const link = page.getByRole('link', { name: /Ada/ })
    await link.waitFor()
    let start = performance.now()
    await link.click()
    await shown.waitFor()
    inPage.push(performance.now() - start)
    start = performance.now()
    await page.goto(`${url}/agents/${agent}`)
    await shown.waitFor()
    fresh.push(performance.now() - start)
  }
  report('Opening an agent with 200 items from the list', inPage)
  report('Opening it by its address, page and all', fresh)
} finally {
  await dashboard.stop()
}

function report(what: string, times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!.toFixed(0)
  console.log(`${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms (at most 1000 ms), ${times.length} times`)
}
