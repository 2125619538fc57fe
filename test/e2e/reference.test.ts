import { expect, test } from 'vitest'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('the reference opens closed, finds operations by their words, and resolves what it draws', async () => {
  const page = await dashboard.open()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`${dashboard.url}/docs`)
  const groups = page.locator('.opblock-tag a')
  const operations = page.locator('.opblock')
  await groups.first().waitFor()
  expect((await groups.allTextContents()).slice(0, 3)).toEqual(['Agents', 'Beliefs', 'Responsibilities'])
  expect(await operations.count()).toBe(0)

  await page.fill('.operation-filter-input', 'create BELIEF')
  await expect.poll(() => groups.allTextContents()).toEqual(['Beliefs', 'Organization items', 'Group items'])
  await groups.first().click()
  await expect.poll(() => operations.count()).toBe(2)
  await operations.first().click()
  // The body is a component of the document.
  await page
    .getByRole('tab', { name: 'Schema' })
    .or(page.getByRole('button', { name: 'Schema' }))
    .first()
    .click()
  await page.getByText('agentId', { exact: true }).first().waitFor()
  expect(await page.locator('.errors-wrapper').count()).toBe(0)
  expect(errors).toEqual([])
})
