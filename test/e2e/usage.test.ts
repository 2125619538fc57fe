import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

describe('the quotas of an organization', async () => {
  const dashboard = await setUpDashboard({ QUOTA_AGENTS: '2', QUOTA_ITEMS: '0' })
  const { page, url } = await dashboard.signIn()

  test('stand in the settings with how much of each is used', async () => {
    await page.goto(`${url}/organization/settings`)
    const usage = page.getByRole('region', { name: 'Usage' })
    await usage.getByText(/^Agents: \d+ of 2$/).waitFor()
    // Without a quota there is no bar.
    await usage.getByText(/^Items: \d+$/).waitFor()
    await usage.getByText(/^Content and messages: [\d.]+ MB of 10,240 MB$/).waitFor()
    expect(await usage.getByRole('progressbar').count()).toBe(2)
    expect(await usage.getByRole('progressbar', { name: 'Agents used' }).count()).toBe(1)
    await expectFitting(page)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await usage.scrollIntoViewIfNeeded()
    await expectFitting(page)
    expect(await violations(page)).toEqual([])
  })
})
