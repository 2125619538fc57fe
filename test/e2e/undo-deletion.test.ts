import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

/** Deleted agents and groups come back by Undo. */

const dashboard = await setUpDashboard()

test('a deleted agent, several at once, and a deleted group come back', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const group = await tenant.group({ name: 'Payments' })
  const ada = await tenant.agent({ name: 'Ada', groupId: group })
  await tenant.agent({ name: 'Lin' })
  const done = (text: string) => page.getByRole('status').filter({ hasText: text })
  const names = async () => (await tenant.get('/agents')).body.data.map(({ name }: any) => name).sort()

  await page.goto(`${url}/agents/${ada}/settings`)
  await page.getByRole('button', { name: 'Delete agent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Undo restores them').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Type Ada to confirm').fill('Ada')
  await dialog.getByRole('button', { name: 'Delete agent' }).click()
  await done('Deleted: Ada').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(['Ada', 'Lin'])
  await page.getByRole('link', { name: 'Ada' }).first().waitFor()

  await page.goto(`${url}/agents`)
  await page.getByRole('checkbox', { name: 'Select: Ada' }).check()
  await page.getByRole('checkbox', { name: 'Select: Lin' }).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('textbox').fill('2 agents')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await done('2 agents deleted').waitFor()
  expect(await names()).toEqual([])
  await page.keyboard.press('u')
  await expect.poll(names).toEqual(['Ada', 'Lin'])

  await page.goto(`${url}/groups/${group}/settings`)
  await page.getByRole('button', { name: 'Delete group' }).click()
  await dialog.getByRole('button', { name: 'Delete group' }).click()
  await done('Deleted: Payments').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await tenant.get(`/agents/${ada}`)).body.group_id).toBe(group)
})
