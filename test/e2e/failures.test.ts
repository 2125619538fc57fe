import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { password } from './dashboard.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const failed = (page: Page) => page.getByRole('alert').getByText("Can't reach the service")

describe('while the service is away', () => {
  test('a page whose code is not there says so in its place, and opens by a retry', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const agent = await tenant.agent({ name: 'Ada' })
    await page.route(/assets\/snapshots-|healthz/, (route) => route.abort())
    await page.goto(`${url}/agents/${agent}/versions`)
    await tab(page, 'Snapshots').click()
    await failed(page).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    await failed(page).waitFor()
    await tab(page, 'Versions').click()
    await tab(page, 'Snapshots').click()
    await failed(page).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Take snapshot' }).waitFor()
  })

  test('the code of every page is there already, and only what was never read is missing', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const agent = await tenant.agent({ name: 'Ada' })
    // The last of all that is loaded when the page is idle.
    const lastCode = page.waitForResponse(/assets\/search-/)
    await page.goto(`${url}/agents/${agent}`)
    await lastCode.then((response) => response.finished())
    await page.context().setOffline(true)
    for (const name of ['Evidence', 'Versions', 'Models']) {
      if (name === 'Models') await tab(page, 'Use').click()
      await tab(page, name).last().click()
      await failed(page).waitFor()
      await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
    }
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/^Agents, beliefs/).waitFor()
    await page.keyboard.press('Escape')
    await tab(page, 'Identity').click()
    await page.getByRole('region', { name: 'Prompt text' }).waitFor()
    await tab(page, 'Versions').click()
    await failed(page).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('region', { name: 'Timeline' }).waitFor()
  })
})

test('an address of nothing is told from every page, with a way on', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await tenant.agent()
  const unknown = '00000000-0000-7000-8000-000000000000'
  const ofAgent = 'profile review discovery content versions snapshots playground conversations models'
  const unknownPages = [
    ...['', '/consensus', '/settings', '/nonsense'].map((part) => `/groups/${unknown}${part}`),
    ...ofAgent.split(' ').map((part) => `/agents/${unknown}/${part}`),
  ]
  for (const id of [unknown, 'nonsense']) {
    const addresses = [
      ...(id === unknown ? unknownPages : []),
      ...['agents', 'groups', 'conversations'].map((name) => `/${name}/${id}`),
      `/start?agent=${id}`,
      `/${id}`,
    ]
    for (const address of [
      ...addresses.map((path) => url + path),
      `${dashboard.url}/o/${id}`,
      `${dashboard.url}/${id}`,
    ]) {
      await page.goto(address)
      const alert = page.getByRole('alert').filter({ hasText: 'not found' })
      await alert.waitFor().catch((error) => expect.fail(`${address}: ${error}`))
      await alert.getByRole('link', { name: 'Go to home page' }).waitFor()
    }
  }
  expect(await violations(page)).toEqual([])
})

describe('a session that ends', () => {
  test('keeps what was written: sign in again in place, and it is saved', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const agent = await tenant.agent({ name: 'Ada' })
    await page.goto(`${url}/agents/${agent}`)
    await page.getByRole('button', { name: 'Add to Voice' }).click()
    await page.getByLabel('New in Voice').fill('Be direct')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel(/^Password/).fill('not the password')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('Wrong email or password').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel(/^Password/).fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Prompt text' }).getByText('Be direct', { exact: true }).waitFor()
    expect((await tenant.get(`/beliefs?agentId=${agent}`)).body.data).toMatchObject([{ statement: 'Be direct' }])
  })

  test('a form of a page is saved as well, and the person is asked once', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const agent = await tenant.agent({ name: 'Ada' })
    await page.goto(`${url}/agents/${agent}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Role').fill('Backend engineer')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel(/^Password/).fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Profile saved').waitFor()
    await expect.poll(async () => (await tenant.get(`/agents/${agent}`)).body.job_title).toBe('Backend engineer')
  })

  test('another tab that signs in as somebody else does not send what was written by them', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const agent = await tenant.agent({ name: 'Ada' })
    const email = (await tenant.get('/account')).body.email
    const other = (await (await dashboard.signIn()).tenant.get('/account')).body.email
    await page.goto(`${url}/agents/${agent}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Role').fill('Backend engineer')
    const second = await page.context().newPage()
    const signInThere = async (as: string) => {
      await second.goto(`${dashboard.url}/sign-in`)
      await second.getByLabel('Email').fill(as)
      await second.getByLabel(/^Password/).fill(password)
      await second.keyboard.press('Enter')
      await second.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Sign in' }).waitFor()
    }
    await signInThere(other)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByText(`Another tab signed in as ${other}`).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel(/^Password/).fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Profile saved').waitFor()
    expect((await tenant.get(`/agents/${agent}`)).body.job_title).toBe('Backend engineer')
    await signInThere(email)
    await signInThere(other)
    await dialog.getByRole('button', { name: `Continue as ${other}` }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Role').fill('Reviewer')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('not found').first().waitFor()
    expect((await tenant.get(`/agents/${agent}`)).body.job_title).toBe('Backend engineer')
  })
})
