import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { startDashboard } from '../test/e2e/dashboard.ts'
import { furnish } from '../test/support/furnish.ts'

/** Takes the screenshots of the dashboard that the documentation shows: `npm run pictures`. */

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 360, height: 780 },
]
const schemes = ['light', 'dark'] as const

mkdirSync(folder, { recursive: true })
await build({ root: 'web', logLevel: 'error' })
const dashboard = await startDashboard()
try {
  const { page, tenant, url } = await dashboard.signIn()
  const { agent, group } = await furnish(dashboard.service, tenant)
  const pages: Record<string, string> = {
    home: '',
    overview: '/overview',
    layers: '/layers',
    agents: '/agents',
    inbox: '/review',
    identity: `/agents/${agent}`,
    review: `/agents/${agent}/review`,
    discovery: `/agents/${agent}/discovery`,
    snapshots: `/agents/${agent}/snapshots`,
    playground: `/agents/${agent}/playground`,
    recommendations: `/agents/${agent}/recommendations`,
    group: `/groups/${group}`,
    consensus: '/organization/consensus',
    connections: '/organization/connections',
    models: '/models',
    settings: '/organization/settings',
  }
  for (const [name, path] of Object.entries(pages)) await picture(page, name, `${url}${path}`)
  await picture(await dashboard.open(), 'sign-in', dashboard.url)
} finally {
  await dashboard.stop()
}

async function picture(page: Page, name: string, address: string) {
  for (const { name: size, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(address, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) })
    }
  }
}
