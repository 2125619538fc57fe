import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'
import { isOnScreen } from './sight.ts'

/** Forms: what they preset, where their errors and results appear, and what Escape may discard. */

const dashboard = await setUpDashboard()

const isFocused = (element: any): boolean => element === element.ownerDocument.activeElement
const directionOf = (element: any): string => element.ownerDocument.defaultView.getComputedStyle(element).direction
const focusedName = (page: Page) => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.id')

describe('a new key', () => {
  test('needs a name, may propose for 90 days, and takes the focus', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    await tenant.agent({ name: 'Ada' })
    await page.goto(`${url}/organization/keys`)
    const create = page.getByRole('button', { name: 'Create key' })
    const keys = async () =>
      (await page.request.get(`${dashboard.url}/api/v1/organizations/${tenant.orgId}/api-keys`)).json()
    const before = await keys()
    await create.click()
    expect(
      await page.getByRole('textbox', { name: 'Name' }).evaluate((field: any) => field.validity.valueMissing),
    ).toBe(true)
    expect(await keys()).toEqual(before)
    await page.getByRole('textbox', { name: 'Name' }).fill('CI')
    await page.getByRole('textbox', { name: 'Name' }).press('Enter')
    const secret = page.getByRole('alert').filter({ hasText: 'Copy your API key now' })
    await secret.waitFor()
    await expect.poll(() => secret.evaluate(isFocused)).toBe(true)
    expect(await isOnScreen(secret.getByRole('button', { name: 'Copy key' }))).toBe(true)
    const made = (await keys()).find(({ label }: any) => label === 'CI')
    expect(made.access).toBe('propose')
    const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000
    expect(days).toBeGreaterThan(89)
    expect(days).toBeLessThan(92)
  })

  test('and the others are readable on a phone without scrolling sideways', async () => {
    const { page, tenant, url } = await dashboard.signIn({ viewport: { width: 390, height: 800 } })
    const agentId = await tenant.agent({ name: 'Ada' })
    const label = 'The nightly build of the payments service'
    const answer = await page.request.post(`${dashboard.url}/api/v1/organizations/${tenant.orgId}/api-keys`, {
      data: { label, access: 'read', agentId },
      headers: { origin: dashboard.url },
    })
    expect(answer.status()).toBe(201)
    await page.goto(`${url}/organization/keys`)
    const row = page.getByRole('row').or(page.locator('tr')).filter({ hasText: label })
    await row.waitFor()
    const { width, x } = (await row.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(390)
    for (const part of [row.getByText('Never').first(), row.getByRole('button', { name: /Revoke/ })]) {
      const box = (await part.boundingBox())!
      expect(box.x + box.width).toBeLessThanOrEqual(390)
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await violations(page)).toEqual([])
  })
})

describe('the slug of an agent', () => {
  test('that is taken is shown and focused where it stands, and the address follows a new one', async () => {
    const { page, tenant, url } = await dashboard.signIn({ viewport: { width: 1000, height: 500 } })
    await tenant.agent({ name: 'Ada' })
    await tenant.agent({ name: 'Lin' })
    await page.goto(`${url}/agents/lin/settings`)
    const slug = page.getByLabel('Slug')
    await slug.fill('ada')
    await slug.press('Enter')
    await page.getByRole('alert').getByText('This agent slug is already in use in the organization').waitFor()
    expect(await slug.getAttribute('aria-invalid')).toBe('true')
    expect(await slug.evaluate(isFocused)).toBe(true)
    expect(await isOnScreen(slug)).toBe(true)
    expect(await violations(page)).toEqual([])
    await slug.fill('linus')
    await slug.press('Enter')
    await page.waitForURL('**/agents/linus/settings')
    expect(await slug.inputValue()).toBe('linus')
    await page.reload()
    await page.getByRole('heading', { name: 'Lin' }).waitFor()
  })
})

describe('a dialog with a form', () => {
  test('asks before Escape discards it, is no banner, and what it created takes the focus', async () => {
    const { page, url } = await dashboard.signIn()
    await page.goto(`${url}/groups`)
    await page.getByRole('button', { name: 'New group' }).click()
    const dialog = page.getByRole('dialog', { name: 'New group' })
    await dialog.waitFor()
    expect(await dialog.getByRole('banner').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New group' }).click()
    await dialog.getByLabel('Name').fill('Platform')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Platform')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await page.getByRole('heading', { name: 'Platform', level: 1 }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe('content')
  })
})

test('the page of connections asks nothing that the service refuses', async () => {
  const { page, url } = await dashboard.signIn()
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  await page.goto(`${url}/organization/connections`)
  await page.getByRole('button', { name: 'Connect GitHub' }).waitFor()
  expect(await page.getByRole('button', { name: 'Sign in with GitHub' }).count()).toBe(0)
  expect(refused).toEqual([])
})

test('text that is written from right to left is shown so', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agentId = await tenant.agent({ name: 'Ada' })
  for (const statement of ['تحقق من كل شيء قبل النشر', 'Say why'])
    await tenant.post('/beliefs', { agentId, category: 'principle', statement })
  await page.goto(`${url}/agents/${agentId}`)
  const direction = (statement: string) =>
    page.locator('[data-statement]').filter({ hasText: statement }).evaluate(directionOf)
  expect(await direction('تحقق')).toBe('rtl')
  expect(await direction('Say why')).toBe('ltr')
  const line = page.getByRole('region', { name: 'Prompt text' }).getByRole('button', { name: 'تحقق' })
  expect(await line.getAttribute('dir')).toBe('auto')
  await page.locator('[data-statement]').filter({ hasText: 'تحقق' }).click()
  expect(await page.getByLabel('Statement').evaluate(directionOf)).toBe('rtl')
})
