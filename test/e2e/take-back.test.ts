import { expect, test } from 'vitest'
import { add, setUpDashboard } from './set-up.ts'

/** Imports, saved forms and merged requests can be taken back, and a removal says whom it concerns. */

const dashboard = await setUpDashboard()

async function signIn() {
  const person = await dashboard.signIn()
  const ada = await person.tenant.agent({ name: 'Ada' })
  await person.tenant.agent({ name: 'Lin' })
  const done = (text: string) => person.page.getByRole('status').filter({ hasText: text })
  return { ...person, ada, done }
}

test('imported rules go again, and no others', async () => {
  const { page, tenant, url, ada, done } = await signIn()
  await tenant.post('/beliefs', { agentId: ada, category: 'boundary', statement: 'Never commit secrets' })
  await page.goto(`${url}/agents/${ada}?import`)
  await page.getByLabel('Rules').fill('- Always run the tests before you push\n- Never merge on a Friday\n')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Import 2 rules' }).click()
  await done('2 imported').getByRole('button', { name: 'Undo' }).waitFor()
  const prompt = async () => (await tenant.get(`/agents/${ada}/prompt`)).text
  expect(await prompt()).toContain('Never merge on a Friday')
  await page.keyboard.press('u')
  await expect.poll(prompt).not.toContain('Never merge on a Friday')
  expect(await prompt()).toContain('Never commit secrets')
  await expect.poll(prompt).not.toContain('run the tests')
})

test('a saved profile is taken back, and a change of somebody else stays', async () => {
  const { page, tenant, url, ada, done } = await signIn()
  await page.goto(`${url}/agents/${ada}`)
  const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click()
  await edit()
  const role = page.getByLabel('Role')
  const save = page.getByRole('button', { name: 'Save profile' })
  const stored = async () => (await tenant.get(`/agents/${ada}`)).body.job_title
  await role.fill('Backend engineer')
  await save.click()
  await done('Profile saved').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stored).toBe(null)
  await edit()
  await expect.poll(() => role.inputValue()).toBe('')
  await role.fill('Designer')
  await save.click()
  await done('Profile saved').getByRole('button', { name: 'Undo' }).waitFor()
  await tenant.patch(`/agents/${ada}`, { jobTitle: 'Director' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alert').filter({ hasText: "Couldn't undo" }).waitFor()
  expect(await stored()).toBe('Director')
})

test('a merged request is undone at once for one agent, and by another request for all', async () => {
  const { page, tenant, url, ada, done } = await signIn()
  const merge = async (title: string, owner: object) => {
    const { id } = (await tenant.post('/change-requests', { title, changes: [add(owner, title)] })).body
    await page.goto(`${url}/change-requests/${id}`)
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText(/^Merged by/).waitFor()
    await done('Merged').getByRole('button', { name: 'Undo' }).click()
  }
  const prompt = async () => (await tenant.get(`/agents/${ada}/prompt`)).text
  await merge('Write tests first', { agentId: ada })
  await expect.poll(prompt).not.toContain('Write tests first')
  await merge('Roll back first', { orgId: tenant.orgId })
  await page.getByRole('heading', { name: /^Revert change/ }).waitFor()
  await page.getByText('open', { exact: true }).first().waitFor()
  expect(await prompt()).toContain('Roll back first')
})

test('a line that was deleted from the file of one agent is hidden for it, unless all are meant', async () => {
  const { page, tenant, url, ada } = await signIn()
  const inherited = { category: 'boundary', statement: 'Never merge on red' }
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, inherited)
  const { body } = await tenant.get(`/agents/${ada}/export?format=claude_md&report=true`)
  const content: string = body.files[0].content
  await page.goto(`${url}/agents/${ada}?import`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles({
    name: 'CLAUDE.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(`${content.replace('- Never merge on red\n', '')}\n- Always name the owner of a change\n`),
  })
  const found = page.getByRole('table', { name: 'Items found' })
  await found.getByText('Removed').waitFor()
  await found.getByText('Added').waitFor()
  const removal = found.getByRole('combobox', { name: 'Removal of: Never merge on red' })
  await expect
    .poll(() => removal.locator('option').allTextContents())
    .toEqual(['Hide for Ada', 'Remove for all 2 agents'])
  expect(await removal.inputValue()).toBe('hide')
  await page.getByRole('button', { name: 'Propose 2 changes' }).click()
  await page.waitForURL('**/change-requests/*')
  const [request] = (await tenant.get('/change-requests')).body.data
  const { changes } = (await tenant.get(`/change-requests/${request.id}`)).body
  expect(changes.map(({ op }: any) => op).sort()).toEqual(['add', 'override'])
})
