import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('every page that no other test looks at keeps nobody out, and fits a narrow screen', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const group = await tenant.group({ name: 'Platform' })
  const agent = await tenant.agent({ name: 'Ada', group_id: group })
  await tenant.post(`/groups/${group}/beliefs`, { category: 'voice', statement: 'Be direct' })
  const paths = [
    '',
    '/review',
    '/groups',
    `/groups/${group}`,
    '/discovery',
    '/organization/runs',
    '/organization/library',
    '/organization/settings',
    '/fleet',
    '/start',
    '/organization/models',
    '/organization/keys',
  ]
  const ofAgent = [
    'evidence',
    'evidence/sessions',
    'evidence/conversations',
    'versions',
    'versions/snapshots',
    'use',
    'use/sessions',
    'use/clients',
    'use/models',
    'use/variants',
    'use/files',
    'settings',
    'settings/discovery',
    '?import',
  ]
  for (const path of [...paths, ...ofAgent.map((name) => `/agents/${agent}/${name}`)]) {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect([path, await violations(page)]).toEqual([path, []])
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360])
  }
})

test('earlier addresses of an agent lead to its pages, with their search and fragment', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agent = `${url}/agents/${await tenant.agent({ name: 'Ada' })}`
  const leads = async (from: string, to: string) => {
    await page.goto(from)
    await page.waitForURL(to)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await leads(`${agent}/profile`, `${agent}/settings`)
  await leads(`${agent}/discovery`, `${agent}/evidence`)
  await leads(`${agent}/content?from=mail#content-1`, `${agent}/evidence/content?from=mail#content-1`)
  await leads(`${agent}/sessions`, `${agent}/evidence/sessions`)
  await leads(`${agent}/conversations`, `${agent}/evidence/conversations`)
  await leads(`${agent}/snapshots`, `${agent}/versions/snapshots`)
  await leads(`${agent}/playground`, `${agent}/use/variants`)
  await leads(`${agent}/models`, `${agent}/use/models`)
  await leads(`${agent}/export`, `${agent}/use/files`)
  await leads(`${agent}/review`, `${url}/review?agent=${agent.split('/').at(-1)}`)
  await leads(`${url}/overview`, url)
  await leads(`${url}/layers`, `${url}/agents?sort=group`)
  await leads(`${url}/jobs`, `${url}/organization/runs`)
  await leads(`${url}/models`, `${url}/organization/models`)
  await page.goto(`${agent}/nowhere`)
  await page.getByText('Page not found').waitFor()
})

test('an agent has five tabs, and nothing moves when one is chosen', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await page.goto(`${url}/agents/${await tenant.agent({ name: 'Ada' })}`)
  const links = page.getByRole('navigation', { name: 'Pages of this agent' }).getByRole('link')
  await links.first().waitFor()
  expect(await links.allInnerTexts()).toEqual(['Identity', 'Evidence', 'Versions', 'Use', 'Settings'])
  const lefts = () => links.evaluateAll((each) => each.map((it) => it.getBoundingClientRect().left))
  const before = await lefts()
  for (const name of ['Evidence', 'Use', 'Versions']) {
    await links.getByText(name).click()
    await expect
      .poll(() => page.title())
      .toMatch(name === 'Evidence' ? /^Signals/ : name === 'Use' ? /^Connect/ : /^Versions/)
    expect(await lefts()).toEqual(before)
  }
  await page.goBack()
  await page.goBack()
  const side = page.getByRole('navigation', { name: 'Evidence of this agent' })
  await side.getByRole('link', { name: 'Sessions' }).click()
  await expect.poll(() => page.title()).toBe('Sessions · Ada · Agent Identity')
})

test('an avatar stands beside the name of its agent', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agent = await tenant.agent({ name: 'Ada', avatarPrompt: 'A calm owl' })
  await expect.poll(async () => (await tenant.get(`/agents/${agent}`)).body.avatar_url).not.toBeNull()
  await page.goto(`${url}/agents/${agent}`)
  const isDrawn = async (image: Locator) => {
    await image.waitFor()
    await expect
      .poll(() => image.evaluate((it) => (it as unknown as { naturalWidth: number }).naturalWidth > 0))
      .toBe(true)
  }
  await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
  await isDrawn(page.getByRole('main').locator('img'))
  expect(await violations(page)).toEqual([])
})

test('tabs stand apart, whichever of the style sheets loads first', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await page.goto(`${url}/agents/${await tenant.agent()}`)
  const tab = page.getByRole('link', { name: 'Evidence' })
  await tab.waitFor()
  const padding = await tab.evaluate((it) => (globalThis as any).getComputedStyle(it).paddingLeft)
  expect(padding).toBe('9px')
  // All tabs of an agent fit a desktop.
  const overflow = 'const tabs = document.querySelector("main nav"); tabs.scrollWidth - tabs.clientWidth'
  expect(await page.evaluate(overflow)).toBe(0)
})

test('the menu of a narrow screen closes by keyboard', async () => {
  const { page, url } = await dashboard.signIn({ viewport: { width: 360, height: 800 } })
  await page.goto(url)
  const left = async () => (await page.getByLabel('Pages', { exact: true }).boundingBox())!.x
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.poll(left).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(left).toBeLessThan(-300)
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Menu')
})
