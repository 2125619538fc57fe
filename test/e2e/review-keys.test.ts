import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpDashboard } from './set-up.ts'
import { isOnScreen } from './sight.ts'

/** Keys that are pressed while an answer is under way, and what takes an action back. */

const dashboard = await setUpDashboard()

const principle = (statement: string) => ({ category: 'principle', statement })

async function review(statements: string[], options: Parameters<typeof dashboard.signIn>[0] = {}) {
  const { page, tenant, url } = await dashboard.signIn(options)
  const ada = await tenant.agent({ name: 'Ada' })
  for (const statement of statements) await tenant.post('/beliefs', { agentId: ada, ...principle(statement) })
  await page.goto(`${url}/review`)
  const card = (statement: string) => page.getByRole('group', { name: statement, exact: true })
  const stored = async () => {
    const { data } = (await tenant.get(`/beliefs?agentId=${ada}`)).body
    return Object.fromEntries(data.map(({ statement, status }: any) => [statement, status]))
  }
  await card(statements[0]!).waitFor()
  return { page, tenant, url, ada, card, stored }
}

const focusedLabel = (page: Page) => page.evaluate('document.activeElement.ariaLabel')

/** Holds the answers of writes until the function that it returns is called. */
async function holdWrites(page: Page) {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })
  return release
}

describe('an edit in Review that is still being saved', () => {
  test('approves the saved words, and leaves the next keys to the list', async () => {
    const { page, card, stored } = await review(['Three', 'Two', 'One'])
    const release = await holdWrites(page)
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await card('Three').getByLabel('Statement').fill('Always')
    await page.keyboard.press('Enter')
    expect(await focusedLabel(page)).toBe('Two')
    await page.keyboard.press('j')
    expect(await focusedLabel(page)).toBe('One')
    // The edit of one does not close the form of another.
    await page.keyboard.press('e')
    await card('One').getByLabel('Statement').fill('Once')
    release()
    await card('Three').waitFor({ state: 'detached' })
    expect(await card('One').getByLabel('Statement').inputValue()).toBe('Once')
    await expect.poll(stored).toEqual({ Always: 'approved', Two: 'pending', One: 'pending' })
    await page.keyboard.press('Enter')
    await expect.poll(stored).toEqual({ Always: 'approved', Two: 'pending', Once: 'approved' })
    await page.getByRole('status').getByText('2 decided').waitFor()
    await page.keyboard.press('u')
    await expect.poll(stored).toEqual({ Always: 'approved', Two: 'pending', One: 'pending' })
    await card('One').waitFor()
  })

  test('is not decided on when it fails', async () => {
    const { page, card, stored } = await review(['One'])
    await page.route('**/api/v1/beliefs/*', (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }))
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await card('One').getByLabel('Statement').fill('Once')
    await page.keyboard.press('Enter')
    await page.keyboard.press('a')
    await card('One').getByRole('alert').getByText('Out of order').waitFor()
    expect(await card('One').getByLabel('Statement').inputValue()).toBe('Once')
    expect(await stored()).toEqual({ One: 'pending' })
  })
})

describe('text that is typed in a list', () => {
  test('is not lost to Escape without a question', async () => {
    const { page, card } = await review(['One'])
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    const field = card('One').getByLabel('Statement')
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await field.fill('Once')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('Once')
    await page.keyboard.type('!')
    expect(await field.inputValue()).toBe('Once!')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await field.waitFor({ state: 'detached' })
    expect(await focusedLabel(page)).toBe('One')
  })

  test('goes to the field that is open when Add is pressed again', async () => {
    const { page, url, ada, stored } = await review(['One'])
    await page.goto(`${url}/agents/${ada}`)
    const add = page.getByRole('button', { name: 'Add to Principles' })
    await add.click()
    await page.keyboard.type('Say ')
    await add.click()
    await page.keyboard.type('why')
    await page.keyboard.press('Enter')
    await expect.poll(stored).toEqual({ One: 'pending', 'Say why': 'approved' })
    await page.keyboard.type('half a th')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Keep' }).click()
    expect(await page.getByLabel('New in Principles').inputValue()).toBe('half a th')
  })
})

describe('undo', () => {
  const statements = Array.from({ length: 20 }, (_, at) => `Rule ${at + 1}`)

  test.each([1440, 390])('takes back the last of twenty decisions by one key, at %i pixels', async (width) => {
    const { page, card, stored } = await review(statements, { viewport: { width, height: 800 } })
    await page.keyboard.press('j')
    const approved = await focusedLabel(page)
    for (let count = 0; count < 20; count++) {
      await page.keyboard.press('a')
      if (count === 1) {
        // The line covers nothing that is pressed next.
        const next = page.locator(':focus').getByRole('button', { name: /^Approve/ })
        await page.getByRole('status').getByText('2 decided').waitFor()
        expect(await isOnScreen(next)).toBe(true)
      }
    }
    const line = page.getByRole('status').filter({ hasText: '20 decided' })
    await line.waitFor()
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    await page.keyboard.press('u')
    await page.getByRole('status').getByText('19 decided').waitFor()
    expect(
      await page
        .getByRole('group')
        .filter({ has: page.getByRole('button', { name: /^Approve/ }) })
        .count(),
    ).toBe(1)
    await expect.poll(async () => Object.values(await stored()).filter((status) => status === 'pending').length).toBe(1)
    await page.keyboard.press('Control+z')
    await page.getByRole('status').getByText('18 decided').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText('17 decided').waitFor()
    await expect.poll(async () => Object.values(await stored()).filter((status) => status === 'pending').length).toBe(3)
    expect((await stored())[approved as string]).toBe('approved')
    await card('Rule 1').or(card('Rule 20')).first().waitFor()
  })

  test('takes back the decision that is still being stored, and not the one before it', async () => {
    const { page, card, stored } = await review(['One', 'Two', 'Three'])
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await expect.poll(stored).toEqual({ One: 'approved', Two: 'pending', Three: 'pending' })
    const release = await holdWrites(page)
    await page.keyboard.press('r')
    await page.getByRole('status').getByText('2 decided').waitFor()
    await page.keyboard.press('u')
    await card('Two').waitFor()
    release()
    await page.getByRole('status').getByText('Approved: One').waitFor()
    await expect.poll(stored).toEqual({ One: 'approved', Two: 'pending', Three: 'pending' })
    await page.keyboard.press('u')
    await expect.poll(stored).toEqual({ One: 'pending', Two: 'pending', Three: 'pending' })
  })

  test('leaves letters and Ctrl Z to the field in which they are typed', async () => {
    const { page, card, stored } = await review(['One', 'Two'])
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await page.getByRole('status').getByText('Rejected: Two').or(page.getByText('Rejected: One')).waitFor()
    await page.keyboard.press('e')
    const field = page.getByLabel('Statement')
    await field.fill('')
    await page.keyboard.type('usual')
    await page.keyboard.press('Control+z')
    expect(Object.values(await stored()).sort()).toEqual(['pending', 'rejected'])
    expect(await card('One').or(card('Two')).count()).toBe(1)
  })
})
