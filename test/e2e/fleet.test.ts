import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('a person finds the client that is behind, of one agent and in one state', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const [ada, bo] = [await tenant.agent({ name: 'Ada' }), await tenant.agent({ name: 'Bo' })]
  const { id: groupId } = (await tenant.post('/groups', { orgId: tenant.orgId, name: 'Platform' })).body
  await tenant.patch(`/agents/${ada}`, { groupId })
  await page.goto(url)
  await page.getByRole('link', { name: 'Fleet' }).click()
  await page.getByText('No client has read a prompt yet').waitFor()
  expect(await violations(page)).toEqual([])

  const read = (agent: string, client: string) => tenant.get(`/agents/${agent}/prompt`, { 'x-client': client })
  await read(ada, 'cli/web-shop')
  await read(bo, 'sdk-py/worker-3')
  await tenant.post(`/agents/${bo}/receipts`, { client: 'mcp/claude-code', state: 'loaded', version: 1 })
  await dashboard.service.deps.promptReads.flush()
  await tenant.put(`/agents/${ada}/labels/production`, { version: 1 })
  await tenant.post('/beliefs', { agentId: ada, category: 'voice', statement: 'Be brief', status: 'approved' })
  await page.reload()

  const rows = page.getByRole('table', { name: 'Clients' }).getByRole('row')
  await page.getByText('Behind 1', { exact: true }).waitFor()
  // The first row is the head.
  expect(await rows.nth(1).getByRole('cell').allInnerTexts()).toEqual([
    'Ada',
    'Platform',
    'v2',
    'v1',
    'cli/web-shop',
    'v1',
    '1 version',
    'Fetched',
    expect.any(String),
  ])
  expect(await rows.count()).toBe(3)
  await page.getByRole('button', { name: '1 more clients of Bo' }).click()
  expect(await rows.count()).toBe(4)
  const figure = (name: string) => page.getByRole('region', { name }).textContent()
  expect(await figure('clients in 24 h')).toBe('3clients in 24 hof 2 agents')
  expect(await figure('run what they should')).toBe('2run what they should66.7%')
  expect(await figure('behind')).toBe('1behindthe furthest by 1 version')
  expect(await figure('pinned by a label')).toBe('1pinned by a labelproduction')
  await expectFitting(page)
  expect(await violations(page)).toEqual([])

  await page.getByText('Behind 1', { exact: true }).click()
  await expect.poll(() => rows.count()).toBe(2)
  expect(new URL(page.url()).search).toBe('?show=behind')
  await page.getByText('All 3', { exact: true }).click()
  await page.getByText('SDK 1', { exact: true }).click()
  await rows.nth(1).getByText('sdk-py/worker-3').waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByText('Any', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'Platform' }).click()
  await rows.nth(1).getByText('cli/web-shop').waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  await page.goto(`${url}/fleet`)
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

test('a lead releases to 40 agents, then to more than 100 by a job, and takes both back', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const { id: groupId } = (await tenant.post('/groups', { orgId: tenant.orgId, name: 'Platform' })).body
  const agents = await Promise.all(
    Array.from({ length: 40 }, (_, at) => tenant.agent({ name: `Agent ${at}`, groupId })),
  )
  const carriers = async (label: string) =>
    (await tenant.get(`/organizations/${tenant.orgId}/labels/${label}`)).body.count
  await page.goto(`${url}/fleet`)
  const dialog = page.getByRole('dialog', { name: 'Release to several agents' })
  await page.getByRole('button', { name: 'Release for many…' }).click()
  await dialog.getByLabel('Label').fill('production')
  await dialog.getByLabel('All agents of a group').check()
  expect(await dialog.getByRole('button', { name: 'Release', exact: true }).isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'Platform' }).click()
  await dialog.getByLabel('Reason').fill('Reviewed')
  await dialog.getByRole('button', { name: 'Release', exact: true }).click()
  await dialog.getByText('production moved for 40 agents.').waitFor()
  expect(await carriers('production')).toBe(40)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('region', { name: 'pinned by a label' }).getByText('40').waitFor()

  // Later, from the history.
  await page.getByRole('link', { name: 'Releases' }).click()
  const line = page.getByRole('article').filter({ hasText: 'released production to 40 agents: Reviewed' })
  await line.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: production moved back for 40 agents.').waitFor()
  expect(await carriers('production')).toBe(0)

  await Promise.all(Array.from({ length: 61 }, (_, at) => tenant.agent({ name: `Agent ${agents.length + at}` })))
  await page.goto(`${url}/fleet`)
  await page.getByRole('button', { name: 'Release for many…' }).click()
  await dialog.getByLabel('Label').fill('everybody')
  await dialog.getByLabel('All agents of the organization (101)').check()
  await dialog.getByRole('button', { name: 'Release', exact: true }).click()
  await dialog.getByText('everybody moved for 101 agents.').waitFor()
  expect(await carriers('everybody')).toBe(101)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText('Undone: everybody moved back for 101 agents.').waitFor()
  expect(await carriers('everybody')).toBe(0)
})
