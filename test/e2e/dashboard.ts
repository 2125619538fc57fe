import { createServer } from 'node:net'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startWorker } from '../../server/jobs/worker.ts'
import { findBrowser } from '../support/chromium.ts'
import { type Service, startService, type Tenant } from '../support/service.ts'
import { openBrowser } from './browser.ts'

/** The service with its dashboard, listening, and a browser to open it in. */
export interface Dashboard {
  service: Service
  url: string
  browser: Browser
  /** A new account with an organization, and a page of its own that is signed in. */
  signIn(options?: BrowserContextOptions): Promise<{ page: Page; tenant: Tenant; url: string }>
  /** A page without an account. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** @param seeded organizations into which rows were written past the service. */
  stop(seeded?: readonly string[]): Promise<void>
}

/** Keeps notices that offer Undo, so that a slow machine does not decide whether a test can press it. */
const keepNotices = `{
  const start = window.setTimeout
  window.setTimeout = (run, ms, ...rest) => start(run, ms === 10_000 ? 2 ** 31 - 1 : ms, ...rest)
}`

export const password = 'correct horse battery staple'

/** @param shared a browser to open pages in, which is left running; without it a new one is started. */
export async function startDashboard(
  environment: Record<string, string> = {},
  shared?: Promise<Browser>,
): Promise<Dashboard> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), PUBLIC_URL: url, ...environment }
  const [service, browser] = await Promise.all([startService(settings), shared ?? openBrowser(findBrowser())])
  const worker = startWorker(service.deps)
  await service.app.listen({ host: '127.0.0.1', port })

  let people = 0
  const opened: BrowserContext[] = []
  const open: Dashboard['open'] = async (options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options })
    opened.push(context)
    context.setDefaultTimeout(120_000)
    await context.addInitScript(keepNotices)
    return context.newPage()
  }
  const signIn: Dashboard['signIn'] = async (options) => {
    const email = `person${++people}@example.com`
    const tenant = await service.register({ email, password, org_name: 'Acme', org_slug: `acme-${people}` })
    const page = await open(options)
    await page
      .context()
      .request.post(`${url}/api/v1/auth/login`, { data: { email, password }, headers: { origin: url } })
    return { page, tenant, url: `${url}/o/${tenant.slug}` }
  }
  const stop: Dashboard['stop'] = async (seeded) => {
    await Promise.all(opened.map((context) => context.close()))
    if (!shared) await browser.close()
    await worker.stop()
    await service.stop(seeded)
  }
  return { service, url, browser, signIn, open, stop }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
