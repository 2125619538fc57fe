import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { password } from './dashboard.ts'
import { setUpDashboard } from './set-up.ts'

/** Text that is typed while answers are under way: nothing that arrives later may change or clear it. */

const dashboard = await setUpDashboard()

const statements = ['Be direct', 'Say why', 'Ask first', 'Name the risk', 'Keep it short']
const keyMs = 40

/** Every request to the API takes this much longer. */
async function slowDown(page: Page, latencyMs: number) {
  await page.route('**/api/v1/**', async (route) => {
    await wait(latencyMs)
    await route.continue().catch(() => undefined)
  })
}

/** Types like a person who does not look up: each text ends with Enter. */
async function type(page: Page, texts: string[]) {
  for (const text of texts) {
    await page.keyboard.type(text, { delay: keyMs })
    await page.keyboard.press('Enter')
  }
}

const statementsOf = (body: { data: { statement: string }[] }) => body.data.map(({ statement }) => statement)

describe('statements that are typed one after the other', () => {
  const layers = [
    { layer: 'an agent', section: 'Voice' },
    { layer: 'a group', section: 'Monitoring' },
    { layer: 'the organization', section: 'Boundaries' },
  ]
  const cases = layers.flatMap((each) => [0, 400, 2000].map((latencyMs) => ({ ...each, latencyMs })))

  async function open(layer: string) {
    const { page, tenant, url } = await dashboard.signIn()
    const group = await tenant.group()
    const agent = await tenant.agent({ group_id: group })
    const addresses: Record<string, [string, string]> = {
      'an agent': [`/agents/${agent}`, `?agentId=${agent}`],
      'a group': [`/groups/${group}`, ''],
      'the organization': ['/organization', ''],
    }
    const [path, query] = addresses[layer]!
    const owner = {
      'an agent': '',
      'a group': `/groups/${group}`,
      'the organization': `/organizations/${tenant.orgId}`,
    }[layer]!
    await page.goto(url + path)
    const stored = async (kind: string) => statementsOf((await tenant.get(`${owner}/${kind}${query}`)).body)
    return { page, stored }
  }

  // Beside each other, since each of them mostly waits for its late answers.
  test.concurrent.each(cases)(
    'for $layer in $section are stored as typed, at $latencyMs ms',
    async ({ layer, section, latencyMs }) => {
      const { page, stored } = await open(layer)
      await page.getByRole('button', { name: `Add to ${section}` }).click()
      await page.getByLabel(`New in ${section}`).waitFor()
      await slowDown(page, latencyMs)
      await type(page, statements)
      await page.keyboard.type('What comes next', { delay: keyMs })
      const list = page.getByRole('region', { name: section, exact: true })
      const rows = list.locator('li[data-layer]')
      // At a shared layer, the agents whose prompts change are shown first.
      while ((await rows.count()) < statements.length) {
        const save = list.getByRole('button', { name: /^Save for / })
        await Promise.race([save.waitFor(), rows.nth(statements.length - 1).waitFor()])
        if (await save.isVisible()) await save.click()
      }
      expect(await stored(section === 'Monitoring' ? 'responsibilities' : 'beliefs')).toEqual(statements)
      expect(await page.getByLabel(`New in ${section}`).inputValue()).toBe('What comes next')
      await page.getByRole('list', { name: 'Not saved yet' }).waitFor({ state: 'detached' })
      expect(await rows.locator('button[data-statement]').allTextContents()).toEqual(statements)
    },
  )
})

