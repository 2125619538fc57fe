import { expect, test } from 'vitest'
import { password } from '../dashboard.ts'
import { setUpDashboard } from '../set-up.ts'
import { personAt, reportTasks } from './person.ts'

/** Tasks of somebody who starts, compares, and owns an organization. */

const dashboard = await setUpDashboard()
reportTasks()

async function signIn() {
  const signedIn = await dashboard.signIn()
  return { ...signedIn, person: personAt(signedIn.page) }
}

test('a newcomer has an agent with rules and its prompt', async () => {
  const page = await dashboard.open()
  const person = personAt(page)
  await page.goto(dashboard.url)
  await person.click(page.getByRole('link', { name: 'Create an account' }))
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel('Organization').fill('Navy')
  await person.click(page.getByRole('button', { name: 'Create account' }))
  await person.click(page.getByRole('link', { name: 'Create your first agent' }))
  await page.getByLabel('Name').fill('Ada')
  await person.click(page.getByLabel('Existing rules file'))
  await person.click(page.getByRole('button', { name: 'Create agent' }))
  await page.getByLabel('Rules').fill('- Always run the tests before you push\n- Never commit secrets')
  await person.click(page.getByRole('button', { name: 'Preview' }))
  await person.click(page.getByRole('button', { name: 'Import 2 rules' }))
  const prompt = page.getByRole('region', { name: 'Prompt text' })
  await prompt.getByText('Always run the tests before you push').waitFor()
  // Without the letters of the five fields.
  person.finish({ task: 'First five minutes, up to a prompt', before: {}, atMost: { clicks: 8, keys: 0 } })
})

test('a rules file is imported, and taken back', async () => {
  const { page, tenant, url, person } = await signIn()
  const ada = await tenant.agent({ name: 'Ada' })
  const prompt = async () => (await tenant.get(`/agents/${ada}/prompt`)).text
  await page.goto(`${url}/agents/${ada}`)
  await person.click(page.getByRole('link', { name: 'Import…' }))
  const chooser = page.waitForEvent('filechooser')
  await person.click(page.getByRole('button', { name: 'Choose files' }))
  const buffer = Buffer.from('- Never merge on red\n- Always greet people\n')
  await (await chooser).setFiles({ name: 'AGENTS.md', mimeType: 'text/markdown', buffer })
  await person.click(page.getByRole('button', { name: 'Import 2 rules' }))
  await expect.poll(prompt).toContain('Always greet people')
  person.finish({ task: 'Import a rules file', before: { clicks: 6 }, atMost: { clicks: 3, keys: 0 } })
  await page.getByText('2 imported from AGENTS.md').waitFor()
  await page.keyboard.press('u')
  await expect.poll(prompt).not.toContain('Always greet people')
})

test('two agents are compared', async () => {
  const { page, tenant, url, person } = await signIn()
  for (const [name, statement] of [
    ['Mira', 'Merge on Mondays'],
    ['Noor', 'Write the test first'],
  ])
    await tenant.post('/beliefs', {
      agentId: await tenant.agent({ name }),
      category: 'principle',
      statement,
      status: 'approved',
    })
  await page.goto(`${url}/agents`)
  await person.click(page.getByRole('checkbox', { name: 'Select: Mira' }))
  await person.click(page.getByRole('checkbox', { name: 'Select: Noor' }))
  await person.click(page.getByRole('link', { name: 'Compare', exact: true }))
  await page.getByRole('list', { name: 'Principles: only Mira' }).getByText('Merge on Mondays').waitFor()
  await page.getByRole('list', { name: 'Principles: only Noor' }).getByText('Write the test first').waitFor()
  person.finish({ task: 'Compare two agents', atMost: { clicks: 3, keys: 0 } })
})

test('a key is made that only proposes for one agent, and is revoked', async () => {
  const { page, tenant, url, person } = await signIn()
  const ada = await tenant.agent({ name: 'Ada' })
  await page.goto(`${url}/organization/keys`)
  await person.click(page.getByRole('textbox', { name: 'Name' }))
  await person.type('CI')
  await person.click(page.getByRole('combobox', { name: 'Agent' }))
  await person.click(page.getByRole('option', { name: 'Ada' }))
  await person.click(page.getByRole('button', { name: 'Create key' }))
  const key = await page.getByLabel('API key', { exact: true }).textContent()
  const read = () => dashboard.service.call('GET', `/agents/${ada}`, undefined, { authorization: `Bearer ${key}` })
  expect((await read()).status).toBe(200)
  const row = page.getByRole('row').filter({ hasText: 'CI' })
  await row.getByText('Propose').waitFor()
  await person.click(row.getByRole('button', { name: 'Revoke' }))
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }))
  await row.waitFor({ state: 'detached' })
  expect((await read()).status).toBe(401)
  person.finish({
    task: 'Make, limit and revoke a key',
    before: { clicks: 8, keys: 10 },
    atMost: { clicks: 8, keys: 10 },
  })
})

test('an agent gets another slug, and a taken one is refused beside its field', async () => {
  const { page, tenant, url, person } = await signIn()
  const ada = await tenant.agent({ name: 'Ada' })
  await tenant.agent({ name: 'Lin' })
  await page.goto(`${url}/agents/${ada}`)
  await person.click(page.getByRole('main').getByRole('link', { name: 'Settings' }))
  const slug = page.getByLabel('Slug')
  await person.click(slug)
  await person.press('Control+a')
  await person.type('lin')
  await person.press('Enter')
  await page
    .getByText(/taken|already/)
    .first()
    .waitFor()
  await person.press('Control+a')
  await person.type('countess')
  await person.press('Enter')
  await expect.poll(async () => (await tenant.get(`/agents/${ada}`)).body.slug).toBe('countess')
  person.finish({ task: 'Rename a slug', before: { clicks: 3 }, atMost: { clicks: 3, keys: 16 } })
})

test('an organization is deleted by its typed name', async () => {
  const { page, tenant, url, person } = await signIn()
  await page.goto(url)
  await person.click(page.getByRole('navigation').getByRole('link', { name: 'Settings' }))
  await person.click(page.getByRole('button', { name: 'Delete organization' }))
  const dialog = page.getByRole('dialog')
  await person.click(dialog.getByLabel(`Type ${tenant.slug}`))
  await person.type(tenant.slug)
  await person.click(dialog.getByRole('button', { name: 'Delete organization' }))
  await page.getByRole('heading', { name: 'You are not in an organization' }).waitFor()
  person.finish({ task: 'Delete an organization', before: { clicks: 4, keys: 9 }, atMost: { clicks: 4, keys: 9 } })
})
