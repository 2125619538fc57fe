import { expect, test } from 'vitest'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

/** Settings: each is saved by itself and at once, can be undone, and never replaces what someone else wrote unasked. */

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

test('a setting is saved when it is left, by Enter or when it is chosen, and each can be undone', async () => {
  const group = await tenant.group({ name: 'Platform' })
  const agent = await tenant.agent({ name: 'Ada' })
  const stored = async () => (await tenant.get(`/agents/${agent}`)).body
  await page.goto(`${url}/agents/${agent}/settings`)
  const location = page.getByLabel('Location')
  await location.fill('Berlin')
  await page.getByLabel('Time zone').fill('Europe/Berlin')
  await page.getByLabel('Time zone').press('Enter')
  await page.getByText('Saved: Time zone').waitFor()
  expect(await stored()).toMatchObject({ location: 'Berlin', timezone: 'Europe/Berlin' })
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'Platform' }).click()
  await page.getByText('Saved: Group').waitFor()
  await page
    .getByRole('textbox', { name: 'Tags' })
    .or(page.getByRole('combobox', { name: 'Tags' }))
    .fill('payments')
  await page.keyboard.press('Enter')
  await page.getByText('Saved: Tags').waitFor()
  expect(await stored()).toMatchObject({ group_id: group, identity_markers: ['payments'] })
  await expectFitting(page)

  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect.poll(async () => (await stored()).identity_markers).toEqual([])
  await location.fill('Paris')
  await location.press('Escape')
  expect(await location.inputValue()).toBe('Berlin')
  await location.fill('Paris')
  await location.press('Enter')
  await page.getByText('Saved: Location').waitFor()
  await undo.click()
  await expect.poll(async () => (await stored()).location).toBe('Berlin')
  await expect.poll(() => location.inputValue()).toBe('Berlin')
})

test('a setting that somebody else changed meanwhile asks, and one that is refused says why at its field', async () => {
  const agent = await tenant.agent({ name: 'Lin' })
  const stored = async () => (await tenant.get(`/agents/${agent}`)).body
  // Otherwise the page shows the new value by itself, a few seconds later.
  await page.route('**/audit-log/heads', (route) => route.abort())
  await page.goto(`${url}/agents/${agent}/settings`)
  const location = page.getByLabel('Location')
  await location.fill('Berlin')
  await tenant.patch(`/agents/${agent}`, { location: 'Oslo' })
  await location.press('Enter')
  const conflict = page.getByRole('alert').filter({ hasText: 'Changed by someone else' })
  await conflict.getByText('Location: Oslo').waitFor()
  await conflict.getByRole('button', { name: 'Replace with mine' }).click()
  await page.getByText('Saved: Location').waitFor()
  expect((await stored()).location).toBe('Berlin')

  const zone = page.getByLabel('Time zone')
  await zone.fill('Nowhere')
  await zone.press('Enter')
  await page
    .getByRole('alert')
    .getByText(/^Time zone must /)
    .waitFor()
  expect(await zone.getAttribute('aria-invalid')).toBe('true')
  await zone.fill('Europe/Oslo')
  await zone.press('Enter')
  await page.getByText('Saved: Time zone').waitFor()
  expect(await stored()).toMatchObject({ location: 'Berlin', timezone: 'Europe/Oslo' })
  await page.unroute('**/audit-log/heads')
})

test('an agent is deleted behind its typed name, with what is lost', async () => {
  const agent = await tenant.agent({ name: 'Bo' })
  await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Be brief' })
  await page.goto(`${url}/agents/${agent}/settings`)
  await page.getByRole('link', { name: 'Export first' }).waitFor()
  const section = page.getByRole('region', { name: 'Delete agent' })
  await section.getByText('Bo is deleted with 1 item of its own').waitFor()
  await section.getByRole('button', { name: 'Delete agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Bo?' })
  expect(await dialog.getByRole('button', { name: 'Delete agent' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Type Bo to confirm').fill('Bo')
  await dialog.getByRole('button', { name: 'Delete agent' }).click()
  await page.waitForURL(`${url}/agents`)
  expect((await tenant.get(`/agents/${agent}`)).status).toBe(404)
})
