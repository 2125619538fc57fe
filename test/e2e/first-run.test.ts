import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'
import { focusedText } from './sight.ts'

const dashboard = await setUpDashboard()

describe('first run', () => {
  test('somebody registers, copies the key, imports corrected rules, and has a prompt', async () => {
    const page = await dashboard.open()
    await page.goto(dashboard.url)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email').fill('grace@example.com')
    await page.getByLabel(/^Password/).fill('correct horse battery staple')
    await page.getByLabel('Organization').fill('Navy')
    await page.getByRole('button', { name: 'Create account' }).click()

    const key = await page.getByLabel('API key', { exact: true }).textContent()
    expect(key).toMatch(/^ais_/)
    await page.getByRole('button', { name: 'Copy key' }).waitFor()
    const { status } = await dashboard.service.call('GET', '/account', undefined, { authorization: `Bearer ${key}` })
    expect(status).toBe(200)

    await page.getByRole('link', { name: 'Create your first agent' }).click()
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Existing rules file').check()
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByRole('heading', { name: 'Rules for Ada' }).waitFor()
    expect(await focusedText(page)).toBe('Rules for Ada')
    await page.reload()
    await page.getByLabel('Rules').fill('- Always run the tests before you push\n- Never commit secrets')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByLabel('Category of: Always run the tests').selectOption('Principles')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 2 rules' }).click()

    const prompt = page.getByRole('region', { name: 'Prompt text' })
    await prompt.getByText('Always run the tests before you push').waitFor()
    await page.getByRole('region', { name: 'Principles' }).getByText('Always run the tests before you push').waitFor()
    expect(await prompt.textContent()).toContain('Never commit secrets')
    await page.getByRole('button', { name: 'Add to Voice' }).click()
    await page.getByLabel('New in Voice').fill('Be direct')
    await page.keyboard.press('Enter')
    await prompt.getByText('Be direct', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Review', exact: true }).last().click()
    // Nobody reviews statements that they wrote or chose themselves.
    await page.getByText('Nothing to review').waitFor()
    await page.goBack()
    await prompt.waitFor()
    await page.goBack()
    await prompt.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('/start')
  })

  test('a wrong password is told, the right one leads back to the page that was asked for', async () => {
    const { tenant } = await dashboard.signIn()
    const agent = await tenant.agent({ name: 'Lin' })
    const page = await dashboard.open()
    await page.goto(`${dashboard.url}/o/${tenant.slug}/agents/${agent}`)
    const { body } = await tenant.get('/account')
    await page.getByLabel('Email').fill(body.email)
    await page.getByLabel(/^Password/).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Wrong email or password').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel(/^Password/).fill('correct horse battery staple')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Lin', level: 1 }).waitFor()
  })

  test('signing out ends the session', async () => {
    const { page, url } = await dashboard.signIn()
    await page.goto(url)
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(url)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('an address of nothing says so and leads on', async () => {
    const { page, url } = await dashboard.signIn()
    await page.goto(`${url}/agents/00000000-0000-7000-8000-000000000000`)
    await page.getByText('Agent not found').waitFor()
    await page.getByRole('link', { name: 'Go to home page' }).click()
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
  })

  test('the page loads nothing from elsewhere and breaks no policy', async () => {
    const { page, url, tenant } = await dashboard.signIn()
    const agent = await tenant.agent()
    const foreign: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== dashboard.url && protocol !== 'data:') foreign.push(request.url())
    })
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`${url}/agents/${agent}`)
    await page.getByRole('button', { name: 'Add to Voice' }).click()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  })
})
