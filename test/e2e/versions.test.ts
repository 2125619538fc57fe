import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

const versionOf = async (agent: string, label = 'production') => {
  const { status, headers } = await tenant.get(`/agents/${agent}/prompt?label=${label}`)
  return status === 200 ? Number(headers['x-prompt-version']) : status
}

test('a label is moved to a version, and rolled back with a reason', async () => {
  const agent = await tenant.agent()
  const belief = (await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Be direct' })).body.id
  await tenant.get(`/agents/${agent}/prompt`)
  await tenant.patch(`/beliefs/${belief}`, { statement: 'Be direct and kind' })
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('link', { name: 'Versions' }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByRole('heading', { name: '2 versions' }).waitFor()
  const difference = page.getByRole('region', { name: 'Difference' })
  await difference.getByRole('heading', { name: 'v1 → v2' }).waitFor()
  await difference.getByText('Voice: Be direct and kind').waitFor()
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText(/changed belief “Be direct and kind” agent/).waitFor()
  await timeline.getByRole('combobox', { name: 'Changed in' }).click()
  await page.getByRole('option', { name: 'Its group' }).click()
  await timeline.getByText('This layer changed before no version').waitFor()
  await timeline.getByRole('combobox', { name: 'Changed in' }).click()
  await page.getByRole('option', { name: 'This agent' }).click()
  await timeline.getByRole('button', { name: 'v2' }).getByText('1 in the agent').waitFor()

  const labels = page.getByRole('region', { name: 'Labels' })
  const set = async (version: number, reason: string) => {
    await timeline.getByRole('button', { name: `v${version}` }).click()
    await labels.getByLabel('Label').fill('production')
    await labels.getByLabel('Reason').fill(reason)
    await labels.getByRole('button', { name: `Set to version ${version}` }).click()
    await labels.getByRole('region', { name: 'production' }).getByText(`Version ${version} ·`).waitFor()
  }
  await set(1, 'First release')
  await labels.getByText('1 behind').waitFor()
  await set(2, 'Kinder')
  expect(await versionOf(agent)).toBe(2)
  expect(await violations(page)).toEqual([])

  await labels.getByRole('button', { name: 'Roll back: production' }).click()
  const dialog = page.getByRole('dialog', { name: 'Roll production back?' })
  await dialog.getByLabel('Reason').fill('Too kind')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await labels.getByRole('region', { name: 'production' }).getByText('Version 1 ·').waitFor()
  await labels.getByText(': Too kind').waitFor()
  expect(await versionOf(agent)).toBe(1)
})

test('the live version is the first one also after a change was undone', async () => {
  const agent = await tenant.agent()
  const read = () => tenant.get(`/agents/${agent}/prompt`)
  await read()
  const rule = { agentId: agent, category: 'voice', statement: 'Be direct' }
  const { body } = await tenant.post('/beliefs', rule)
  await read()
  await tenant.delete(`/beliefs/${body.id}`)
  await page.goto(`${url}/agents/${agent}/versions`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('v1 is live. Versions after it were replaced').waitFor()
  const rows = timeline.getByRole('button', { name: /^v\d/ })
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/^v1 .*live/),
    expect.stringMatching(/^v2 .*not live/),
  ])
  expect(await violations(page)).toEqual([])
})

test('a release to several agents, then to all, is taken back as one', async () => {
  const [ada, bo, cy] = [
    await tenant.agent({ name: 'Ada' }),
    await tenant.agent({ name: 'Bo' }),
    await tenant.agent({ name: 'Cy' }),
  ]
  const all = () => Promise.all([ada, bo, cy].map((agent) => versionOf(agent, 'release')))
  await page.goto(`${url}/agents/${ada}/versions`)
  await page.getByRole('button', { name: 'Release…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release to several agents' })
  await dialog.getByLabel('Label').fill('release')
  await dialog.getByRole('combobox', { name: 'Chosen' }).fill('Bo')
  await page.getByRole('option', { name: 'Bo' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Reason').fill('First for two')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Release', exact: true }).click()
  await dialog.getByText('release moved for 2 agents.').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await all()).toEqual([1, 1, 404])

  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'boundary', statement: 'Never on a Friday' })
  await page.getByRole('button', { name: 'Release…' }).click()
  await dialog.getByLabel('Label').fill('release')
  await dialog.getByLabel(/All agents of the organization/).check()
  await dialog.getByRole('button', { name: 'Release', exact: true }).click()
  await dialog.getByText(/release moved for \d+ agents\./).waitFor()
  expect(await all()).toEqual([2, 2, 2])
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText(/Undone: release moved back for \d+ agents\./).waitFor()
  expect(await all()).toEqual([1, 1, 404])
})
