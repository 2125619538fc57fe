import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('finds who changed a boundary and when, and what a key did, and verifies the log', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agentId = await tenant.agent({ name: 'Ada' })
  const belief = { agentId, category: 'boundary', statement: 'Never deploy on a Friday' }
  const { body } = await tenant.post('/beliefs', belief, { 'x-client': 'cli/web-shop' })
  await page.context().request.patch(`${dashboard.url}/api/v1/beliefs/${body.id}`, {
    data: { statement: 'Never deploy on Fridays' },
    headers: { origin: dashboard.url },
  })

  await page.goto(`${url}/organization`)
  await page.getByRole('link', { name: 'History' }).click()
  const change = page.getByRole('article').filter({ hasText: 'changed belief “Never deploy on Fridays”' })
  await change.getByText('in the dashboard').waitFor()
  const { display_name } = (await tenant.get('/account')).body
  expect(await change.textContent()).toContain(display_name)
  await change.getByRole('button', { name: 'Details' }).click()
  const row = change.getByRole('row').filter({ hasText: 'statement' })
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    'statement',
    'Never deploy on a Friday',
    'Never deploy on Fridays',
  ])
  expect(await violations(page)).toEqual([])
  await expectFitting(page)

  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: /^Key First key/ }).click()
  await change.waitFor({ state: 'detached' })
  const created = page.getByRole('article').filter({ hasText: 'created belief “Never deploy on a Friday”' })
  await created.getByText('with the command (cli/web-shop)').waitFor()
  expect(page.url()).toContain('actor=')
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'created agent' }).click()
  await created.waitFor({ state: 'detached' })
  await page.getByRole('article').filter({ hasText: 'created agent “Ada”' }).waitFor()

  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('status').filter({ hasText: 'The log is whole' }).waitFor()
})
