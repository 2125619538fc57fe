import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('a person finds the client that is behind, of one agent and in one state', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const [ada, bo] = [await tenant.agent({ name: 'Ada' }), await tenant.agent({ name: 'Bo' })]
  await page.goto(url)
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByText('No client has read a prompt yet').waitFor()
  expect(await violations(page)).toEqual([])

  const read = (agent: string, client: string) => tenant.get(`/agents/${agent}/prompt`, { 'x-client': client })
  await read(ada, 'cli/web-shop')
  await read(bo, 'sdk-py/worker-3')
  await tenant.post(`/agents/${bo}/receipts`, { client: 'mcp/claude-code', state: 'loaded', version: 1 })
  await dashboard.service.deps.promptReads.flush()
  await tenant.post('/beliefs', { agentId: ada, category: 'voice', statement: 'Be brief', status: 'approved' })
  await page.reload()

  const rows = page.getByRole('table', { name: 'Clients' }).getByRole('row')
  await page.getByText('Behind 1', { exact: true }).waitFor()
  // The first row is the head.
  expect(await rows.nth(1).getByRole('cell').allInnerTexts()).toEqual([
    'Ada',
    'cli/web-shop',
    'v1',
    'v2',
    '1 VERSION',
    'Fetched',
    expect.any(String),
  ])
  expect(await rows.count()).toBe(4)
  await expectFitting(page)
  expect(await violations(page)).toEqual([])

  await page.getByText('Behind 1', { exact: true }).click()
  await expect.poll(() => rows.count()).toBe(2)
  expect(new URL(page.url()).search).toBe('?show=behind')
  await page.getByText('All 3', { exact: true }).click()
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Loaded' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await rows.nth(1).getByText('mcp/claude-code').waitFor()
  await page.reload()
  await rows.nth(1).getByText('mcp/claude-code').waitFor()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await page.getByText('No client matches these filters.').waitFor()
})
