import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { startDashboard } from '../test/e2e/dashboard.ts'
import { everyPage } from '../test/e2e/every-page.ts'

/**
 * Takes the screenshots of the dashboard that README shows: `npm run pictures`. With a folder, takes every page of the
 * dashboard in both color sets and both widths into it: `npm run pictures -- /tmp/pictures`.
 */

const sets = ['light', 'dark'] as const
const sizes = {
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  readme: { width: 1280, height: 720 },
}
type Size = keyof typeof sizes

const [folder] = process.argv.slice(2)
const ofReadme = fileURLToPath(new URL('../docs/pictures', import.meta.url))

mkdirSync(folder ?? ofReadme, { recursive: true })
await build({ root: 'web', logLevel: 'error' })
const dashboard = await startDashboard()
try {
  const { page, tenant } = await dashboard.signIn()
  const pages = await everyPage(dashboard, tenant)
  if (folder) for (const [name, address] of pages) await takeAll(page, name, address, folder)
  else {
    await take(page, pages.get('agent')!, 'readme', 'light', join(ofReadme, 'identity-wide-light.png'))
    await take(page, pages.get('inbox')!, 'readme', 'light', join(ofReadme, 'review-wide-light.png'))
  }
} finally {
  await dashboard.stop()
}

async function takeAll(page: Page, name: string, address: string, into: string) {
  for (const size of ['wide', 'phone'] as const)
    for (const set of sets) await take(page, address, size, set, join(into, `${name}-${size}-${set}.png`))
}

async function take(page: Page, address: string, size: Size, set: (typeof sets)[number], path: string) {
  await page.setViewportSize(sizes[size])
  await page.emulateMedia({ colorScheme: set, reducedMotion: 'reduce' })
  // The stream of changes never ends, so that the network is never idle.
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(1000)
  await page.getByText('– tokens').waitFor({ state: 'detached' })
  await page.screenshot({ path })
}
