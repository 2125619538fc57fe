import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

/** Returning to a tab after changes in another one. */
const readAgain = (page: Page) =>
  page.evaluate('setTimeout(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })), 11_000)')

const statement = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })

describe('a statement that is edited in two places', () => {
  async function edited() {
    const { page, tenant, url } = await dashboard.signIn()
    const agentId = await tenant.agent()
    const { body } = await tenant.post('/beliefs', { agentId, category: 'voice', statement: 'Be direct' })
    await page.goto(`${url}/agents/${agentId}`)
    await statement(page, 'Be direct').click()
    const stored = async () => (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data[0].statement
    const other = (changes: object) => tenant.patch(`/beliefs/${body.id}`, changes)
    return { page, tenant: { ...tenant, agentId }, stored, other, remove: () => tenant.delete(`/beliefs/${body.id}`) }
  }

  test('asks before it replaces what the other wrote, and keeps theirs', async () => {
    const { page, stored, other } = await edited()
    await other({ statement: 'Be kind' })
    await page.getByLabel('Statement').fill('Be direct and brief')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await alert.getByText('Be kind').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await stored()).toBe('Be kind')
    expect(await page.getByLabel('Statement').inputValue()).toBe('Be direct and brief')
    await alert.getByRole('button', { name: 'Keep theirs' }).click()
    await statement(page, 'Be kind').waitFor()
    expect(await stored()).toBe('Be kind')
  })

  test('replaces it when that is wanted, and asks again when a third one came in between', async () => {
    const { page, stored, other } = await edited()
    await other({ statement: 'Be kind' })
    await page.getByLabel('Statement').fill('Be direct and brief')
    await page.keyboard.press('Enter')
    const mine = page.getByRole('alert').getByRole('button', { name: 'Replace with mine' })
    await mine.waitFor()
    await other({ statement: 'Be funny' })
    await mine.click()
    await page.getByRole('alert').getByText('Be funny').waitFor()
    await mine.click()
    await statement(page, 'Be direct and brief').waitFor()
    expect(await stored()).toBe('Be direct and brief')
  })

  test('asks nothing when only a star came in between', async () => {
    const { page, stored, other } = await edited()
    await other({ starred: true })
    await page.getByLabel('Statement').fill('Be direct and brief')
    await page.keyboard.press('Enter')
    await statement(page, 'Be direct and brief').waitFor()
    expect(await stored()).toBe('Be direct and brief')
  })

  test('keeps the words when the other deleted it, also when the page has noticed', async () => {
    const { page, tenant, remove } = await edited()
    await page.getByLabel('Statement').fill('Be direct and')
    await remove()
    await tenant.post('/beliefs', { agentId: tenant.agentId, category: 'voice', statement: 'Be brief' })
    await readAgain(page)
    await page.getByText('Be brief').first().waitFor()
    expect(await page.getByLabel('Statement').inputValue()).toBe('Be direct and')
    await page.getByLabel('Statement').fill('Be direct and brief')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('not found').waitFor()
    expect(await page.getByLabel('Statement').inputValue()).toBe('Be direct and brief')
  })
})

const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone else changed' })
const keepTheirs = (page: Page) => conflict(page).getByRole('button', { name: 'Keep theirs' })
const replaceIt = (page: Page) => conflict(page).getByRole('button', { name: 'Replace with mine' })

