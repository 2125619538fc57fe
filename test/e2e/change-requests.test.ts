import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { add, setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('a request is found beside the proposals, discussed, merged in part, and what is stale is named', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const group = await tenant.group({ name: 'Platform' })
  const ada = await tenant.agent({ name: 'Ada', group_id: group })
  const lin = await tenant.agent({ name: 'Lin', group_id: group })
  const item = { category: 'principle', statement: 'Review every change' }
  const { id } = (await tenant.post(`/groups/${group}/beliefs`, item)).body
  const own = (await tenant.post('/beliefs', { agentId: ada, ...item, statement: 'Write tests first' })).body
  await tenant.post('/change-requests', {
    title: 'Better habits',
    description: 'Seen in three incidents',
    changes: [
      add({ orgId: tenant.orgId }, 'Roll back first'),
      { op: 'edit', id, statement: 'Review each change' },
      add({ agentId: ada }, 'Write tests first, always'),
      { op: 'edit', id: own.id, starred: true },
    ],
  })
  await tenant.patch(`/beliefs/${own.id}`, { statement: 'Write all tests first' })

  await page.goto(url)
  await page.getByRole('link', { name: 'Review', exact: false }).first().click()
  await page.getByRole('region', { name: 'Change requests' }).getByText('4 changes').waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('group', { name: 'Better habits' }).click()
  await page.getByRole('link', { name: 'Better habits' }).click()
  await page.getByRole('heading', { name: 'Better habits' }).waitFor()
  await page.getByText('Seen in three incidents').waitFor()
  await page.getByRole('heading', { name: '2 of 2 agents will change' }).waitFor()
  const effect = page.getByRole('region', { name: 'Prompt changes' })
  await effect.getByText('Principles: Roll back first').waitFor()
  await page.getByText('Stale: the item was changed').waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Show changes for' }).click()
  await page.getByRole('option', { name: 'Lin' }).click()
  await expect.poll(() => effect.getByText('Write tests first, always').count()).toBe(0)

  await page.getByRole('textbox', { name: 'Comment' }).fill('Which incidents?')
  await page.getByRole('button', { name: 'Comment' }).click()
  // Until it is saved, it also stands in the list of what is not.
  await expect.poll(() => page.getByText('Which incidents?').count()).toBe(1)

  await page.getByRole('checkbox', { name: 'Include: Write tests first, always' }).click()
  await page.getByRole('button', { name: 'Merge 2 of 4' }).click()
  await page.getByText(/^Merged by/).waitFor()
  const { system_prompt: prompt } = (await tenant.get(`/agents/${lin}`)).body
  expect([prompt.includes('Roll back first'), prompt.includes('Review each change')]).toEqual([true, true])
  expect((await tenant.get(`/agents/${ada}`)).body.system_prompt).not.toContain('always')
  await page
    .getByText(/left out$/)
    .first()
    .waitFor()

  await tenant.post('/change-requests', { title: 'No need', changes: [add({ agentId: lin }, 'One more')] })
  await page.getByRole('link', { name: 'All change requests' }).click()
  await page.getByRole('link', { name: 'No need' }).click()
  await page.getByRole('button', { name: 'Close without merging' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close without merging?' })
  await dialog.getByLabel('Reason').fill('Said already')
  await dialog.getByRole('button', { name: 'Close request' }).click()
  await page.getByText(/Said already/).waitFor()
  await page.getByRole('link', { name: 'All change requests' }).click()
  await page.getByText('No open change requests').waitFor()
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Merged').click()
  await page.getByRole('link', { name: 'Better habits' }).waitFor()
})

test('overrides and profiles are shown in plain words, with the prompt, and merged', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const group = await tenant.group({ name: 'Platform' })
  const ada = await tenant.agent({ name: 'Ada', location: 'Berlin' })
  const create = async (statement: string) =>
    (await tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'boundary', statement })).body.id
  const [fridays, names] = [await create('Never deploy on Fridays'), await create('Never name customers')]
  const inherited = (op: string, sourceId: string) => ({ op, agentId: ada, sourceType: 'org_belief', sourceId })
  await tenant.post(`/agents/${ada}/overrides`, { sourceType: 'org_belief', sourceId: names })
  const request = await tenant.post('/change-requests', {
    title: 'A new team',
    changes: [
      inherited('override', fridays),
      inherited('restore', names),
      { op: 'profile', agentId: ada, jobTitle: 'Engineer', location: null, groupId: group },
    ],
  })
  expect(request.status).toBe(201)

  await page.goto(`${url}/change-requests/${request.body.id}`)
  const changes = page.getByRole('region', { name: 'Changes' })
  const hide = changes.getByRole('group', { name: 'Never deploy on Fridays' })
  await hide.getByText('Hide this inherited item from Ada').waitFor()
  await hide.getByText('− Boundaries: Never deploy on Fridays').waitFor()
  const show = changes.getByRole('group', { name: 'Never name customers' })
  await show.getByText('Show this inherited item to Ada again').waitFor()
  await show.getByText('+ Boundaries: Never name customers').waitFor()
  const profile = changes.getByRole('group', { name: 'Profile of Ada' })
  await profile.getByText('Change the profile of Ada').waitFor()
  await profile.getByText('+ Job title: Engineer').waitFor()
  await profile.getByText('− Location: Berlin').waitFor()
  await profile.getByText('+ Group: Platform').waitFor()
  expect(await profile.getByText(/Description|Time zone|Name:/).count()).toBe(0)
  const effect = page.getByRole('region', { name: 'Prompt changes' })
  await effect.getByText('Never deploy on Fridays').waitFor()
  expect(await violations(page)).toEqual([])

  await tenant.patch(`/agents/${ada}`, { location: 'Paris' })
  await page.reload()
  await profile.getByText('Stale: the profile was changed').waitFor()
  await page.getByRole('button', { name: 'Merge 2 of 3' }).click()
  await page.getByText(/^Merged by/).waitFor()
  const { system_prompt: prompt } = (await tenant.get(`/agents/${ada}`)).body
  expect([prompt.includes('Fridays'), prompt.includes('name customers'), prompt.includes('Engineer')]).toEqual([
    false,
    true,
    false,
  ])
})

test('a key is made for one agent, to propose alone, and listed with both', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const ada = await tenant.agent({ name: 'Ada' })
  const lin = await tenant.agent({ name: 'Lin' })
  await page.goto(`${url}/organization/keys`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada’s own')
  await page.getByRole('combobox', { name: 'Access' }).click()
  await page.getByRole('option', { name: 'Propose' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await page.getByLabel('Expires').fill('2099-12-31')
  await page.getByRole('button', { name: 'Create key' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Ada’s own' })
  await row.getByText('Propose').waitFor()
  await row.getByText('Ada', { exact: true }).waitFor()
  await row.getByText('2099').waitFor()
  expect(await violations(page)).toEqual([])
  const text = (await page.locator('main').textContent()) ?? ''
  const [key] = /ais_[0-9A-Za-z]{40}/.exec(text) ?? []
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    dashboard.service.call(method, path, body, { authorization: `Bearer ${key}` })
  expect((await call('GET', `/agents/${ada}`)).status).toBe(200)
  expect((await call('GET', `/agents/${lin}`)).status).toBe(404)
  const refused = await call('POST', '/beliefs', { agentId: ada, category: 'axiom', statement: 'x' })
  expect([refused.status, refused.body.error]).toEqual([401, expect.stringMatching(/^This key may not/)])
})
