import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('finds who changed a boundary and when by keyboard alone, and undoes it', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agentId = await tenant.agent({ name: 'Ada' })
  const belief = { agentId, category: 'boundary', statement: 'Never deploy on a Friday' }
  const { body } = await tenant.post('/beliefs', belief, { 'x-client': 'cli/web-shop' })
  await page.context().request.patch(`${dashboard.url}/api/v1/beliefs/${body.id}`, {
    data: { statement: 'Never deploy on Fridays' },
    headers: { origin: dashboard.url },
  })

  await page.goto(`${url}/organization`)
  await page.getByRole('link', { name: 'History' }).click()
  const sentence = 'reworded the belief “Never deploy on a Friday” to “Never deploy on Fridays” of Ada'
  const change = page.getByRole('article').filter({ hasText: sentence })
  await change.getByText('in the dashboard').waitFor()
  const { display_name } = (await tenant.get('/account')).body
  expect(await change.textContent()).toContain(`${display_name} reworded`)
  const created = page
    .getByRole('article')
    .filter({ hasText: 'Key First key added the boundary “Never deploy on a Friday” to Ada' })
  await created.getByText('with the command (cli/web-shop)').waitFor()

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  const row = change.getByRole('row').filter({ hasText: 'Statement' })
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    'Statement',
    'Never deploy on a Friday',
    'Never deploy on Fridays',
  ])
  await change.getByText(/^Change \d+ · request [0-9a-f-]{36} · from 127\.0\.0\.1$/).waitFor()
  expect(await violations(page)).toEqual([])
  await expectFitting(page)

  // Undoing the creation would lose the later change.
  await created.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('It changed since (statement). Undo the later change first.').waitFor()
  await change.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  const undoing = page.getByRole('article').filter({ hasText: `undid: ${sentence}` })
  await undoing.waitFor()
  expect((await tenant.get(`/agents/${agentId}/resolved-identity`)).body.beliefs[0].statement).toBe(belief.statement)

  // The line that was undone says by whom and leads there; the undoing can be undone itself.
  const undone = page.getByRole('article').filter({ has: page.getByRole('link', { name: /^Undone by / }) })
  expect(await undone.count()).toBe(1)
  expect(await undone.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await undone.getByRole('link', { name: `Undone by ${display_name} · just now` }).click()
  await undoing.locator('button:focus').waitFor()
  await undoing.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => undone.count()).toBe(2)

  // Among the changes of the key alone, too, where the undoing does not stand.
  await page.goto(`${url}/organization/history?key=First%20key`)
  await page.getByRole('article').first().waitFor()
  await tenant.delete(`/beliefs/${body.id}`)
  await page.goto(`${url}/organization/history?key=First%20key&to=2999-01-01`)
  await created.getByRole('link', { name: /^Undone by Key First key/ }).waitFor()

  await page.getByText('Checks that nobody changed or removed an entry of this history.').waitFor()
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('status').filter({ hasText: 'The log is whole' }).waitFor()
})

test('an import and its undo are one line each, with names and times in their details', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const { id: groupId } = (await tenant.post('/groups', { orgId: tenant.orgId, name: 'Platform' })).body
  const agentId = await tenant.agent({ name: 'Ada', groupId })
  const items = ['One', 'Two', 'Three'].map((statement) => ({ category: 'principle', statement }))
  const duty = { category: 'execution', statement: 'Watch the releases' }
  const { body } = await tenant.post(`/agents/${agentId}/import`, { items: [...items, duty], status: 'approved' })
  await page.goto(`${url}/organization/history`)
  const line = page.getByRole('article').filter({ hasText: 'First key imported 4 rules into Ada' })
  await line.getByRole('button', { expanded: false }).click()
  await line.getByText('added the principle “One” to Ada').click()
  const agentRow = line.getByRole('row').filter({ hasText: 'Agent' })
  expect(await agentRow.getByRole('link', { name: 'Ada' }).getAttribute('href')).toContain(agentId)
  await line.getByRole('row', { name: 'Came from Import' }).waitFor()
  expect(await line.getByRole('row').filter({ hasText: body.items[0].id }).count()).toBe(0)

  await page.goto(`${url}/organization/history`)
  await line.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('undid: imported 4 rules into Ada').waitFor()
  await line.getByRole('link', { name: /^Undone by / }).waitFor()
  const { beliefs, responsibilities } = (await tenant.get(`/agents/${agentId}/resolved-identity`)).body
  expect([...beliefs, ...responsibilities]).toEqual([])
})

