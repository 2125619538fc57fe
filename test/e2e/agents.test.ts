import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('ten agents move to a group after a preview of their prompts, and come back by one key', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const group = await tenant.group({ name: 'Platform' })
  await tenant.post(`/groups/${group}/beliefs`, {
    category: 'axiom',
    statement: 'Deploy in daylight',
    status: 'approved',
  })
  const ids: string[] = []
  for (let number = 1; number <= 12; number++)
    ids.push(await tenant.agent({ name: `Agent ${String(number).padStart(2, '0')}` }))
  await page.goto(`${url}/agents`)
  const box = (number: string) => page.getByRole('checkbox', { name: `Select: Agent ${number}` })
  // Each line is one click or one key.
  await box('01').click()
  await box('10').click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Move…' }).click()
  await page.getByRole('menuitem', { name: 'Platform' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 10 agents to Platform' })
  await dialog.getByText('10 prompts change.').waitFor()
  expect(await dialog.getByText('10 prompts change.').textContent()).toMatch(/Agent 01: \+\d+ −\d+ lines\.$/)
  await dialog.getByText('Deploy in daylight').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move 10 agents' }).click()
  await page.getByText('10 agents moved to Platform').waitFor()
  const groups = async () => (await tenant.get('/agents')).body.data.map((agent: any) => agent.group_id === group)
  expect(await groups()).toEqual([...Array(10).fill(true), false, false])
  await page.keyboard.press('u')
  await expect.poll(groups).toEqual(Array(12).fill(false))

  // The row that is pointed at.
  await page.getByRole('link', { name: 'Agent 12' }).hover()
  await page.keyboard.press('x')
  await page.getByText('1 agent selected').waitFor()
  await page.getByRole('button', { name: 'Tag…' }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('ops')
  await page.getByRole('button', { name: 'Add tags' }).click()
  await page.getByText('1 agent tagged').waitFor()
  await page.getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: 'ops' }).click()
  await page.getByText('1 of 12 agents').waitFor()
  expect(new URL(page.url()).searchParams.get('tag')).toBe('ops')
  await page.reload()
  await page.getByText('1 of 12 agents').waitFor()
  await page.getByRole('checkbox', { name: 'Select all agents' }).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByLabel('Type 1 agent to confirm').fill('1 agent')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('0 of 11 agents').waitFor()
  expect((await tenant.get(`/agents/${ids[11]}`)).status).toBe(404)
})

test('the list says what waits and what was read, in the order that is chosen, also on a phone', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const group = await tenant.group({ name: 'Platform' })
  const [ada, bob] = [await tenant.agent({ name: 'Ada', groupId: group }), await tenant.agent({ name: 'Bob' })]
  const belief = { category: 'axiom', statement: 'Trust is earned' }
  await tenant.post('/beliefs', { agentId: bob, ...belief })
  await tenant.post(`/groups/${group}/beliefs`, { ...belief, status: 'approved' })
  await tenant.get(`/agents/${ada}/prompt`, { 'x-client': 'cli/shop' })
  await dashboard.service.deps.promptReads.flush()
  await page.goto(`${url}/agents`)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('Ada').getByText('0 · 1').waitFor()
  await row('Ada').getByText('v1', { exact: true }).waitFor()
  await row('Bob').getByText('never').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Needs review' }).click()
  await page.getByText('1 of 2 agents').waitFor()
  await row('Bob').waitFor()
  await page.goto(`${url}/agents?by=group`)
  const names = () => page.getByRole('listitem').allTextContents()
  await expect.poll(async () => (await names()).map((text) => text.slice(0, 8))).toEqual(['Platform', 'No group'])
  await page.setViewportSize({ width: 390, height: 800 })
  await row('Ada').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await violations(page)).toEqual([])
})

test('columns are chosen, and a view of filters is saved in the browser', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const group = await tenant.group({ name: 'Platform' })
  const ada = await tenant.agent({ name: 'Ada', groupId: group })
  await tenant.agent({ name: 'Bob' })
  const statement = 'Measure twice before anything is cut, and say which measure was used'
  await tenant.post('/beliefs', { agentId: ada, category: 'axiom', statement, status: 'approved' })
  await tenant.get(`/agents/${ada}/prompt`)
  await page.goto(`${url}/agents`)
  await page.getByTitle(/^\d+ tokens\. Statements: Organization 0%, Group 0%, Agent 100%$/).waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Tokens' }).uncheck()
  await page.getByTitle(/tokens\. Statements:/).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: 'Group by group' }).check()
  await page.waitForURL('**/agents?by=group')
  await page.getByRole('button', { name: 'View: not saved' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByLabel('Name of the view').fill('Teams')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'View: Teams' }).waitFor()
  expect(await violations(page)).toEqual([])

  await page.goto(`${url}/agents?view=waiting`)
  await page.getByRole('button', { name: 'View: Needs review' }).click()
  await page.getByRole('menuitem', { name: 'Teams' }).click()
  await page.waitForURL('**/agents?by=group')
  await page.getByText('2 of 2 agents').waitFor()
  expect(await page.getByTitle(/tokens:/).count()).toBe(0)
})
