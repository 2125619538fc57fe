import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { startDashboard } from '../test/e2e/dashboard.ts'
import { furnish } from '../test/support/furnish.ts'

/** Takes the screenshot of the dashboard that README shows: `npm run pictures`. */

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))

mkdirSync(folder, { recursive: true })
await build({ root: 'web', logLevel: 'error' })
const dashboard = await startDashboard()
try {
  const { page, tenant, url } = await dashboard.signIn()
  const { agent } = await furnish(dashboard.service, tenant)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(`${url}/agents/${agent}`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.screenshot({ path: join(folder, 'identity-wide-light.png') })
} finally {
  await dashboard.stop()
}
