import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

test('snapshots are taken, compared and restored, and restoring is undone', async () => {
  const agent = await tenant.agent()
  const voice = (statement: string) => tenant.post('/beliefs', { agentId: agent, category: 'voice', statement })
  const { body: belief } = await voice('Be direct')
  const { body: kept } = await voice('Be brief')
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('link', { name: 'Snapshots' }).click()
  await page.getByRole('heading', { name: 'No snapshots yet' }).waitFor()
  await page.getByLabel('Snapshot name').fill('First')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('First').waitFor()

  await tenant.delete(`/beliefs/${belief.id}`)
  await voice('Be kind')
  const { body: proposal } = await voice('Be curious')
  await tenant.patch(`/beliefs/${proposal.id}`, { hidden: true })
  await tenant.patch(`/beliefs/${kept.id}`, { starred: true, status: 'approved' })
  await page.reload()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  const shows = async (where: Locator) => {
    await where.getByText('Voice: Be direct').waitFor()
    await where.getByText('Voice: Be kind').waitFor()
    await where.getByText('1 added').waitFor()
    await where.getByText('1 proposed, not in the prompt').waitFor()
    await where.getByText('Voice: Be brief').getByText('pending → approved').waitFor()
  }
  // Compares with the present, unless another one is chosen.
  await shows(comparison)
  await page.getByLabel('Snapshot name').fill('Second')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  await timeline.getByText('Second').waitFor()
  await comparison.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: /^First/ }).click()
  await comparison.getByText('Choose two different versions.').waitFor()
  await comparison.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: /^Second/ }).click()
  await shows(comparison)
  expect(await violations(page)).toEqual([])
  await tenant.delete(`/beliefs/${proposal.id}`)

  const restore = timeline.getByRole('button', { name: 'Restore' }).last()
  await restore.click()
  const dialog = page.getByRole('dialog', { name: 'Restore “First”?' })
  await dialog.getByText('1 will be restored').waitFor()
  await dialog.getByText('Be brief').getByText('approved → pending').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await timeline.getByText('Before restoring First').waitFor()
  const statements = async () =>
    (await tenant.get(`/beliefs?agentId=${agent}`)).body.data.map((item: { statement: string }) => item.statement)
  expect(await statements()).toEqual(['Be direct', 'Be brief'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(statements).toEqual(['Be brief', 'Be kind'])
})

describe('the page Variants', () => {
  test('shows what a seed leaves out, gives the same prompt for the same seed, and marks differences', async () => {
    const agent = await tenant.agent()
    const beliefs = Array.from({ length: 12 }, (_, index) => ({
      category: 'principle',
      statement: `Principle ${index}`,
    }))
    await tenant.post('/beliefs/bulk', { agentId: agent, beliefs })
    await page.goto(`${url}/agents/${agent}/playground`)
    const variant = page.getByRole('region', { name: 'Variant' })
    await variant.getByText('3 items left out').waitFor()
    expect(await variant.getByRole('list', { name: 'Left out' }).getByRole('listitem').count()).toBe(3)
    await page.getByLabel('Items kept (%)').fill('50')
    await variant.getByText('6 items left out').waitFor()
    const text = await variant.textContent()
    await page.getByRole('button', { name: 'Random seed: Seed' }).click()
    await expect.poll(() => variant.textContent()).not.toBe(text)
    await page.getByLabel('Seed', { exact: true }).fill('1')
    await expect.poll(() => variant.textContent()).toBe(text)

    await page.getByLabel('Compare two seeds').check()
    await page.getByRole('region', { name: 'Second' }).getByText('Highlighted lines appear only here.').waitFor()
    expect(await violations(page)).toEqual([])
  })
})
