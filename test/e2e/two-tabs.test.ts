import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard.stop())

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
    return { page, stored, other, remove: () => tenant.delete(`/beliefs/${body.id}`) }
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
    const mine = page.getByRole('alert').getByRole('button', { name: 'Replace it with mine' })
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

  test('keeps the words when the other deleted it', async () => {
    const { page, remove } = await edited()
    await remove()
    await page.getByLabel('Statement').fill('Be direct and brief')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('not found').waitFor()
    expect(await page.getByLabel('Statement').inputValue()).toBe('Be direct and brief')
  })
})
