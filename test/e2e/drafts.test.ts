import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

describe('leaving a page', () => {
  test('asks while a form holds what is not saved, and not when it is saved or as it was', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const agent = await tenant.agent({ name: 'Ada' })
    await page.goto(`${url}/agents/${agent}/profile`)
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const leave = () => page.getByRole('link', { name: 'Versions', exact: true }).click()
    const left = () => page.getByRole('region', { name: 'Timeline' }).waitFor()
    await page.getByLabel('Role').fill('Reviewer')
    await leave()
    await question.waitFor()
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Role').inputValue()).toBe('Reviewer')
    await page.getByLabel('Role').fill('')
    await leave()
    await left()

    await page.goBack()
    await page.getByLabel('Role').fill('Reviewer')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Profile saved').waitFor()
    await leave()
    await left()

    await page.goBack()
    await page.getByLabel('Role').fill('Writer')
    await leave()
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await left()
    expect((await tenant.get(`/agents/${agent}`)).body.job_title).toBe('Reviewer')
  })

  test('asks about a statement that is being written, and by the browser when the tab closes', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const agent = await tenant.agent({ name: 'Ada' })
    await page.goto(`${url}/agents/${agent}`)
    await page.getByRole('button', { name: 'Add to Voice' }).click()
    await page.getByLabel('New in Voice').fill('Be direct')
    await page.getByRole('link', { name: 'Groups', exact: true }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('New in Voice').inputValue()).toBe('Be direct')
    const asked = page.waitForEvent('dialog')
    const closed = page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await closed
  })
})

test('a secret that was replaced is told of until the notice is dismissed, for one statement and for many', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agent = await tenant.agent({ name: 'Ada' })
  const secret = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3'.slice(0, 36)}`
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('button', { name: 'Add to Voice' }).click()
  await page.getByLabel('New in Voice').fill(`Deploy with ${secret}`)
  await page.keyboard.press('Enter')
  const notice = page.getByRole('alert').filter({ hasText: 'Some text was changed before saving' })
  await notice.getByText(/^One entry contained what looks like a secret/).waitFor()
  expect(await violations(page)).toEqual([])
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto(`${url}/agents/${agent}?import`)
  await page.getByLabel('Rules').fill(`# Rules\n- Always deploy with ${secret}\n- Never print ${secret}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await notice.getByText(/^2 entries contained what looks like a secret/).waitFor()
})
