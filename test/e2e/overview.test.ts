import { describe, expect, test } from 'vitest'
import { discover, importContent, testsFirst } from '../support/discovery.ts'
import type { Tenant } from '../support/service.ts'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

const testFirst = 'Always write tests before changing the code'
const belief = (agentId: string, statement: string, category = 'principle') => ({ agentId, statement, category })

/** Agents in a group and without one, with a few beliefs; the ids by name. */
async function team(tenant: Tenant) {
  await tenant.patch(`/organizations/${tenant.slug}`, { autoApproveBeliefs: true })
  const group = await tenant.group({ name: 'Platform' })
  const ada = await tenant.agent({ name: 'Ada', groupId: group })
  const bo = await tenant.agent({ name: 'Bo', groupId: group })
  const cy = await tenant.agent({ name: 'Cy' })
  for (const id of [ada, bo]) await tenant.post('/beliefs', belief(id, testFirst))
  await tenant.post('/beliefs', belief(ada, 'Simple code is easier to trust', 'axiom'))
  await tenant.post('/beliefs', belief(cy, 'Be kind', 'voice'))
  return { group, ada, bo, cy }
}

describe('the overview', () => {
  test('tells in figures how identities grow, how alike agents are, and how the work behind them goes', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const { ada } = await team(tenant)
    await importContent(dashboard.service, tenant, ada, testsFirst)
    await discover(dashboard.service, tenant, ada)
    const source = { agentId: ada, platform: 'github', config: { owner: 'acme', repo: 'api' } }
    await tenant.post('/content-sources', source)
    await page.goto(url)
    await page.getByRole('button', { name: 'Show figures' }).click()

    const growth = page.getByRole('region', { name: 'Identity growth' })
    await growth.getByText('4 items in prompts: 0 from the organization, 0 from groups, 4 from agents').waitFor()
    await growth.getByText('Show as table').focus()
    await page.keyboard.press('Enter')
    await growth.getByRole('table').getByRole('row').last().getByRole('cell', { name: '4' }).waitFor()

    const diversity = page.getByRole('region', { name: 'Diversity' })
    await diversity.getByText('67% diversity:').waitFor()
    await diversity.getByText('of 3 distinct statements held by 3 agents, 2 are held by only one agent').waitFor()
    await diversity.getByRole('row', { name: 'Bo 1 of 1' }).waitFor()

    await page.getByText('7 days', { exact: true }).click()
    await growth.getByText('4 items in prompts').waitFor()
    await expectFitting(page)

    await page.getByRole('link', { name: 'Discovery', exact: true }).click()
    await page.getByRole('region', { name: 'Content by source and day' }).getByText('Substack posts: 4').waitFor()
    const sources = page.getByRole('region', { name: 'Source health' })
    await sources.getByRole('listitem').filter({ hasText: 'acme/api' }).getByText('never synced').waitFor()
    const jobs = page.getByRole('region', { name: 'Job history' }).getByRole('listitem')
    await jobs
      .filter({ hasText: 'Discovery' })
      .getByText(/^1 completed · .* on average/)
      .waitFor()
    await expectFitting(page)
    await sources.getByRole('link', { name: 'Ada' }).click()
    await page.waitForURL(`${url}/agents/${ada}/evidence/sources`)
  })

  test('compares the beliefs of agents that are chosen, at most four', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const { cy } = await team(tenant)
    for (const name of ['Di', 'Ed']) await tenant.agent({ name })
    await tenant.post('/beliefs', belief(cy, 'Speak plainly', 'voice'))
    await page.goto(url)
    await page.getByRole('button', { name: 'Show figures' }).click()
    const figure = page.getByRole('region', { name: 'Beliefs by category' })
    const table = figure.getByRole('table')
    await table.waitFor()
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Category', 'Ada', 'Cy', 'Bo'])
    expect(await table.getByRole('row', { name: 'Voice' }).getByRole('cell').allTextContents()).toEqual([
      'Voice',
      '0',
      '2',
      '0',
    ])
    await figure.getByRole('combobox', { name: 'Agents' }).click()
    await page.getByRole('option', { name: 'Di' }).click()
    await page.getByRole('option', { name: 'Ed' }).click()
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Category', 'Ada', 'Cy', 'Bo', 'Di'])
  })

  test('says what to do where nothing is yet', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    await page.goto(url)
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
    await tenant.agent()
    await page.reload()
    await page.getByRole('button', { name: 'Show figures' }).click()
    for (const text of ['No items in prompts yet', 'no beliefs of their own yet']) await page.getByText(text).waitFor()
    await page.goto(`${url}/discovery`)
    await page.getByText('No content yet').waitFor()
    await page.getByText('No sources yet').waitFor()
    await page.getByText('No jobs in this period').waitFor()
    await expectFitting(page)
  })
})

describe('consensus', () => {
  test('is previewed, created, and undone', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    await team(tenant)
    const items = `/organizations/${tenant.slug}/beliefs`
    await page.goto(url)
    await page.getByRole('link', { name: 'Shared identity' }).click()
    await page.getByRole('link', { name: 'Consensus' }).click()
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('heading', { name: '1 new item' }).waitFor()
    const statement = page.getByRole('article', { name: testFirst })
    await statement.getByText('2 of 3 agents (67%), same wording; 2 required.').waitFor()
    expect(await statement.getByRole('link').allTextContents()).toEqual(['Ada', 'Bo'])
    await expectFitting(page)
    expect((await tenant.get(items)).body.count).toBe(0)

    await page.getByRole('button', { name: 'Create 1 item for 3 agents' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('3 agents of the organization now inherit the items below').waitFor()
    expect(await violations(page)).toEqual([])
    expect((await tenant.get(items)).body.data).toMatchObject([{ statement: testFirst, status: 'approved' }])
    await result.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The created items were deleted').waitFor()
    expect((await tenant.get(items)).body.count).toBe(0)
  })

  test('of a group knows what it has already, and says when nothing is shared', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const { group } = await team(tenant)
    await page.goto(`${url}/groups/${group}`)
    await page.getByRole('link', { name: 'Consensus' }).click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Create 1 item for 2 agents' }).click()
    await page.getByRole('link', { name: 'View items' }).click()
    await page.getByRole('listitem').filter({ hasText: testFirst }).waitFor()
    await page.getByRole('link', { name: 'Consensus' }).click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: 'No new items' }).waitFor()
    await page.getByRole('article', { name: testFirst }).getByText('Already exists').waitFor()

    const empty = await tenant.group({ name: 'Empty' })
    await page.goto(`${url}/groups/${empty}/consensus`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('it needs at least two').waitFor()
    await expectFitting(page)
  })
})
