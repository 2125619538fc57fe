import { expect, test } from 'vitest'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

test('name and email are changed, and an email that somebody else has is refused', async () => {
  await dashboard.service.register({ email: 'taken@example.com', password: 'correct horse battery' })
  await page.goto(url)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await expectFitting(page)
  const profile = page.getByRole('region', { name: 'Name and email' })
  await profile.getByRole('textbox', { name: 'Email' }).fill('taken@example.com')
  await profile.getByLabel(/^Current password/).fill('not the password')
  await page.getByRole('button', { name: 'Save account' }).click()
  await page.getByRole('alert').getByText('Wrong current password').waitFor()
  await profile.getByLabel(/^Current password/).fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Save account' }).click()
  await page.getByRole('alert').getByText('in use').waitFor()
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByRole('textbox', { name: 'Email' }).fill('grace@example.com')
  await page.getByRole('button', { name: 'Save account' }).click()
  await page.getByText('Account saved').waitFor()
  await profile.getByLabel(/^Current password/).waitFor({ state: 'detached' })
  const event = page.getByRole('list', { name: 'Security events' }).getByRole('listitem').first()
  await event.getByText('Email changed').waitFor()
  await event.getByText(/, by session, from 127\.0\.0\.1$/).waitFor()
  expect((await tenant.get('/account')).body).toMatchObject({
    display_name: 'Grace Hopper',
    email: 'grace@example.com',
  })
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByText('grace@example.com').waitFor()
  await page.keyboard.press('Escape')
})

test('a new password ends the other sessions and opens new ones', async () => {
  const other = await dashboard.open()
  const signIn = async (password: string) => {
    await other.goto(`${dashboard.url}/sign-in`)
    await other.getByLabel('Email').fill('grace@example.com')
    await other.getByLabel(/^Password/).fill(password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('heading', { name: 'No agents yet' }).waitFor()
  }
  await signIn('correct horse battery staple')
  await page.goto(`${url}/account`)
  const form = page.getByRole('region', { name: 'Password' })
  await form.getByLabel(/^Current password/).fill('correct horse battery staple')
  await page.getByLabel(/^New password/).fill('  another horse, with spaces  ')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed. All other').waitFor()
  await other.reload()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn('  another horse, with spaces  ')
})

test('colors are chosen and kept, and signing out is possible here too', async () => {
  await page.goto(`${url}/account`)
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  const colors = page.getByRole('radiogroup', { name: 'Color scheme' })
  await colors.getByText('Dark').click()
  await expect.poll(scheme).toBe('dark')
  await page.reload()
  await page.getByRole('heading', { name: 'Appearance' }).waitFor()
  expect(await scheme()).toBe('dark')
  await colors.getByText('Light').click()
  await expect.poll(scheme).toBe('light')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
