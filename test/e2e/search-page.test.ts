import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

/** Nine agents that are told of deploys, a group and the organization, and something else. */
async function setUp(options = {}) {
  const signedIn = await dashboard.signIn(options)
  const { tenant } = signedIn
  const group = await tenant.group({ name: 'Platform' })
  const agents: string[] = []
  for (let number = 1; number <= 9; number++) {
    const agentId = await tenant.agent({ name: `Agent ${number}`, ...(number < 4 && { groupId: group }) })
    agents.push(agentId)
    const category = number % 2 ? 'principle' : 'boundary'
    await tenant.post('/beliefs', { agentId, category, statement: 'Never deploy on a Friday', status: 'approved' })
  }
  const ofOrganization = { category: 'axiom', statement: 'Trust is earned', status: 'approved' }
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, ofOrganization)
  await tenant.post(`/groups/${group}/responsibilities`, {
    category: 'execution',
    statement: 'Runs each deploy',
    status: 'approved',
  })
  const promptOf = async (agent: number) => (await tenant.get(`/agents/${agents[agent]}`)).body.system_prompt as string
  return { ...signedIn, promptOf, agents, group }
}

const rows = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('listitem')

test('facets narrow the list and stand in the address; hiding says which prompts change', async () => {
  const { page, url, promptOf } = await setUp()
  await page.goto(`${url}/search?q=deploy`)
  await expect.poll(() => rows(page).count()).toBe(10)
  expect(await violations(page)).toEqual([])
  const facet = (title: string) => page.getByRole('region', { name: title })
  await facet('Category').getByRole('button', { name: 'Boundaries 4' }).click()
  await facet('Group').getByRole('button', { name: 'Platform 1' }).click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => new URL(page.url()).searchParams.get('category')).toBe('boundary')
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Hide' }).click()
  const dialog = page.getByRole('dialog', { name: '1 of 1 agent will change' })
  await dialog.getByText('Never deploy on a Friday').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save for 1 agent' }).click()
  await page.getByText('1 item hidden').waitFor()
  expect(await promptOf(1)).not.toContain('Never deploy on a Friday')
  await facet('Status').getByRole('button', { name: 'Hidden 1' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => promptOf(1)).toContain('Never deploy on a Friday')
})

test('shift selects a range, a category applies to the items of its kind, and another writer is not overwritten', async () => {
  const { page, url, promptOf, tenant, agents } = await setUp({ viewport: { width: 390, height: 800 } })
  await page.goto(`${url}/search?q=deploy`)
  await expect.poll(() => rows(page).count()).toBe(10)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await violations(page)).toEqual([])
  await page.getByText('Filters', { exact: true }).click()
  await page
    .getByRole('navigation', { name: 'Filters' })
    .getByRole('button', { name: 'Group 1', exact: true })
    .waitFor()
  const box = (name: string) => page.getByRole('checkbox', { name: `Select: ${name}` })
  await box('Never deploy on a Friday (Agent 1)').click()
  await box('Runs each deploy (Platform)').click({ modifiers: ['Shift'] })
  await page.getByText('10 items selected').waitFor()
  await page.getByRole('button', { name: 'Category' }).last().click()
  await page.getByRole('menuitem', { name: 'Voice' }).click()
  await page.getByRole('button', { name: /^Save for 9 agents/ }).click()
  await page.getByText('9 items moved to Voice').waitFor()
  expect(await promptOf(0)).toMatch(/### Voice[^#]*Never deploy on a Friday/)

  await box('Never deploy on a Friday (Agent 1)').click()
  const [theirs] = (await tenant.get(`/beliefs?agentId=${agents[0]}`)).body.data
  await tenant.patch(`/beliefs/${theirs.id}`, { statement: 'Never deploy at night' })
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByRole('button', { name: /^Save for/ }).click()
  await page.getByText('An item was changed after you read it').waitFor()
  expect(await promptOf(0)).toContain('Never deploy at night')
  await rows(page).filter({ hasText: 'Never deploy at night' }).waitFor()
})
