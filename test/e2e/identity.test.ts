import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'
import { focusedText, isOnScreen } from './sight.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

const category = (name: string) => page.getByRole('region', { name, exact: true })
const row = (statement: string) => page.getByRole('listitem').filter({ hasText: statement })
const prompt = () => page.getByRole('region', { name: 'Prompt text' })

async function belief(agentId: string, statement: string, more: object = {}): Promise<string> {
  const { body } = await tenant.post('/beliefs', { agentId, category: 'principle', statement, ...more })
  return body.id
}

async function openAgent(input: object = {}, statements: string[] = []): Promise<string> {
  const agent = await tenant.agent(input)
  for (const statement of statements) await belief(agent, statement)
  await page.goto(`${url}/agents/${agent}`)
  await category('Principles').waitFor()
  return agent
}

describe('the identity editor', () => {
  test('items are added and edited in place, and the prompt follows', async () => {
    await openAgent()
    await page.getByRole('button', { name: 'Add to Voice' }).click()
    await page.getByLabel('New in Voice').fill('Be direct')
    await page.keyboard.press('Enter')
    await prompt().getByText('Be direct', { exact: true }).waitFor()
    await page.getByLabel('New in Voice').fill('Be kind')
    await page.keyboard.press('Enter')
    await category('Voice').getByRole('button', { name: 'Be kind', exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await category('Voice').getByRole('button', { name: 'Be direct', exact: true }).click()
    await page.getByLabel('Statement').fill('Be direct and concise')
    await page.keyboard.press('Enter')
    await prompt().getByText('Be direct and concise', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('keys of an input method belong to its conversion, in the field and in dialogs', async () => {
    await openAgent()
    const keys = [
      { value: 'テストを', key: 'Escape', keyCode: 229, isComposing: true },
      { value: '先にテストを', key: 'Enter', keyCode: 229, isComposing: false },
      { value: 'もう一度', key: 'Enter', keyCode: 13, isComposing: true },
    ]
    const press = (init: object) => page.locator(':focus').dispatchEvent('keydown', init)
    await page.getByRole('button', { name: 'Add to Voice' }).click()
    const field = page.getByLabel('New in Voice')
    for (const { value, ...key } of keys) {
      await field.fill(value)
      await press(key)
      expect(await field.inputValue()).toBe(value)
    }
    await page.keyboard.press('Enter')
    await category('Voice').getByRole('button', { name: 'もう一度', exact: true }).waitFor()
    expect(await category('Voice').getByRole('listitem').count()).toBe(1)
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    for (const { value, ...key } of keys) await press(key)
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a duplicate is refused where it was written', async () => {
    await openAgent({}, ['Write the test first'])
    await page.getByRole('button', { name: 'Add to Principles' }).click()
    await page.getByLabel('New in Principles').fill('Write the test first')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('already exists').waitFor()
  })

  test('what was rejected, hidden or deleted comes back by Undo', async () => {
    const agent = await openAgent({}, ['Write the test first', 'Fix the cause'])
    await row('Fix the cause').getByRole('button', { name: 'Reject' }).click()
    await row('Fix the cause').getByText('Rejected').waitFor()
    await page.getByText(/, 1 hidden or overridden/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('Fix the cause').getByText('Live, unreviewed').waitFor()

    await row('Write the test first').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row('Write the test first').waitFor({ state: 'detached' })
    const count = async () => (await tenant.get(`/beliefs?agentId=${agent}`)).body.count
    await expect.poll(count).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('Write the test first').waitFor()
    await expect.poll(count).toBe(2)
  })

  test('an inherited item is hidden for one agent and inherited again', async () => {
    const group = await tenant.group()
    await tenant.post(`/groups/${group}/beliefs`, { category: 'boundary', statement: 'Never page on a Sunday' })
    await openAgent({ group_id: group })
    const inherited = row('Never page on a Sunday')
    await inherited.getByText('Group', { exact: true }).waitFor()
    await inherited.getByRole('button', { name: 'Override' }).click()
    await prompt().getByText('Never page on a Sunday').waitFor({ state: 'detached' })
    await inherited.getByRole('button', { name: 'Use inherited' }).click()
    await prompt().getByText('Never page on a Sunday').waitFor()
  })

  test('several items are approved and starred at once', async () => {
    const agent = await openAgent({}, ['One', 'Two', 'Three'])
    await page.getByLabel('Select: One').check()
    await page.getByLabel('Select: Three').click({ modifiers: ['Shift'] })
    const bar = page.getByRole('region', { name: 'Selected items' })
    await bar.getByText('3 items selected').waitFor()
    expect(await violations(page)).toEqual([])
    await bar.getByRole('button', { name: 'Approve' }).click()
    await row('Two').getByText('Live, unreviewed').waitFor({ state: 'detached' })
    await expect.poll(async () => (await tenant.get(`/beliefs?agentId=${agent}&status=approved`)).body.count).toBe(3)
  })

  test('several items are moved and deleted at once, and Undo stands beside the bar', async () => {
    const agent = await openAgent({}, ['One', 'Two', 'Three', 'Four'])
    const statements = async (query = '') =>
      (await tenant.get(`/beliefs?agentId=${agent}${query}`)).body.data.map(
        ({ statement }: { statement: string }) => statement,
      )
    const bar = page.getByRole('region', { name: 'Selected items' })
    const undo = page.getByRole('button', { name: 'Undo' })
    await page.getByLabel('Select: One').check()
    await page.getByLabel('Select: Two').check()
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Voice' }).click()
    await category('Voice').getByText('Two').waitFor()
    await expect.poll(() => statements('&category=voice')).toEqual(['One', 'Two'])
    await undo.click()
    await category('Principles').getByText('Two').waitFor()
    await expect.poll(() => statements('&category=voice')).toEqual([])

    await page.getByLabel('Select: One').check()
    await page.getByLabel('Select: Three').check()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await row('Three').waitFor({ state: 'detached' })
    await expect.poll(() => statements()).toEqual(['Two', 'Four'])
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.getByLabel('Select: Two').check()
      for (const button of [undo, ...(await bar.getByRole('button').all())])
        expect(await isOnScreen(button), `${await button.textContent()} at ${width}`).toBe(true)
      await bar.getByRole('button', { name: 'Clear' }).click()
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await undo.click()
    await row('Three').waitFor()
    await expect.poll(async () => (await statements()).toSorted()).toEqual(['Four', 'One', 'Three', 'Two'])
  })

  test('the keyboard goes on at the row where something was done, or at the next', async () => {
    await openAgent({}, ['One', 'Two', 'Three'])
    const press = (statement: string, name: string) => row(statement).getByRole('button', { name }).press('Enter')
    const chosen = (name: string) => page.getByRole('menuitem', { name }).press('Enter')
    await press('One', 'Approve')
    await row('One').getByText('Live, unreviewed').waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('One')
    await press('Two', 'Reject')
    await row('Two').getByText('Rejected').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Two')
    const rejected = page.getByRole('status').filter({ hasText: 'Rejected and hidden' })
    await rejected.getByRole('button', { name: 'Undo' }).press('Enter')
    await row('Two').getByText('Live, unreviewed').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Two')

    await press('Two', 'More')
    await chosen('Edit')
    await page.getByLabel('Statement').fill('Second')
    await page.keyboard.press('Enter')
    // The field holds the same text until it is saved.
    await page.getByLabel('Statement').waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Second')
    await press('Second', 'More')
    await expect.poll(() => page.evaluate("document.activeElement.closest('[role=menu]') !== null")).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('More: Second')
    await press('Second', 'More')
    await chosen('Delete')
    await row('Second').waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Three')

    await page.getByText('To review', { exact: true }).click()
    await category('Axioms').getByText('Nothing to review').waitFor()
    await press('Three', 'Approve')
    await row('Three').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Add to Principles')
  })

  test('items are ordered by keyboard and by drag', async () => {
    const agent = await openAgent({}, ['One', 'Two', 'Three'])
    const order = async () =>
      (await tenant.get(`/beliefs?agentId=${agent}`)).body.data.map((item: { statement: string }) => item.statement)
    await page.getByRole('button', { name: 'Move: Three' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('Position 3 of 3').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.getByText('Position 2 of 3').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect.poll(order).toEqual(['One', 'Three', 'Two'])

    const [from, to] = await Promise.all(
      ['Two', 'One'].map((name) => page.getByRole('button', { name: `Move: ${name}` }).boundingBox()),
    )
    await page.mouse.move(from!.x + 5, from!.y + 5)
    await page.mouse.down()
    await page.mouse.move(to!.x + 5, to!.y + 5, { steps: 10 })
    await page.mouse.up()
    await expect.poll(order).toEqual(['Two', 'One', 'Three'])
  })

  test('among many items one far below is found by its address, and can be changed', async () => {
    const agent = await tenant.agent()
    const responsibilities = ['ownership', 'execution', 'monitoring'].flatMap((category) =>
      Array.from({ length: 30 }, (_, n) => ({ category, statement: `Number ${n} of ${category}` })),
    )
    const { body } = await tenant.post('/responsibilities/bulk', { agentId: agent, responsibilities })
    const last = body.responsibilities.at(-1)
    await page.goto(`${url}/agents/${agent}#item-${last.id}`)
    const far = row(last.statement)
    await far.waitFor()
    await expect.poll(() => far.getAttribute('data-active')).toBe('true')
    await far.getByRole('button', { name: 'Star' }).click()
    await far.getByRole('button', { name: 'Unstar' }).waitFor()
    await expect
      .poll(async () => (await tenant.get(`/responsibilities?agentId=${agent}&starred=true`)).body.data[0]?.id)
      .toBe(last.id)
  })

  test('the role is edited in the heading and stands in the prompt', async () => {
    const agent = await openAgent()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Role').fill('Backend engineer')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Profile saved').waitFor()
    expect((await tenant.get(`/agents/${agent}`)).body.system_prompt).toContain('Backend engineer')
  })

  test('nothing is wider than a narrow screen', async () => {
    const agent = await tenant.agent({ name: 'A-name-without-any-space-that-is-far-too-long-for-a-telephone' })
    await belief(agent, `Write the test first ${'x'.repeat(200)}`)
    await page.setViewportSize({ width: 360, height: 800 })
    for (const path of ['', '/agents', `/agents/${agent}`, `/agents/${agent}/settings`, '/start']) {
      await page.goto(`${url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const width = await page.evaluate('document.documentElement.scrollWidth')
      expect(width, path).toBeLessThanOrEqual(360)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('the list of agents', () => {
  test('hundreds of agents are searched and filtered, and only a screenful exists', async () => {
    const other = await dashboard.signIn()
    const group = await other.tenant.group({ name: 'Platform' })
    for (let index = 0; index < 300; index++) {
      await other.tenant.agent({
        name: `Agent ${String(index).padStart(4, '0')}`,
        ...(index % 2 && { group_id: group }),
      })
    }
    await other.page.goto(`${other.url}/agents`)
    await other.page.getByText('300 of 300 agents').waitFor()
    expect(await violations(other.page)).toEqual([])
    expect(await other.page.getByRole('listitem').count()).toBeLessThan(60)
    await other.page.getByRole('combobox', { name: 'Group' }).click()
    await other.page.getByRole('option', { name: 'Platform' }).click()
    await other.page.getByText('150 of 300 agents').waitFor()
    await other.page.getByLabel('Search agents').fill('agent 0299')
    await other.page.getByRole('link', { name: /Agent 0299/ }).click()
    await other.page.getByRole('heading', { name: 'Agent 0299' }).waitFor()
  })
})
