import { expect, test } from 'vitest'
import { add, setUpDashboard } from '../set-up.ts'
import { personAt, reportTasks } from './person.ts'

/** Tasks of somebody who reviews what others propose, and asks what was changed. */

const dashboard = await setUpDashboard()
reportTasks()

async function signIn(options?: Parameters<typeof dashboard.signIn>[0], proposals = 0) {
  const signedIn = await dashboard.signIn(options)
  const { tenant } = signedIn
  const ada = await tenant.agent({ name: 'Ada' })
  const lin = await tenant.agent({ name: 'Lin' })
  for (let number = 1; number <= proposals; number++)
    await tenant.post('/beliefs', { agentId: ada, category: 'principle', statement: `Rule ${number}` })
  const statuses = async () => {
    const { data } = (await tenant.get(`/beliefs?agentId=${ada}`)).body
    return data.filter(({ status }: { status: string }) => status !== 'pending').length as number
  }
  return { ...signedIn, ada, lin, statuses, person: personAt(signedIn.page) }
}

test('twenty proposals are decided, and the last decision is taken back', async () => {
  const { page, url, person, statuses } = await signIn({}, 20)
  await page.goto(`${url}/review`)
  await page.getByText('20 pending items to review').waitFor()
  await person.press('j')
  for (let count = 0; count < 20; count++) await person.press('a')
  await page.getByRole('status').filter({ hasText: '20 decided' }).waitFor()
  await expect.poll(statuses).toBe(20)
  await person.press('u')
  await expect.poll(statuses).toBe(19)
  person.finish({
    task: 'Decide twenty proposals, the last one undone',
    before: { keys: 21 },
    atMost: { keys: 25, clicks: 0 },
  })
})

test('a change request is merged, and reverted', async () => {
  const { page, tenant, url, ada, person } = await signIn()
  await tenant.post('/change-requests', {
    title: 'Better habits',
    changes: [add({ agentId: ada }, 'Roll back first'), add({ orgId: tenant.orgId }, 'Write tests first')],
  })
  const prompt = async () => (await tenant.get(`/agents/${ada}/prompt`)).text
  await page.goto(url)
  await person.click(page.getByRole('link', { name: /#1 Better habits/ }))
  await person.click(page.getByRole('button', { name: 'Merge', exact: true }))
  await expect.poll(prompt).toContain('Roll back first')
  await person.click(page.getByRole('status').getByRole('button', { name: 'Undo' }))
  // It concerns others, so that they see a request that takes it back.
  await page.getByRole('heading', { name: /^Revert/ }).waitFor()
  await person.click(page.getByRole('button', { name: 'Merge', exact: true }))
  await expect.poll(prompt).not.toContain('Roll back first')
  person.finish({ task: 'Merge a change request and revert it', before: { clicks: 3 }, atMost: { clicks: 5, keys: 0 } })
})

test('somebody sees what changed since last week', async () => {
  const { page, tenant, url, ada, person } = await signIn()
  await tenant.post('/beliefs', { agentId: ada, category: 'boundary', statement: 'Never merge on red' })
  await page.goto(url)
  await person.click(page.getByRole('navigation').getByRole('link', { name: 'History' }))
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('From').fill(weekAgo)
  // A date is eight digits to type.
  await person.press(...Array<string>(8).fill('Shift'))
  await page.getByRole('article').filter({ hasText: 'added the boundary “Never merge on red” to Ada' }).waitFor()
  expect(new URL(page.url()).search).toContain(weekAgo)
  person.finish({ task: 'See what changed since last week', atMost: { clicks: 2, keys: 10 } })
})

test('somebody sees what a key did', async () => {
  const { page, tenant, url, ada, person } = await signIn()
  await tenant.post('/beliefs', { agentId: ada, category: 'boundary', statement: 'Never merge on red' })
  await page.goto(url)
  await person.click(page.getByRole('navigation').getByRole('link', { name: 'History' }))
  await person.click(page.getByRole('combobox', { name: 'Key' }))
  await person.click(page.getByRole('option', { name: /First key/ }))
  await page.getByRole('article').filter({ hasText: 'Key First key added the boundary' }).waitFor()
  expect(new URL(page.url()).searchParams.get('key')).toBeTruthy()
  person.finish({ task: 'See what a key did', atMost: { clicks: 4, keys: 0 } })
})

test('three proposals are decided on a phone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, url, person, statuses } = await signIn(phone, 3)
  await page.goto(`${url}/review`)
  for (const left of [3, 2, 1]) {
    await page.getByText(`1 of ${left}`, { exact: true }).waitFor()
    await person.click(
      page
        .getByRole('button', { name: left === 2 ? /^Reject: / : /^Approve: / })
        .filter({ visible: true })
        .first(),
    )
  }
  await expect.poll(statuses).toBe(3)
  person.finish({ task: 'Decide three proposals on a phone', before: { clicks: 3 }, atMost: { clicks: 3, keys: 0 } })
})

test('the keyboard alone approves a proposal, finds an agent and writes a belief', async () => {
  const { page, tenant, url, lin, person } = await signIn()
  await tenant.post('/beliefs', { agentId: lin, category: 'principle', statement: 'Measure twice' })
  await page.goto(url)
  const goTo = async (words: string, found: string) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await person.press('Control+k')
    const box = page.getByRole('textbox', { name: 'Search' })
    const isEmptyAndFocused = 'document.activeElement.matches("[role=dialog] input") && !document.activeElement.value'
    await box.waitFor()
    await expect.poll(() => page.evaluate(isEmptyAndFocused)).toBe(true)
    await person.type(words)
    await page.getByRole('dialog').getByText(found, { exact: true }).first().waitFor()
    await person.press('Enter')
  }
  await goTo('rev', 'Review')
  await page.getByRole('group', { name: 'Measure twice' }).waitFor()
  await person.press('j', 'a')
  await page.getByText('Nothing to review').waitFor()
  await goTo('lin', 'Lin')
  await page.getByRole('heading', { name: 'Lin', level: 1 }).waitFor()
  await person.tabTo(page.getByRole('button', { name: 'Add to Voice' }))
  await person.press('Enter')
  await person.type('Be direct')
  await person.press('Enter')
  const statuses = async () => (await tenant.get(`/beliefs?agentId=${lin}`)).body.data.map(({ status }: any) => status)
  await expect.poll(statuses).toEqual(['approved', 'approved'])
  person.finish({ task: 'Work by keyboard alone', before: { keys: 45 }, atMost: { clicks: 0, keys: 70 } })
})
