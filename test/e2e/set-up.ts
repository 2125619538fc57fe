import type { Browser } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { openBrowser } from './browser.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'

/** One browser for all files of this process, each page in a context of its own; it ends with the process. */
let browser: Promise<Browser> | undefined

/** The dashboard for the tests that follow in a file or a `describe`; it stops after the last of them. */
export async function setUpDashboard(environment?: Record<string, string>): Promise<Dashboard> {
  browser ??= openBrowser(inject('browserPath'))
  const dashboard = await startDashboard(environment, browser)
  afterAll(() => dashboard.stop())
  return dashboard
}

/** A change of a request that adds a principle to an owner. */
export const add = (owner: object, statement: string) => ({
  op: 'add',
  owner,
  kind: 'belief',
  category: 'principle',
  statement,
})
