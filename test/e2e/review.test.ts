import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { discover, importContent, testsFirst } from '../support/discovery.ts'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

const row = (page: Page, statement: string) => page.getByRole('listitem').filter({ hasText: statement })
const principle = (statement: string) => ({ category: 'principle', statement })

/** Someone's organization with two agents, Ada in a group. */
async function signIn() {
  const person = await dashboard.signIn()
  const { tenant } = person
  const group = await tenant.group({ name: 'Platform' })
  const ada = await tenant.agent({ name: 'Ada', group_id: group })
  const lin = await tenant.agent({ name: 'Lin' })
  return { ...person, group, ada, lin }
}

describe('the inbox', () => {
  test('proposals of all layers are decided by keyboard, with their evidence and undo', async () => {
    const { page, tenant, url, group, ada, lin } = await signIn()
    await importContent(dashboard.service, tenant, ada, testsFirst)
    await discover(dashboard.service, tenant, ada)
    await tenant.post(`/groups/${group}/beliefs`, principle('Roll back first'))
    await tenant.post('/beliefs', { agentId: lin, ...principle('Measure twice') })
    await page.goto(url)
    await page.getByRole('link', { name: 'Review 3 pending' }).click()
    await page.getByText('1 proposal and 2 pending items to review').waitFor()
    const found = page.getByRole('group', { name: /^Always write tests/ })
    await found.getByText(testsFirst[0]!).waitFor()
    await found.getByRole('link', { name: 'Ada' }).waitFor()
    for (const [owner, statement] of [
      ['Ada', /^Always write tests/],
      ['Platform', 'Roll back first'],
      ['Lin', 'Measure twice'],
    ] as const)
      await page.getByRole('region', { name: owner, exact: true }).getByRole('group', { name: statement }).waitFor()
    expect(await violations(page)).toEqual([])

    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await found.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Review 2 pending' }).waitFor()
    await expect
      .poll(async () => (await tenant.get(`/agents/${ada}`)).body.system_prompt)
      .toContain('Always write tests')
    await page.getByRole('button', { name: 'Undo' }).click()
    await found.waitFor()
    await page.getByRole('link', { name: 'Review 3 pending' }).waitFor()
    await expect.poll(async () => (await tenant.get(`/agents/${ada}`)).body.system_prompt).not.toContain('write tests')

    // A group's item that is already in prompts: rejecting it asks for confirmation.
    await page.getByRole('group', { name: 'Roll back first' }).focus()
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: '1 of 1 agent will change' })
    await dialog.getByText('Principles: Roll back first').waitFor()
    await dialog.getByRole('button', { name: /^Save for / }).click()
    await page.getByRole('link', { name: 'Review 2 pending' }).waitFor()
  })

  test('several are decided at once, and nothing is left', async () => {
    const { page, tenant, url, ada, lin } = await signIn()
    for (const [agentId, name] of [
      [ada, 'Ada'],
      [lin, 'Lin'],
    ])
      for (const statement of ['One', 'Two'])
        await tenant.post('/beliefs', { agentId, ...principle(`${statement} of ${name}`) })
    await page.goto(`${url}/review`)
    await page.getByLabel('Select all shown').check()
    const bar = page.getByRole('region', { name: 'Selected items' })
    await bar.getByText('4 items selected').waitFor()
    await page.getByLabel('Select: Two of Ada').uncheck()
    expect(await violations(page)).toEqual([])
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
    await bar.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('1 pending item to review').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('4 pending items to review').waitFor()
    await page.getByLabel('Select all shown').check()
    await bar.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    await page.getByRole('status').getByText('Rejected: 4 items').waitFor()
    // The button took back the first decision, so that the key takes back the second, and nothing more.
    await page.keyboard.press('u')
    await page.getByText('4 pending items to review').waitFor()
    await page.keyboard.press('u')
    await expect.poll(async () => (await tenant.get(`/organizations/${tenant.orgId}/proposals`)).body.count).toBe(4)
    expect(await violations(page)).toEqual([])
  })

  test('an edit approves, and several are decided by keyboard', async () => {
    const { page, tenant, url, ada } = await signIn()
    for (const statement of ['One', 'Two', 'Three'])
      await tenant.post('/beliefs', { agentId: ada, ...principle(statement) })
    await page.goto(`${url}/review`)
    const card = (statement: string) => page.getByRole('group', { name: statement, exact: true })
    await card('Two').focus()
    await page.keyboard.press('e')
    const field = card('Two').getByLabel('Statement')
    await field.fill('Measure twice')
    await card('Two').getByLabel('Category').selectOption('Boundaries')
    expect(await violations(page)).toEqual([])
    await field.press('Enter')
    await card('Two').waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Three')
    const prompt = async () => (await tenant.get(`/agents/${ada}`)).body.system_prompt
    await expect.poll(prompt).toMatch(/Boundaries[\s\S]*- Measure twice/)
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.keyboard.press('r')
    await page.getByText('Nothing to review').waitFor()
    await expect.poll(prompt).not.toMatch(/- One|- Three/)
  })

  test('the form of a proposal says what somebody else saved meanwhile', async () => {
    const { page, tenant, url, ada } = await signIn()
    const { id } = (await tenant.post('/beliefs', { agentId: ada, ...principle('One') })).body
    await page.goto(`${url}/review`)
    await page.getByRole('button', { name: 'Edit: One' }).click()
    await tenant.patch(`/beliefs/${id}`, { statement: 'Uno' })
    await page.getByLabel('Statement').fill('One at a time')
    await page.getByRole('button', { name: 'Save and approve' }).click()
    await page.getByRole('button', { name: /mine/ }).click()
    await page.getByText('Nothing to review').waitFor()
    const { data } = (await tenant.get(`/beliefs?agentId=${ada}`)).body
    expect(data.map(({ statement, status }: any) => [statement, status])).toEqual([['One at a time', 'approved']])
  })

  test('a proposal shows what it contradicts and what it repeats', async () => {
    const { page, tenant, url, group, ada } = await signIn()
    await tenant.post(`/groups/${group}/beliefs`, principle('Never paint boats in winter'))
    await tenant.post('/beliefs', { agentId: ada, ...principle('Always paint boats in winter') })
    await tenant.post('/beliefs', { agentId: ada, ...principle('Paint the boats in winter') })
    const card = page.getByRole('group', { name: 'Always paint boats in winter' })
    // If the comparison takes too long, the page appears without it.
    await expect
      .poll(async () => {
        await page.goto(`${url}/review`)
        await card.click()
        return card.textContent()
      })
      .toContain('Contradicts “Never paint boats in winter” (Platform)')
    await card.getByText('Repeats “Paint the boats in winter” (Ada)').waitFor()
    expect(await violations(page)).toEqual([])
  })
})

