import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard.stop())

test('every page that no other test looks at keeps nobody out, and fits a narrow screen', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const group = await tenant.group({ name: 'Platform' })
  const agent = await tenant.agent({ name: 'Ada', group_id: group })
  await tenant.post(`/groups/${group}/beliefs`, { category: 'voice', statement: 'Be direct' })
  const paths = ['', '/review', '/groups', `/groups/${group}`, '/jobs', '/start', '/models']
  const ofAgent = ['review', 'discovery', 'snapshots', 'playground', 'conversations', 'models', 'import']
  for (const path of [...paths, ...ofAgent.map((name) => `/agents/${agent}/${name}`)]) {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect([path, await violations(page)]).toEqual([path, []])
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360])
  }
})
