import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { startDashboard } from '../test/e2e/dashboard.ts'
import { furnish, furnishWithTalk } from '../test/support/furnish.ts'
import { paths } from '../web/paths.ts'

/**
 * Takes the screenshot of the dashboard that README shows: `npm run pictures`. With a folder, takes every page of the
 * dashboard in both color sets and both widths into it: `npm run pictures -- /tmp/pictures`.
 */

const sets = ['light', 'dark'] as const
const widths = { wide: 1440, phone: 390 }

const [folder] = process.argv.slice(2)
const ofReadme = fileURLToPath(new URL('../docs/pictures', import.meta.url))

mkdirSync(folder ?? ofReadme, { recursive: true })
await build({ root: 'web', logLevel: 'error' })
const dashboard = await startDashboard()
try {
  const { page, tenant } = await dashboard.signIn()
  const { agent, group } = await furnish(dashboard.service, tenant)
  await furnishWithTalk(dashboard.service, tenant, agent)
  const [request] = (await tenant.get('/change-requests')).body.data
  const addressOf = (path: string) =>
    dashboard.url +
    path
      .replace('$org', tenant.slug)
      .replace('$agentId', agent)
      .replace('$groupId', group)
      .replace('$changeRequestId', request.id)
  if (folder) {
    // Addresses that mail carries, and a conversation, need an object that no furnished organization has.
    const shown = Object.entries(paths).filter(([, path]) => !/\$(token|sessionId)/.test(path))
    for (const [name, path] of shown) await takeAll(page, name, addressOf(path), folder)
  } else await take(page, addressOf(paths.agent), 'wide', 'light', join(ofReadme, 'identity-wide-light.png'))
} finally {
  await dashboard.stop()
}

async function takeAll(page: Page, name: string, address: string, into: string) {
  for (const width of Object.keys(widths) as (keyof typeof widths)[])
    for (const set of sets) await take(page, address, width, set, join(into, `${name}-${width}-${set}.png`))
}

async function take(page: Page, address: string, width: keyof typeof widths, set: (typeof sets)[number], path: string) {
  await page.setViewportSize({ width: widths[width], height: width === 'wide' ? 900 : 844 })
  await page.emulateMedia({ colorScheme: set, reducedMotion: 'reduce' })
  // The stream of changes never ends, so that the network is never idle.
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(1000)
  await page.screenshot({ path })
}
