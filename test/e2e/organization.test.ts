import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

describe('what others inherit', () => {
  test('saving shows how many agents change, and the difference for any of them', async () => {
    await tenant.agent({ name: 'Ada' })
    const lin = await tenant.agent({ name: 'Lin' })
    await tenant.post('/beliefs', { agentId: lin, category: 'boundary', statement: 'Never share customer data' })
    await page.goto(url)
    await page.getByRole('link', { name: 'Shared identity' }).click()
    await page.getByRole('button', { name: 'Add to Boundaries' }).click()
    await page.getByLabel('New in Boundaries').fill('Never share customer data')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '1 of 2 agents will change' })
    const difference = dialog.getByRole('region', { name: 'Prompt changes' })
    await difference.getByText('Boundaries: Never share customer data').waitFor()
    await dialog.getByRole('combobox', { name: 'Show changes for' }).click()
    await page.getByRole('option', { name: 'Lin' }).click()
    await difference.getByText('stays the same').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await tenant.get(`/organizations/${tenant.orgId}/beliefs`)).body.count).toBe(0)

    await page.getByLabel('New in Boundaries').press('Enter')
    await dialog.getByRole('button', { name: /^Save for / }).click()
    await page.getByRole('listitem').filter({ hasText: 'Never share customer data' }).waitFor()
    expect((await tenant.get(`/organizations/${tenant.orgId}/beliefs`)).body.count).toBe(1)
  })

  test('a group is made, gets an agent, a manager and an item, and is deleted', async () => {
    const agent = await tenant.agent({ name: 'Grace' })
    await tenant.agent({ name: 'Margaret' })
    await page.goto(`${url}/groups`)
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByLabel('Name').fill('Platform')
    await page.getByRole('button', { name: 'Create group' }).click()
    await page.getByRole('link', { name: 'Agents and settings' }).click()
    await page.getByRole('combobox', { name: 'Add an agent' }).click()
    await page.getByRole('option', { name: 'Grace' }).click()
    const members = page.getByRole('region', { name: 'Agents of this group' })
    await members.getByRole('link', { name: 'Grace' }).waitFor()
    await members.getByRole('button', { name: 'Remove Grace from the group' }).click()
    await members.getByText('No agents in this group yet').waitFor()
    const notice = page.getByRole('status').filter({ hasText: 'Grace was removed from Platform' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await members.getByRole('link', { name: 'Grace' }).waitFor()
    expect(await page.title()).toBe('Agents and settings · Platform · Agent Identity')
    await page.getByRole('combobox', { name: 'Manager' }).click()
    await page.getByRole('option', { name: 'Margaret' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save group' }).click()
    await page.getByText('Group saved').waitFor()

    await page.getByRole('link', { name: 'Items', exact: true }).click()
    await page.getByRole('button', { name: 'Add to Monitoring' }).click()
    await page.getByLabel('New in Monitoring').fill('Watch the error rate')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Save for / }).click()
    await page.getByRole('listitem').filter({ hasText: 'Watch the error rate' }).waitFor()
    expect((await tenant.get(`/agents/${agent}`)).body.system_prompt).toContain('Watch the error rate')

    await page.getByRole('link', { name: 'Groups', exact: true }).click()
    await page.getByText('1 agent · managed by Margaret').click()
    await page.getByRole('link', { name: 'Agents and settings' }).click()
    await page.getByRole('button', { name: 'Delete group' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
    await page.getByRole('heading', { name: 'No groups yet' }).waitFor()
  })
})

describe('the organization', () => {
  test('settings are kept', async () => {
    await page.goto(`${url}/organization/settings`)
    await page.getByLabel('Auto-approve new beliefs').check()
    await page.getByText('Saved: Auto-approve new beliefs').waitFor()
    await page.getByLabel('Agents required').fill('75')
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Agents required').press('Enter')
    await page.getByText('Saved: Agents required').waitFor()
    const { body } = await tenant.get('/organizations')
    expect(body.data[0].organization).toMatchObject({ auto_approve_beliefs: true, consensus_agent_percentage: 0.75 })
  })

  test.each([
    ['Count near-duplicates instead of creating them', 'dedupe_on_create'],
    ['Auto-merge duplicates every night', 'auto_dedup'],
    ['Require a review of what keys change', 'require_review'],
  ])('%s is switched on and off', async (label, key) => {
    const setting = async () => (await tenant.get('/organizations')).body.data[0].organization[key]
    for (const isOn of [true, false]) {
      await page.goto(`${url}/organization/settings`)
      await page.getByLabel(label).setChecked(isOn)
      await page.getByText(`Saved: ${label}`).waitFor()
      expect(await setting()).toBe(isOn)
    }
  })

  test('a key is shown once, works, is renamed and revoked', async () => {
    await page.goto(`${url}/organization/keys`)
    await page.getByRole('textbox', { name: 'Name' }).fill('CI')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByLabel('API key', { exact: true }).textContent()
    const headers = { authorization: `Bearer ${key}` }
    expect((await dashboard.service.call('GET', '/account', undefined, headers)).status).toBe(200)
    expect(await violations(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Rename: CI' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Nightly build')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: 'Nightly build' })
    await row.waitFor()
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await dashboard.service.call('GET', '/account', undefined, headers)).status).toBe(401)
  })

  test('it is deleted by somebody who types its name', async () => {
    const other = await dashboard.signIn()
    await other.page.goto(`${other.url}/organization/settings`)
    await other.page.getByRole('button', { name: 'Delete organization' }).click()
    const dialog = other.page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Delete organization' }).isDisabled()).toBe(true)
    await dialog.getByLabel(`Type ${other.tenant.slug}`).fill(other.tenant.slug)
    await dialog.getByRole('button', { name: 'Delete organization' }).click()
    await other.page.getByRole('heading', { name: 'You are not in an organization' }).waitFor()
    await other.page.getByLabel('Name').fill('Second try')
    await other.page.getByRole('button', { name: 'Create organization' }).click()
    await other.page.getByRole('heading', { name: 'No agents yet' }).waitFor()

    await other.page.getByRole('button', { name: 'Organization: Second try' }).click()
    expect(await violations(other.page)).toEqual([])
    await other.page.getByRole('menuitem', { name: 'New organization' }).click()
    const form = other.page.getByRole('dialog', { name: 'New organization' })
    await form.getByLabel('Name').fill('Third')
    await form.getByRole('button', { name: 'Create organization' }).click()
    await other.page.getByRole('heading', { name: 'Third', level: 1 }).waitFor()
    await other.page.getByRole('button', { name: 'Organization: Third' }).click()
    await other.page.getByRole('menuitem', { name: 'Second try' }).click()
    await other.page.getByRole('heading', { name: 'Second try', level: 1 }).waitFor()
  })
})
