import { afterAll, describe, expect, test } from 'vitest'
import { startProvider } from '../fakes/openid-provider.ts'
import { redirectUri, signInWith } from '../support/openid.ts'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

/** Sign-in on the pages of a real provider, and the dashboard of a viewer. */

const provider = await startProvider({ redirectUri })
afterAll(() => provider.stop())
const dashboard = await setUpDashboard(
  signInWith(provider, { OIDC_ORGANIZATION: 'acme', OIDC_ROLE_CLAIM: 'roles', PASSWORD_SIGN_IN: 'off' }),
)
provider.redirectUri = `${dashboard.url}/api/v1/auth/oidc/callback`
provider.rotate()
provider.accounts.set('olga', { name: 'Olga', roles: ['owner'] })
provider.accounts.set('vera', { name: 'Vera', email: 'vera@example.com', email_verified: true, roles: ['viewer'] })
provider.accounts.set('nora', { name: 'Nora' })

/** Opens a page without a session, and signs in by the provider's own form. */
async function enter(login: string, path: string, options = {}) {
  const page = await dashboard.open(options)
  await page.goto(`${dashboard.url}${path}`)
  await page.getByRole('link', { name: 'Sign in with Acme ID' }).click()
  await page.locator('[name=login]').fill(login)
  await page.locator('[name=password]').fill('any')
  await page.getByRole('button').click()
  return page
}

test('an owner signs in at the provider, the sign-in keeps the page, and a viewer sees no editing', async () => {
  const owner = await enter('olga', '/sign-in')
  await owner.waitForURL(`${dashboard.url}/o/acme`)
  await owner.goto(`${dashboard.url}/o/acme/start`)
  await owner.getByRole('heading', { name: 'New agent', level: 1 }).waitFor()
  const api = owner.context().request
  const headers = { origin: dashboard.url }
  const { id } = await (await api.post(`${dashboard.url}/api/v1/agents`, { data: { name: 'Ada' }, headers })).json()
  const belief = { agentId: id, category: 'axiom', statement: 'Trust is earned' }
  expect((await api.post(`${dashboard.url}/api/v1/beliefs`, { data: belief, headers })).status()).toBe(201)

  const page = await enter('vera', `/o/acme/agents/${id}`)
  await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/o/acme/agents/${id}`)
  const list = page.getByRole('region', { name: 'Beliefs' })
  await list.getByText('Trust is earned').waitFor()
  for (const name of [/^Add to/, /^Edit/, /^Star/, /^Hide/, /^Move/, /^Import/])
    expect([String(name), await page.getByRole('button', { name }).count()]).toEqual([String(name), 0])
  await page.goto(`${dashboard.url}/o/acme/agents`)
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
  expect(await page.getByRole('link', { name: 'New agent' }).count()).toBe(0)
  await page.goto(`${dashboard.url}/o/acme/organization/settings`)
  await page.getByText('Only owners change these settings.').waitFor()
  expect(await page.getByLabel('Auto-approve new beliefs').isDisabled()).toBe(true)

  await owner.goto(`${dashboard.url}/o/acme/agents/${id}`)
  await owner.getByRole('button', { name: 'Add to Axioms' }).waitFor()
})

test('a viewer reads labels, snapshots, models and found items without controls that the service refuses', async () => {
  const owner = await enter('olga', '/o/acme')
  await owner.waitForURL(`${dashboard.url}/o/acme`)
  const create = async (path: string, data: object) => {
    const answer = await owner
      .context()
      .request.post(`${dashboard.url}/api/v1${path}`, { data, headers: { origin: dashboard.url } })
    expect([path, answer.status()]).toEqual([path, 201])
    return answer.json()
  }
  const { id } = await create('/agents', { name: 'Grace' })
  await create('/beliefs', { agentId: id, category: 'axiom', statement: 'Reviews come first' })
  await create(`/agents/${id}/snapshots`, { label: 'Before' })

  const page = await enter('vera', `/o/acme/agents/${id}/versions/snapshots`)
  const button = (name: string) => page.getByRole('button', { name })
  await page.getByText('Your role is viewer: members and owners change snapshots.').waitFor()
  expect(await button('Take snapshot').isDisabled()).toBe(true)
  expect(await button('Restore').count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'From' }).isEnabled()).toBe(true)
  await page.goto(`${dashboard.url}/o/acme/agents/${id}/versions`)
  await page.getByText('Your role is viewer: members and owners change labels.').waitFor()
  expect(await button('Set to version').isDisabled()).toBe(true)
  await page.goto(`${dashboard.url}/o/acme/organization/models`)
  await page.getByText('Your role is viewer: members and owners change models and environments.').waitFor()
  expect(await page.locator('main').getByRole('button', { disabled: false }).count()).toBe(0)
  await page.goto(`${dashboard.url}/o/acme/search?q=Reviews`)
  await page.getByRole('list', { name: 'Items' }).getByText('Reviews come first').waitFor()
  expect(await page.locator('main').getByRole('checkbox').count()).toBe(0)
})

describe('the account', () => {
  test('lists the sessions, and ends one of them', async () => {
    const [other, page] = [await enter('vera', '/sign-in'), await enter('vera', '/o/acme/account')]
    const sessions = page.getByRole('list', { name: 'Sessions' })
    await sessions.getByText('(this browser)').waitFor()
    expect(await sessions.getByText('by Acme ID').count()).toBeGreaterThan(1)
    expect(await page.getByLabel('New password').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    const ends = sessions.getByRole('button', { name: /^End/ })
    const before = await ends.count()
    await ends.first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await expect.poll(() => ends.count()).toBe(before - 1)
    expect((await other.context().request.get(`${dashboard.url}/api/v1/auth/session`)).status()).toBe(401)
  })
})

describe('the sign-in page', () => {
  test('says why a sign-in failed, and offers no password, in any width and scheme', async () => {
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      const page = await enter('nora', '/o/acme/agents', { viewport: { width, height: 900 }, colorScheme })
      const alert = page.getByRole('alert')
      expect(await alert.textContent()).toContain('Acme ID sends no role for your account.')
      expect(await page.getByLabel('Password').count()).toBe(0)
      expect(new URL(page.url()).searchParams.get('to')).toBe('/o/acme/agents')
      expect(await violations(page)).toEqual([])
    }
  })

  test('and the other pages of guests lead to the provider', async () => {
    const page = await dashboard.open()
    await page.goto(`${dashboard.url}/register`)
    await page.getByText('You get an account when you sign in.').waitFor()
    await page.getByRole('link', { name: 'Sign in with Acme ID' }).waitFor()
  })
})