test('on a phone the filters stand behind one button', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await tenant.agent({ name: 'Ada' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/organization/history?kind=agent`)
  await page.getByText('created agent “Ada”').waitFor()
  const kind = page.getByRole('combobox', { name: 'Kind' })
  expect(await kind.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await kind.waitFor()
  expect(await kind.inputValue()).toBe('Agent')
  expect(await violations(page)).toEqual([])
  await expectFitting(page)
})

test('shows what a key did, and a filter of each kind in the address', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agentId = await tenant.agent({ name: 'Ada' })
  const { id: groupId } = (await tenant.post('/groups', { orgId: tenant.orgId, name: 'Platform' })).body
  await tenant.post(`/groups/${groupId}/beliefs`, { category: 'voice', statement: 'Be brief' })
  const beliefs = ['One', 'Two'].map((statement) => ({ category: 'axiom', statement }))
  await tenant.post('/beliefs/bulk', { agentId, beliefs })
  const lines = page.getByRole('article')

  await page.goto(`${url}/organization/keys`)
  await page.getByRole('link', { name: 'What it did' }).click()
  await lines.filter({ hasText: 'Key First key added 2 beliefs to Ada' }).waitFor()
  expect(await lines.allTextContents()).toEqual(
    [
      'added 2 beliefs to Ada',
      'added the voice “Be brief” to the group Platform',
      'group “Platform”',
      'agent “Ada”',
    ].map((text) => expect.stringContaining(text)),
  )
  await lines.first().getByRole('button', { expanded: false }).click()
  await lines.filter({ hasText: 'added the axiom “One” to Ada' }).last().waitFor()

  await page.goto(`${url}/organization/history?key=First%20key&layer=group`)
  await page.getByText('added the voice “Be brief”').waitFor()
  expect(await lines.count()).toBe(2)
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Belief' }).click()
  await expect.poll(() => lines.count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('kind')).toBe('belief')
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'Platform' }).click()
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByText('Nothing that was changed matches these filters.').waitFor()
  expect(await violations(page)).toEqual([])
})

test('reverts what all agents read by a change request, and undoes a release of two from one line', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agents = [await tenant.agent({ name: 'Ada' }), await tenant.agent({ name: 'Bo' })]
  const { id } = (
    await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
      category: 'boundary',
      statement: 'Ask before you delete',
      status: 'approved',
    })
  ).body
  await tenant.patch(`/beliefs/${id}`, { statement: 'Delete at will' })
  await tenant.put(`/organizations/${tenant.orgId}/labels/production`, { agentIds: agents, reason: 'First' })

  await page.goto(`${url}/organization/history`)
  const release = page.getByRole('article').filter({ hasText: 'released production to 2 agents: First' })
  await release.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: production moved back for 2 agents.').waitFor()
  await page.getByText('undid: released production to 2 agents: First').waitFor()

  const change = page.getByRole('article').filter({ hasText: 'reworded the belief “Ask before you delete”' })
  await change.getByText('2 agents').waitFor()
  await change.getByRole('button', { name: 'Revert…' }).click()
  const question = page.getByRole('dialog', { name: 'Open a change request that undoes this?' })
  await question.getByText('2 agents inherit this change.').waitFor()
  await question.getByRole('button', { name: 'Open change request' }).click()
  await page.getByRole('heading', { name: /Revert change \d+/ }).waitFor()
  expect((await tenant.get(`/organizations/${tenant.orgId}/beliefs`)).body.data[0].statement).toBe('Delete at will')
  await page.getByRole('button', { name: /^Merge/ }).click()
  await expect
    .poll(async () => (await tenant.get(`/organizations/${tenant.orgId}/beliefs`)).body.data[0].statement)
    .toBe('Ask before you delete')
})

test('reverts a merged change request as a whole', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agentId = await tenant.agent({ name: 'Ada' })
  const added = { op: 'add', owner: { agentId }, category: 'boundary' }
  const changes = ['Never guess', 'Never skip a test'].map((statement) => ({ ...added, statement }))
  const { body } = await tenant.post('/change-requests', { orgId: tenant.orgId, title: 'Be careful', changes })
  await tenant.post(`/change-requests/${body.id}/merge`)
  await page.goto(`${url}/organization/history`)
  const merge = page.getByRole('article').filter({ hasText: 'merged change request “Be careful”' })
  await merge.getByRole('button', { name: 'Revert…' }).click()
  await page.getByRole('button', { name: 'Open change request' }).click()
  await page.getByRole('heading', { name: 'Revert of 1: Be careful' }).waitFor()
  await page
    .getByRole('button', { name: /^Merge/ })
    .first()
    .click()
  await expect.poll(async () => (await tenant.get(`/agents/${agentId}`)).body.system_prompt).not.toContain('Never')
})

test('erases what one key wrote, and says what stays', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await tenant.agent({ name: 'Secret agent' })
  await page.goto(`${url}/organization/history?key=First%20key`)
  await page.getByText('created agent “Secret agent”').waitFor()
  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase what one person wrote' })
  await dialog.getByText(/^Stays: number, time, kind of change and hash/).waitFor()
  expect(await dialog.getByText(/^1 entry of Key First key …\w{4} lose/).count()).toBe(1)
  const confirm = dialog.getByRole('button', { name: 'Erase', exact: true })
  expect(await confirm.isDisabled()).toBe(true)
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel(/to confirm$/).fill(`Key First key …${tenant.key.slice(-4)}`)
  await confirm.click()
  await page.getByText('Content of 1 entry erased').waitFor()
  await page.goto(`${url}/organization/history`)
  await page.getByText('Someone created agent').waitFor()
  expect(await page.getByRole('article').filter({ hasText: 'Secret agent' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('status').filter({ hasText: 'The log is whole' }).waitFor()
})

test('a read that the rate limit rejects says so in one line, and is sent again by itself', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await tenant.agent({ name: 'Ada' })
  let rejected = 0
  await page.route(/audit-log\?/, (route) => {
    if (++rejected > 2) return route.continue()
    const headers = { 'retry-after': '1' }
    return route.fulfill({ status: 429, headers, json: { error: 'Too many requests. Try again in 1 second.' } })
  })
  await page.goto(`${url}/organization/history`)
  await page.getByRole('status').getByText('Too many requests. Trying again in 1 second.').waitFor()
  await page.getByText('created agent “Ada”').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('an item of a group is saved for its agents, and undone from the line', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const groupId = await tenant.group({ name: 'Platform' })
  const agentId = await tenant.agent({ name: 'Ada', groupId })
  await page.goto(`${url}/groups/${groupId}`)
  await page.getByRole('button', { name: 'Add to Boundaries' }).click()
  await page.getByRole('textbox', { name: 'New in Boundaries' }).fill('Never guess')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Save for 1 agent' }).click()
  const line = page.getByRole('status').filter({ hasText: 'Saved for 1 agent' })
  await line.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await tenant.get(`/agents/${agentId}/resolved-identity`)).body.beliefs.length).toBe(0)
})
