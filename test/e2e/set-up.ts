import { afterAll } from 'vitest'
import { type Dashboard, startDashboard } from './dashboard.ts'

/** The dashboard for the tests that follow in a file or a `describe`; it stops after the last of them. */
export async function setUpDashboard(environment?: Record<string, string>): Promise<Dashboard> {
  const dashboard = await startDashboard(environment)
  afterAll(() => dashboard.stop())
  return dashboard
}
