import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

const unknownToken = 'x'.repeat(43)
const guestPages = [
  '/sign-in',
  '/register',
  '/forgot-password',
  ...['reset', 'verify', 'invitations'].map((name) => `/${name}/${unknownToken}`),
]

/** An organization in which every page has something to show. */
async function furnished() {
  const person = await dashboard.signIn()
  const { tenant } = person
  const group = await tenant.group({ name: 'Platform' })
  const agent = await tenant.agent({ name: 'Ada', group_id: group })
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'axiom', statement: 'Trust is earned' })
  await tenant.post(`/groups/${group}/beliefs`, { category: 'voice', statement: 'Be direct' })
  for (const statement of ['One', 'Two'])
    await tenant.post('/beliefs', { agentId: agent, category: 'principle', statement })
  await tenant.post(`/agents/${agent}/snapshots`, { label: 'Before' })
  for (const name of ['Small', 'Large']) await tenant.post('/models', { name, provider: 'local', modelId: name })
  for (const slug of ['test', 'live']) await tenant.post('/environments', { name: slug, slug })
  for (let n = 0; n < 2; n++) {
    // A person invites: keys may not.
    const invitations = `${dashboard.url}/api/v1/organizations/${tenant.orgId}/invitations`
    const headers = { origin: dashboard.url }
    const invite = (data: object) => person.page.context().request.post(invitations, { data, headers })
    const { link } = await (await invite({ role: 'member' })).json()
    await invite({ role: 'member', email: `guest${n}@example.com` })
    const token = link.split('/').at(-1)
    const account = { email: `${token.slice(0, 8)}@example.com`, password: 'correct horse battery staple' }
    const joined = await tenant.post(`/invitations/${token}/register`, { ...account, displayName: `Member ${n}` })
    expect(joined.status).toBe(201)
    const keys = { apiKey: 'a', apiSecret: 'b', accessToken: 'c', accessTokenSecret: 'd' }
    const x = { xUsername: `ada${n}`, xUserId: `${n + 1}`, orgId: tenant.orgId, ...keys }
    expect((await tenant.post('/x-connections', x)).status).toBe(201)
  }
  return { ...person, group, agent }
}

describe('nobody is kept out, in light and in dark', () => {
  test('of any page', async () => {
    const { page, url, agent, group } = await furnished()
    const ofAgent = 'profile review discovery content versions snapshots playground conversations models'.split(' ')
    const paths = [
      ...[
        '',
        '/discovery',
        '/agents',
        '/review',
        '/groups',
        '/organization/runs',
        '/models',
        '/connect',
        '/start',
        '/account',
      ],
      ...['', '/consensus', '/settings', '/members', '/keys', '/connections', '/webhooks'].map(
        (path) => `/organization${path}`,
      ),
      ...['', '/consensus', '/settings'].map((path) => `/groups/${group}${path}`),
      ...['', '?import', ...ofAgent.map((name) => `/${name}`)].map((path) => `/agents/${agent}${path}`),
    ]
    for (const path of paths) {
      await page.goto(`${url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // Some pages load in several parts.
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
      expect([path, await violations(page)]).toEqual([path, []])
    }
  })

  test('before signing in', async () => {
    const page = await dashboard.open()
    for (const path of guestPages) {
      await page.goto(dashboard.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await violations(page)]).toEqual([path, []])
    }
  })

  test('of menus and notices', async () => {
    const { page, url, agent } = await furnished()
    await page.goto(`${url}/agents/${agent}`)
    const closed = async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    const opens = async (name: string) => {
      await page.getByRole('button', { name }).first().click()
      await page.getByRole('menu').waitFor()
      expect([name, await violations(page)]).toEqual([name, []])
      await closed()
    }
    for (const name of ['More: One', 'More: Trust is earned', 'Your account', 'Acme', 'Download']) await opens(name)
    await page.getByLabel('Select: One').check()
    await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menu').waitFor()
    expect(await violations(page)).toEqual([])
    await closed()
    await page.getByRole('button', { name: 'Hide: One' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.route('**/api/v1/beliefs/**', (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }))
    await page.getByRole('button', { name: 'Star: Two' }).click()
    await page.getByText('Out of order').waitFor()
    expect(await violations(page)).toEqual([])
  })
})

describe('by keyboard', () => {
  test('a link skips to the content', async () => {
    const { page, url } = await furnished()
    await page.goto(`${url}/groups`)
    await page.getByRole('heading', { name: 'Groups' }).waitFor()
    await page.keyboard.press('Tab')
    const link = page.getByRole('link', { name: 'Skip to content' })
    await expect.poll(() => isFocused(page, 'a')).toBe(true)
    await expect.poll(async () => (await link.boundingBox())!.y).toBeGreaterThanOrEqual(0)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(page, 'main')).toBe(true)
    expect(page.url()).toBe(`${url}/groups`)
  })

  test('no two buttons of a page have one name', async () => {
    const { page, url, agent } = await furnished()
    await page.goto(`${url}/agents/${agent}`)
    const ofOrganization = ['keys', 'members', 'connections', 'webhooks'].map((name) => `/organization/${name}`)
    for (const path of [`/agents/${agent}`, '/review', `/agents/${agent}/snapshots`, '/models', ...ofOrganization]) {
      await page.goto(`${url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // Some pages load in several parts.
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
      await page.getByRole('main').getByRole('button').first().waitFor()
      const names = await page
        .getByRole('main')
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent))
      expect([path, names.filter((name, at) => names.indexOf(name) !== at)]).toEqual([path, []])
    }
  })
})

const isFocused = (page: Page, selector: string) =>
  page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)
