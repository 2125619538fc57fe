import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tenant } from '../service.ts'
import { violations } from './axe.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'

let dashboard: Dashboard
let tenant: Tenant
let page: Page
let url: string
beforeAll(async () => {
  dashboard = await startDashboard()
  ;({ page, tenant, url } = await dashboard.signIn())
})
afterAll(() => dashboard.stop())

test('snapshots are taken, compared and restored, and restoring is undone', async () => {
  const agent = await tenant.agent()
  const { body: belief } = await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Be direct' })
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('link', { name: 'Snapshots' }).click()
  await page.getByRole('heading', { name: 'No snapshots yet' }).waitFor()
  await page.getByLabel('Name of the snapshot').fill('First')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('First').waitFor()

  await tenant.delete(`/beliefs/${belief.id}`)
  await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Be kind' })
  await page.getByLabel('Name of the snapshot').fill('Second')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  await timeline.getByText('Second').waitFor()
  await page.reload()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await comparison.getByText('Voice: Be direct').waitFor()
  await comparison.getByText('Voice: Be kind').waitFor()
  expect(await violations(page)).toEqual([])

  const restore = timeline.getByRole('button', { name: 'Restore' }).last()
  await restore.click()
  await page.getByRole('dialog', { name: 'Restore “First”?' }).getByRole('button', { name: 'Restore' }).click()
  await timeline.getByText('Before restoring First').waitFor()
  const statements = async () =>
    (await tenant.get(`/beliefs?agentId=${agent}`)).body.data.map((item: { statement: string }) => item.statement)
  expect(await statements()).toEqual(['Be direct'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(statements).toEqual(['Be kind'])
})

describe('the playground', () => {
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
    await page.getByLabel('Share kept').fill('50')
    await variant.getByText('6 items left out').waitFor()
    const text = await variant.textContent()
    await page.getByRole('button', { name: 'Throw: Seed' }).click()
    await expect.poll(() => variant.textContent()).not.toBe(text)
    await page.getByLabel('Seed', { exact: true }).fill('1')
    await expect.poll(() => variant.textContent()).toBe(text)

    await page.getByLabel('Compare two seeds').check()
    await page.getByRole('region', { name: 'Second' }).getByText('Marked lines stand in this one alone.').waitFor()
    expect(await violations(page)).toEqual([])
  })
})
