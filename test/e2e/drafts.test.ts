import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

describe('leaving a page', () => {
  test('asks while a form holds what is not saved, and not when it is saved or as it was', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const group = await tenant.group({ name: 'Platform' })
    await page.goto(`${url}/groups/${group}/settings`)
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const leave = () => page.getByRole('link', { name: 'Consensus', exact: true }).click()
    const left = () => page.getByRole('button', { name: 'Preview' }).waitFor()
    const description = page.getByLabel('Description')
    await description.fill('Reviewers')
    await leave()
    await question.waitFor()
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await description.inputValue()).toBe('Reviewers')
    await description.fill('')
    await leave()
    await left()

    await page.goBack()
    await description.fill('Reviewers')
    await page.getByRole('button', { name: 'Save group' }).click()
    await page.getByText('Group saved').waitFor()
    await leave()
    await left()

    await page.goBack()
    await description.fill('Writers')
    await leave()
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await left()
    expect((await tenant.get(`/groups?orgId=${tenant.orgId}`)).body.data[0].description).toBe('Reviewers')
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
