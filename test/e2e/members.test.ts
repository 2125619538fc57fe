import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { startSmtp } from '../fakes/smtp.ts'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const password = 'correct horse battery'

async function signInAs(page: Page, email: string, secret = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Invites by the form and returns the link that the page shows. */
async function invite(page: Page, email = '') {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const box = page.getByRole('status').filter({ hasText: 'Invitation created' })
  return (await box.getByLabel('Link', { exact: true }).textContent())!
}

describe('without a mail server', async () => {
  const dashboard = await setUpDashboard()
  const { page, url } = await dashboard.signIn()

  test('somebody registers by the link of an invitation, gets a reset link, and is removed', async () => {
    await page.goto(`${url}/organization/members`)
    const link = await invite(page)
    await page
      .getByRole('row')
      .filter({ hasText: 'Anyone with the link' })
      .getByRole('button', { name: 'Copy link' })
      .waitFor()
    expect(await violations(page)).toEqual([])
    await expectFitting(page)

    const guest = await dashboard.open()
    await guest.goto(link)
    await guest.getByRole('heading', { name: 'Join Acme' }).waitFor()
    expect(await violations(guest)).toEqual([])
    await expectFitting(guest)
    await guest.getByLabel('Email').fill('new@example.com')
    await guest.getByLabel(/^Password/).fill(password)
    await guest.getByLabel('Your name').fill('New')
    await guest.getByRole('button', { name: 'Create account and join' }).click()
    await guest.getByRole('heading', { name: 'No agents yet' }).waitFor()
    await guest.goto(link)
    await guest.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()

    await page.reload()
    const row = page.getByRole('row').filter({ hasText: 'new@example.com' })
    await row.getByRole('button', { name: 'Reset link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset link' }).click()
    const reset = page.getByRole('status').filter({ hasText: 'Reset link for New' })
    await guest.goto((await reset.getByLabel('Link', { exact: true }).textContent())!)
    await guest.getByLabel(/^New password/).fill('set by the link')
    expect(await violations(guest)).toEqual([])
    await guest.getByRole('button', { name: 'Change password' }).click()
    await guest.getByRole('heading', { name: 'Password changed' }).waitFor()
    await guest.getByRole('link', { name: 'Sign in' }).click()
    expect(await guest.getByText('Forgot password?').count()).toBe(0)
    await signInAs(guest, 'new@example.com', 'set by the link')
    await guest.getByRole('heading', { name: 'No agents yet' }).waitFor()

    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await guest.goto(dashboard.url)
    await guest.getByRole('heading', { name: 'You are not in an organization' }).waitFor()
  })

  test('somebody with an account signs in to accept, keeps their own organization first, and leaves', async () => {
    await page.goto(`${url}/organization/members`)
    const link = await invite(page)
    const { page: guest, url: home, tenant } = await dashboard.signIn()
    await guest.goto(home)
    await guest.getByRole('button', { name: 'Your account' }).click()
    await guest.getByRole('menuitem', { name: 'Sign out' }).click()
    await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
    await guest.goto(link)
    await guest.getByRole('link', { name: 'Sign in' }).click()
    const { email } = (await tenant.get('/account')).body
    await signInAs(guest, email, 'correct horse battery staple')
    await guest.getByText(`You are signed in as ${email}`).waitFor()
    expect(await violations(guest)).toEqual([])
    await guest.getByRole('button', { name: 'Accept invitation' }).click()
    await guest.waitForURL(url)
    await guest.goto(`${url}/organization/members`)
    await guest.getByText('Only owners can invite and remove members').waitFor()
    await guest.getByRole('button', { name: 'Leave' }).click()
    await guest.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await guest.waitForURL(home)
  })

  test('a lost link is made anew, and an invitation is revoked', async () => {
    await page.goto(`${url}/organization/members`)
    const lost = await invite(page, 'late@example.com')
    const row = page.getByRole('row').filter({ hasText: 'late@example.com' })
    await page.reload()
    await row.getByRole('button', { name: 'New link' }).click()
    await row.getByRole('button', { name: 'Copy link' }).waitFor()
    expect((await dashboard.service.call('GET', lost.slice(lost.indexOf('/invitations/')))).status).toBe(404)
    const box = page.getByRole('status').filter({ hasText: 'Invitation created' })
    const link = (await box.getByLabel('Link', { exact: true }).textContent())!
    expect((await dashboard.service.call('GET', link.slice(link.indexOf('/invitations/')))).status).toBe(200)
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.waitFor({ state: 'detached' })
    const guest = await dashboard.open()
    await guest.goto(link)
    await guest.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
  })
})

describe('with a mail server', async () => {
  const smtp = await startSmtp()
  afterAll(() => smtp.stop())
  const dashboard = await setUpDashboard({ SMTP_URL: smtp.url, MAIL_FROM: 'identity@example.com' })

  test('the mailed invitation, the confirmation and a forgotten password', async () => {
    const { page, url } = await dashboard.signIn()
    await page.goto(`${url}/organization/members`)
    await page.getByRole('row').filter({ hasText: 'unconfirmed' }).waitFor()
    await invite(page, 'ada@example.com')
    const guest = await dashboard.open()
    await guest.goto((await smtp.received('ada@example.com')).link)
    expect(await guest.getByLabel('Email').inputValue()).toBe('ada@example.com')
    await guest.getByLabel(/^Password/).fill(password)
    await guest.getByRole('button', { name: 'Create account and join' }).click()
    await guest.getByRole('heading', { name: 'No agents yet' }).waitFor()
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: 'ada@example.com' })
    await row.waitFor()
    expect(await row.getByText('unconfirmed').count()).toBe(0)
    expect(await row.getByRole('button', { name: 'Reset link' }).count()).toBe(0)

    await page.goto(`${url}/account`)
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('Confirmation sent to').waitFor()
    expect(await violations(page)).toEqual([])
    await page.goto((await smtp.received('person1@example.com', 2)).link)
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await page.getByText('person1@example.com is confirmed').waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
    await page.goto(`${url}/account`)
    await page.getByText('Email address confirmed').waitFor()
    expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0)

    const forgetful = await dashboard.open()
    await forgetful.goto(`${dashboard.url}/sign-in`)
    await forgetful.getByRole('link', { name: 'Forgot password?' }).click()
    await forgetful.getByLabel('Email').fill('ada@example.com')
    expect(await violations(forgetful)).toEqual([])
    await forgetful.getByRole('button', { name: 'Send reset link' }).click()
    await forgetful.getByRole('heading', { name: 'Check your email' }).waitFor()
    await forgetful.goto((await smtp.received('ada@example.com', 2)).link)
    await forgetful.getByLabel(/^New password/).fill('remembered this time')
    await forgetful.getByRole('button', { name: 'Change password' }).click()
    await forgetful.getByRole('link', { name: 'Sign in' }).click()
    await signInAs(forgetful, 'ada@example.com', 'remembered this time')
    await forgetful.getByRole('heading', { name: 'No agents yet' }).waitFor()
  })
})
