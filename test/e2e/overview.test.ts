import { v7 as newId } from 'uuid'
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
    await page.getByRole('link', { name: 'Overview' }).click()

    const growth = page.getByRole('region', { name: 'Identity growth' })
    await growth.getByText('4 items in prompts: 0 from the organization, 0 from groups, 4 from agents').waitFor()
    await growth.getByText('Show as table').focus()
    await page.keyboard.press('Enter')
    await growth.getByRole('table').getByRole('row').last().getByRole('cell', { name: '4' }).waitFor()

    const diversity = page.getByRole('region', { name: 'Diversity' })
    await diversity.getByText('67% diversity:').waitFor()
    await diversity.getByText('of 3 distinct statements held by 3 agents, 2 are held by only one agent').waitFor()
    await diversity.getByRole('row', { name: 'Bo 1 of 1' }).waitFor()

    await page.getByRole('region', { name: 'Content by source and day' }).getByText('Substack posts: 4').waitFor()
    const sources = page.getByRole('region', { name: 'Source health' })
    await sources.getByRole('listitem').filter({ hasText: 'acme/api' }).getByText('never synced').waitFor()
    const jobs = page.getByRole('region', { name: 'Job history' }).getByRole('listitem')
    await jobs
      .filter({ hasText: 'Discovery' })
      .getByText(/^1 completed · .* on average/)
      .waitFor()
    await expectFitting(page)

    await page.getByText('7 days', { exact: true }).click()
    await growth.getByText('4 items in prompts').waitFor()
    await sources.getByRole('link', { name: 'Ada' }).click()
    await page.waitForURL(`${url}/agents/${ada}/evidence/sources`)
  })

  test('compares the beliefs of agents that are chosen, at most four', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const { cy } = await team(tenant)
    for (const name of ['Di', 'Ed']) await tenant.agent({ name })
    await tenant.post('/beliefs', belief(cy, 'Speak plainly', 'voice'))
    await page.goto(`${url}/overview`)
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
    await page.goto(`${url}/overview`)
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
    await tenant.agent()
    await page.reload()
    for (const text of ['No items in prompts yet', 'no beliefs of their own yet', 'No content yet']) {
      await page.getByText(text).waitFor()
    }
    await page.getByText('No sources yet').waitFor()
    await page.getByText('No jobs in this period').waitFor()
    await expectFitting(page)
  })
})

describe('the picture of the layers', () => {
  test('is walked through by arrow keys, and each box opens its page', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const { group, ada, cy } = await team(tenant)
    await tenant.patch(`/groups/${group}`, { managerAgentId: cy })
    await tenant.post(`/organizations/${tenant.slug}/beliefs`, { category: 'boundary', statement: 'Never lie' })
    await tenant.post(`/groups/${group}/responsibilities`, { category: 'monitoring', statement: 'Watch the builds' })
    await page.goto(url)
    await page.getByRole('link', { name: 'Layers' }).click()
    const picture = page.getByRole('region', { name: 'Layers' })
    const organization = picture.getByRole('link', { name: 'Acme 1 belief' })
    await organization.waitFor()
    await expectFitting(page)
    await organization.focus()
    await page.keyboard.press('ArrowRight')
    const focused = page.locator(':focus')
    expect(await focused.textContent()).toBe('Platform1 responsibilitymanaged by Cy')
    await page.keyboard.press('ArrowRight')
    expect(await focused.textContent()).toBe('Ada2 beliefsand 2 inherited')
    await page.keyboard.press('ArrowDown')
    expect(await focused.textContent()).toContain('Bo')
    await page.keyboard.press('ArrowLeft')
    expect(await focused.textContent()).toContain('Platform')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/groups/${group}`)
    await page.getByText('managed by').getByRole('link', { name: 'Cy' }).waitFor()
    await page.goBack()
    await picture.getByRole('link', { name: 'Ada' }).click()
    await page.waitForURL(`${url}/agents/${ada}`)
  })

  test('shows the first of 500 agents, more on request, and anyone by name', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const group = await tenant.group({ name: 'Crowd' })
    const created_at = new Date().toISOString()
    const agents = Array.from({ length: 500 }, (_, at) => ({
      org_id: tenant.orgId,
      id: newId(),
      name: `Agent ${String(at).padStart(3, '0')}`,
      slug: `agent-${at}`,
      group_id: group,
      identity_markers: '[]' as never,
      created_at,
      updated_at: created_at,
    }))
    await dashboard.service.deps.db.insertInto('agents').values(agents).execute()
    await page.goto(`${url}/layers`)
    const crowd = page.getByRole('list', { name: 'Agents: Crowd' }).getByRole('listitem')
    await crowd.last().waitFor()
    expect(await crowd.count()).toBe(12)
    await page.getByRole('button', { name: 'Show 488 more agents' }).click()
    await page.getByRole('button', { name: 'Show 388 more agents' }).waitFor()
    expect(await crowd.count()).toBe(112)
    await page.getByRole('textbox', { name: 'Find a group or agent' }).fill('agent 499')
    await crowd.filter({ hasText: 'Agent 499' }).waitFor()
    expect(await crowd.count()).toBe(1)
    await page.getByRole('textbox', { name: 'Find a group or agent' }).fill('nobody')
    await page.getByText('No matching groups or agents').waitFor()
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
