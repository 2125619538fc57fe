import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard.stop())

test('Ctrl-K finds agents, groups and items, by keyboard alone', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await tenant.group({ name: 'Platform' })
  const agent = await tenant.agent({ name: 'Ada', job_title: 'Backend engineer' })
  await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Be direct and concise' })
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('textbox', { name: 'Search' })
  await search.fill('backend')
  await page.getByRole('button', { name: /Ada/ }).waitFor()
  await search.fill('platf')
  await page.getByRole('button', { name: /Platform/ }).waitFor()
  await search.fill('concise')
  await page.getByText('Voice of Ada').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Be direct and concise', exact: true }).waitFor()
})