describe('a form that is saved in two places', () => {
  async function opened(path: (ids: { agent: string; group: string }) => string) {
    const { page, tenant, url } = await dashboard.signIn()
    const group = await tenant.group({ name: 'Platform' })
    const agent = await tenant.agent({ name: 'Ada', group_id: group })
    await page.goto(url + path({ agent, group }))
    return { page, tenant, agent, group }
  }

  test('the profile of an agent asks, and leaves what only the other changed', async () => {
    const { page, tenant, agent } = await opened((ids) => `/agents/${ids.agent}`)
    const stored = async () => (await tenant.get(`/agents/${agent}`)).body
    const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click()
    await edit()
    await page.getByLabel('Role').fill('Reviewer')
    await tenant.patch(`/agents/${agent}`, { jobTitle: 'Writer', location: 'Berlin' })
    await page.getByRole('button', { name: 'Save profile' }).click()
    await conflict(page).getByText('Role: Writer').waitFor()
    expect(await violations(page)).toEqual([])
    expect((await stored()).job_title).toBe('Writer')
    await replaceIt(page).click()
    await page.getByText('Profile saved').waitFor()
    expect(await stored()).toMatchObject({ job_title: 'Reviewer', location: 'Berlin' })

    await edit()
    await page.getByLabel('Role').fill('Tester')
    await page.getByLabel('Description').fill('Tests')
    await tenant.patch(`/agents/${agent}`, { jobTitle: 'Poet' })
    await page.getByRole('button', { name: 'Save profile' }).click()
    await keepTheirs(page).click()
    await expect.poll(() => page.getByLabel('Role').inputValue()).toBe('Poet')
    expect(await stored()).toMatchObject({ job_title: 'Poet', description: null })
  })

  test('the settings of a group ask', async () => {
    const { page, tenant, group } = await opened((ids) => `/groups/${ids.group}/settings`)
    await page.getByLabel('Description').fill('Mine')
    await tenant.patch(`/groups/${group}`, { description: 'Theirs' })
    await page.getByRole('button', { name: 'Save group' }).click()
    await conflict(page).getByText('Description: Theirs').waitFor()
    await replaceIt(page).click()
    await page.getByText('Group saved').waitFor()
    const { body } = await tenant.get(`/groups?orgId=${tenant.orgId}`)
    expect(body.data[0].description).toBe('Mine')
  })
})

describe('an item whose words changed since they were shown', () => {
  async function shown() {
    const { page, tenant, url } = await dashboard.signIn()
    const agentId = await tenant.agent()
    const create = async (statement: string) =>
      (await tenant.post('/beliefs', { agentId, category: 'voice', statement, status: 'pending' })).body.id
    const ids = [await create('Be direct'), await create('Be brief')]
    const stored = async () => (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data
    const question = page.getByRole('dialog', { name: 'Changed by someone else' })
    // Otherwise the page shows the new words by itself, a few seconds later.
    await page.route('**/audit-log/heads', (route) => route.abort())
    return { page, tenant, url, agentId, ids, stored, question }
  }

  test('is not approved without asking, alone or among others', async () => {
    const { page, tenant, url, agentId, ids, stored, question } = await shown()
    await page.goto(`${url}/agents/${agentId}/review`)
    const approve = page.getByRole('button', { name: 'Approve: Be direct' })
    await approve.waitFor()
    await tenant.patch(`/beliefs/${ids[0]}`, { statement: 'Be rude' })
    await approve.click()
    await question.getByText('Be rude').waitFor()
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('group', { name: 'Be rude' }).click()
    await page.getByRole('button', { name: 'Approve: Be rude' }).waitFor()
    expect((await stored()).map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending'])

    await tenant.patch(`/beliefs/${ids[1]}`, { statement: 'Be long' })
    await page.getByLabel('Select all shown').check()
    await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Approve' }).click()
    await question.getByText('Be long').waitFor()
    await question.getByRole('button', { name: 'Approve anyway' }).click()
    // The page shows it at once, and saves it meanwhile.
    await page.getByText('Nothing to review').waitFor()
    await expect
      .poll(async () => (await stored()).map(({ status }: { status: string }) => status))
      .toEqual(['approved', 'approved'])
  })

  test('is not deleted without asking; a star from elsewhere is no reason to ask', async () => {
    const { page, tenant, url, agentId, ids, stored, question } = await shown()
    await page.goto(`${url}/agents/${agentId}`)
    const remove = async (text: string) => {
      await page.getByRole('button', { name: `More: ${text}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    await statement(page, 'Be brief').waitFor()
    await tenant.patch(`/beliefs/${ids[0]}`, { statement: 'Be kind' })
    await tenant.patch(`/beliefs/${ids[1]}`, { starred: true })
    await remove('Be direct')
    await question.getByText('Be kind').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await statement(page, 'Be kind').waitFor()
    await remove('Be brief')
    await page.getByText('Deleted', { exact: true }).waitFor()
    expect((await stored()).map((item: { statement: string }) => item.statement)).toEqual(['Be kind'])
  })
})
