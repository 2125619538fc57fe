import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('somebody without an account analyzes a file, keeps it, registers, and imports it into an agent', async () => {
  const page = await dashboard.open()
  await page.goto(`${dashboard.url}/analyze`)
  await page.getByLabel('Rules').fill('- Always answer in prose.\n- Never answer in prose.\n- Never commit secrets.')
  await page.getByRole('button', { name: 'Analyze', exact: true }).click()
  await page.getByRole('status').getByText('3 rules').waitFor()
  await page.getByRole('region', { name: 'Contradictions' }).getByText('Always answer in prose').waitFor()
  await page.getByRole('region', { name: 'Beliefs' }).getByText('Never commit secrets').waitFor()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Keep as an agent' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill('lin@example.com')
  await page.getByLabel(/^Password/).fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Create your first agent' }).click()
  await page.getByLabel('Name').fill('Lin')
  expect(await page.getByLabel('Existing rules file').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Create agent' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Import 3 rules' }).click()
  await page.getByRole('region', { name: 'Prompt text' }).getByText('Never commit secrets').waitFor()
})