describe('what others inherit', () => {
  test('every kind of change is asked about, unless no prompt changes', async () => {
    const { page, tenant, url, lin } = await signIn()
    for (const statement of ['One', 'Two'])
      await tenant.post(`/organizations/${tenant.slug}/beliefs`, principle(statement))
    await tenant.post('/beliefs', { agentId: lin, ...principle('One') })
    await page.goto(`${url}/organization`)
    const dialog = page.getByRole('dialog')
    const difference = dialog.getByRole('region', { name: 'Prompt changes' })
    const save = () => dialog.getByRole('button', { name: /^Save for / }).click()
    const title = (count: string) => page.getByRole('dialog', { name: `${count} will change` }).waitFor()

    // It is already in prompts: approving it changes none.
    await row(page, 'One').getByRole('button', { name: 'Approve' }).click()
    await row(page, 'One').getByText('Live, unreviewed').waitFor({ state: 'detached' })
    expect(await dialog.count()).toBe(0)

    await row(page, 'One').getByRole('button', { name: 'Star' }).click()
    await title('1 of 2 agents')
    await difference.getByText('Principles: **One**').waitFor()
    await dialog.getByRole('combobox', { name: 'Show changes for' }).click()
    await page.getByRole('option', { name: 'Lin' }).click()
    await difference.getByText('stays the same').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await row(page, 'One').getAttribute('data-starred')).toBeNull()

    await row(page, 'Two').getByRole('button', { name: 'Hide' }).click()
    await title('2 of 2 agents')
    await save()
    await row(page, 'Two').getByText('Pending, hidden').waitFor()
    const notice = page.getByRole('status').filter({ hasText: 'Hidden from prompts' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Two').getByText('Pending, hidden').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Move: Two' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('Position 2 of 2').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.getByText('Position 1 of 2').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    // Lin, who holds "One" himself, already reads "Two" first.
    await title('1 of 2 agents')
    await save()
    await expect
      .poll(async () => (await tenant.get(`/organizations/${tenant.slug}/beliefs`)).body.data[0].statement)
      .toBe('Two')

    for (const statement of ['One', 'Two']) await page.getByLabel(`Select: ${statement}`).check()
    await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Reject' }).click()
    await title('2 of 2 agents')
    await save()
    await row(page, 'One').getByText('Rejected').waitFor()

    // Rejected and hidden: nobody reads it, so no confirmation appears.
    await row(page, 'Two').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row(page, 'Two').waitFor({ state: 'detached' })
    expect(await dialog.count()).toBe(0)
  })
})

describe('a change that the service refuses', () => {
  test('shows at once, and is taken back with the sentence of the service', async () => {
    const { page, tenant, url, lin } = await signIn()
    for (const statement of ['One', 'Two']) await tenant.post('/beliefs', { agentId: lin, ...principle(statement) })
    await tenant.post(`/organizations/${tenant.slug}/beliefs`, principle('Inherited'))
    await page.goto(`${url}/agents/${lin}`)
    await row(page, 'One').waitFor()
    // Held until the page was checked, then refused.
    let refuse: (() => void) | undefined
    const held = () =>
      new Promise<void>((resolve) => {
        refuse = resolve
      })
    await page.route('**/api/v1/**', async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await held()
      await route.fulfill({ status: 500, json: { error: 'Out of order' } })
    })
    const refused = async () => {
      // The page shows the change before its request arrives here.
      await expect.poll(() => refuse).toBeDefined()
      refuse!()
      refuse = undefined
      const sentence = page.getByRole('alert').filter({ hasText: 'Out of order' })
      await sentence.waitFor()
      await sentence.getByRole('button', { name: 'Close' }).click()
      await sentence.waitFor({ state: 'detached' })
    }
    const one = row(page, 'One')

    await one.getByRole('button', { name: 'Star' }).click()
    await one.getByRole('button', { name: 'Unstar' }).waitFor()
    await refused()
    await one.getByRole('button', { name: /^Star: / }).waitFor()

    await one.getByRole('button', { name: 'Hide' }).click()
    await one.getByText('Pending, hidden').waitFor()
    await refused()
    await one.getByText('Pending, hidden').waitFor({ state: 'detached' })

    await one.getByRole('button', { name: 'Reject' }).click()
    await one.getByText('Rejected').waitFor()
    await refused()
    await one.getByText('Live, unreviewed').waitFor()

    await row(page, 'Inherited').getByRole('button', { name: 'Override' }).click()
    await row(page, 'Inherited').getByRole('button', { name: 'Use inherited' }).waitFor()
    await refused()
    await row(page, 'Inherited').getByRole('button', { name: 'Override' }).waitFor()

    await one.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await one.waitFor({ state: 'detached' })
    await refused()
    await one.waitFor()

    const order = () =>
      page
        .getByRole('region', { name: 'Principles' })
        .getByRole('checkbox')
        .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')))
    await page.getByRole('button', { name: 'Move: Two' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('Position 2 of 3').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.getByText('Position 1 of 3').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect.poll(order).toEqual(['Select: Two', 'Select: One'])
    await refused()
    await expect.poll(order).toEqual(['Select: One', 'Select: Two'])
  })
})