describe('statements that could not be saved', () => {
  async function open() {
    const { page, tenant, url } = await dashboard.signIn()
    const agent = await tenant.agent()
    await page.goto(`${url}/agents/${agent}`)
    await page.getByRole('button', { name: 'Add to Voice' }).click()
    await page.getByLabel('New in Voice').waitFor()
    const stored = async () => statementsOf((await tenant.get(`/beliefs?agentId=${agent}`)).body)
    const unsaved = page.getByRole('list', { name: 'Not saved yet' })
    return { page, tenant, agent, stored, unsaved, field: page.getByLabel('New in Voice') }
  }

  /** Lets a number of beliefs be created, then answers instead of the service until it is stopped. */
  async function refuseAfter(page: Page, created: number, status: number, error: string) {
    let count = 0
    await page.route('**/api/v1/beliefs', async (route) => {
      count += 1
      await (count > created ? route.fulfill({ status, json: { error } }) : route.continue())
    })
    return () => page.unroute('**/api/v1/beliefs')
  }

  test.each([
    [500, 'Internal error'],
    [429, 'Too many requests. Try again in 5 seconds.'],
  ])('wait behind a %i in the order in which they were typed, and are saved by one click', async (status, error) => {
    const { page, stored, unsaved, field } = await open()
    const answerAgain = await refuseAfter(page, 2, status, error)
    await type(page, statements)
    await unsaved.getByRole('alert').getByText(error).waitFor()
    expect(await unsaved.getByRole('listitem').count()).toBe(3)
    expect(await unsaved.getByText('Waiting').count()).toBe(2)
    expect(await field.inputValue()).toBe('')
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Groups', exact: true }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await answerAgain()
    await unsaved.getByRole('button', { name: 'Try again: Ask first' }).click()
    await unsaved.waitFor({ state: 'detached' })
    expect(await stored()).toEqual(statements)
  })

  test('stay while the browser is offline, and are saved with the next one', async () => {
    const { page, stored, unsaved } = await open()
    await type(page, statements.slice(0, 1))
    await unsaved.waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await type(page, statements.slice(1, 3))
    await unsaved.getByRole('alert').getByText("Can't reach the service").waitFor()
    await page.context().setOffline(false)
    await type(page, statements.slice(3))
    await unsaved.waitFor({ state: 'detached' })
    expect(await stored()).toEqual(statements)
  })

  test('stand beside their own error when they are duplicates, while the others are saved', async () => {
    const { page, tenant, agent, stored, unsaved, field } = await open()
    await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Say why' })
    await type(page, statements)
    await page.keyboard.type('What comes', { delay: keyMs })
    await expect.poll(stored).toEqual(['Say why', ...statements.filter((each) => each !== 'Say why')])
    await unsaved.getByRole('alert').getByText('already exists').waitFor()
    expect(await unsaved.getByRole('listitem').count()).toBe(1)
    expect(await field.inputValue()).toBe('What comes')
    // The text in the field replaces it.
    await unsaved.getByRole('button', { name: 'Edit: Say why' }).click()
    expect(await field.inputValue()).toBe('Say why')
    await unsaved.getByText('What comes').waitFor()
    await page.keyboard.press('End')
    await type(page, [' it matters'])
    await expect.poll(stored).toContain('Say why it matters')
    await unsaved.getByRole('button', { name: 'Try again: What comes' }).click()
    await unsaved.waitFor({ state: 'detached' })
    expect((await stored()).at(-1)).toBe('What comes')
  })

  test('remain after the field was closed, and can be discarded', async () => {
    const { page, stored, unsaved, field } = await open()
    await refuseAfter(page, 0, 500, 'Internal error')
    await type(page, statements.slice(0, 1))
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await unsaved.getByRole('alert').waitFor()
    await unsaved.getByRole('button', { name: 'Edit: Be direct' }).click()
    expect(await field.inputValue()).toBe('Be direct')
    await page.keyboard.press('Enter')
    await unsaved.getByRole('button', { name: 'Discard: Be direct' }).click()
    await unsaved.waitFor({ state: 'detached' })
    expect(await stored()).toEqual([])
  })

  test('are saved after signing in again, and what is typed meanwhile does not go to the password', async () => {
    const { page, stored, unsaved, field } = await open()
    await page.context().clearCookies()
    await type(page, statements.slice(0, 1))
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await type(page, statements.slice(1))
    await page.keyboard.type('What comes next', { delay: keyMs })
    expect(await field.inputValue()).toBe('What comes next')
    expect(await dialog.getByLabel(/^Password/).inputValue()).toBe('')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await unsaved.waitFor({ state: 'detached' })
    expect(await stored()).toEqual(statements)
    expect(await field.inputValue()).toBe('What comes next')
  })
})
