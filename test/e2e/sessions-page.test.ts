import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

test('the page Sessions says how to read them, and shows what came with its state', async () => {
  const agent = await tenant.agent({ name: 'Ada' })
  await page.goto(`${url}/agents/${agent}/sessions`)
  await page.getByText('Nothing from sessions yet').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Learn from sessions' }).click()
  await page.getByText('agent-identity sessions read --agent ada --since 30d --send').waitFor()
  await page.getByText('npm install --global "$(npm pack --silent)"').waitFor()
  expect(await violations(page)).toEqual([])
  await page.goBack()

  const observation = (content: string, how: string, session: string) => ({
    ...{ content, source_quote: content, kind: 'belief', category: 'preference', how, confidence: 0.5 },
    source: { type: 'session', tool: 'codex', session, at: '2026-10-01T09:00:00Z', project: '~/shop' },
  })
  const observations = [
    observation('Use tabs', 'explicit', 'one'),
    observation('Name tests after rules', 'implied', 'two'),
  ]
  await tenant.post('/observations', { agentId: agent, observations })
  await page.reload()
  const table = page.getByRole('table', { name: 'Observations of sessions' })
  const row = (statement: string) => table.getByRole('row', { name: statement })
  await row('Use tabs').getByText('waits for discovery').waitFor()
  await page.getByRole('heading', { name: '2 observations in 2 sessions' }).waitFor()
  await page.getByText('2 observations wait for discovery').waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'Open Signals' }).click()
  await page.getByRole('button', { name: 'Run discovery' }).click()
  await page.getByRole('region', { name: 'Discovery', exact: true }).getByText('completed').waitFor()
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await row('Use tabs').getByText('proposed').waitFor()
  await row('Name tests after rules').getByText('evidence').waitFor()
  await row('Use tabs').getByText('~/shop').waitFor()
  await page.getByText('wait for discovery').waitFor({ state: 'detached' })
  await expectFitting(page)

  const { data } = (await tenant.get(`/beliefs?agentId=${agent}`)).body
  await tenant.patch(`/beliefs/${data[0].id}`, { status: 'approved' })
  await page.reload()
  await row('Use tabs').getByText('approved').waitFor()

  await expect(page.getByRole('region', { name: 'Promoted memories' }).count()).resolves.toBe(0)
  const note = {
    category: 'boundary',
    statement: 'Never push to main',
    sourceType: 'memory',
    quote: 'Never push to main.',
  }
  const change = { op: 'add', owner: { agentId: agent }, ...note }
  await tenant.post('/change-requests', { agentId: agent, title: 'Never push to main', changes: [change] })
  await page.reload()
  const promoted = page.getByRole('region', { name: 'Promoted memories' })
  await promoted.getByText('open', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await promoted.getByRole('link', { name: 'Never push to main' }).click()
  await page.getByRole('heading', { name: 'Never push to main' }).waitFor()
  await page.goBack()

  const other = await tenant.agent({ name: 'Bob' })
  const add = { ...change, owner: { agentId: other } }
  await tenant.post('/change-requests', { agentId: other, title: 'Never push to main', changes: [add] })
  await page.goto(`${url}/agents/${other}/sessions`)
  await promoted.waitFor()
  expect(await page.getByText('Nothing from sessions yet').count()).toBe(0)
  await page.goto(`${url}/agents/${agent}/sessions`)

  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await page.getByRole('article', { name: 'codex · ~/shop' }).first().waitFor()
})
