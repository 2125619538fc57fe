import { afterAll, expect, test } from 'vitest'
import { startLanguageModel } from '../../fakes/language-model.ts'
import { setUpDashboard } from '../set-up.ts'
import { personAt, reportTasks } from './person.ts'

/** Tasks of somebody who writes what agents are told. */

const model = await startLanguageModel()
afterAll(() => model.stop())
const dashboard = await setUpDashboard({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'small' })
reportTasks()

async function signIn() {
  const signedIn = await dashboard.signIn()
  const { tenant } = signedIn
  const ada = await tenant.agent({ name: 'Ada' })
  const lin = await tenant.agent({ name: 'Lin' })
  const promptOf = async (agent: string) => (await tenant.get(`/agents/${agent}/prompt`)).text
  return { ...signedIn, ada, lin, promptOf, person: personAt(signedIn.page) }
}

test('five beliefs are typed as fast as somebody types, and stored letter by letter', async () => {
  const { page, tenant, url, ada, person } = await signIn()
  const statements = [
    'Write the failing test first',
    'Name things for their readers',
    'Measure before and after',
    'Leave no warning unread',
    'Say when you do not know',
  ]
  await page.goto(`${url}/agents/${ada}`)
  await person.click(page.getByRole('button', { name: 'Add to Principles' }))
  for (const statement of statements) {
    await person.type(statement)
    await person.press('Enter')
  }
  const stored = async () => (await tenant.get(`/beliefs?agentId=${ada}`)).body.data.map((each: any) => each.statement)
  await expect.poll(async () => (await stored()).sort()).toEqual([...statements].sort())
  const letters = statements.join('').length
  person.finish({
    task: 'Type five beliefs',
    before: { clicks: 1, keys: 191 },
    atMost: { clicks: 1, keys: letters + statements.length },
  })
})

test('a line says who wrote it, when and why', async () => {
  const { page, tenant, url, ada, person } = await signIn()
  const belief = { agentId: ada, category: 'boundary', statement: 'Never merge on red' }
  await tenant.post('/beliefs', { ...belief, sourceType: 'conversation', quote: 'I never merge on red' })
  await page.goto(`${url}/agents/${ada}`)
  const line = page.getByRole('region', { name: 'Prompt text' }).getByText('Never merge on red')
  await person.click(line)
  await person.click(page.getByRole('button', { name: 'Why this line' }))
  const why = page.getByRole('dialog', { name: 'Why this line' })
  await why.getByText(/^Written through the API by Key First key/).waitFor()
  await why.getByText('I never merge on red', { exact: true }).waitFor()
  person.finish({ task: 'Learn why a line is there', atMost: { clicks: 2, keys: 0 } })
})

test('an item of the organization is added with its effect in view', async () => {
  const { page, url, lin, promptOf, person } = await signIn()
  await page.goto(url)
  await person.click(page.getByRole('navigation').getByRole('link', { name: 'Shared identity' }))
  await person.click(page.getByRole('button', { name: 'Add to Voice' }))
  await person.type('Be very direct')
  await person.press('Enter')
  const dialog = page.getByRole('dialog', { name: '2 of 2 agents will change' })
  await dialog.getByText('Voice: Be very direct').waitFor()
  await person.click(dialog.getByRole('button', { name: 'Save for 2 agents' }))
  await expect.poll(() => promptOf(lin)).toContain('Be very direct')
  person.finish({
    task: 'Add an item for everybody and see its effect',
    before: { clicks: 3, keys: 14 },
    atMost: { clicks: 3, keys: 15 },
  })
})

test('"deploy" is found in nine agents, reworded in all of them at once, and brought back by one key', async () => {
  const { page, tenant, url, promptOf, person } = await signIn()
  const agents: string[] = []
  for (let number = 1; number <= 9; number++) {
    const agentId = await tenant.agent({ name: `Agent ${number}` })
    agents.push(agentId)
    const category = number % 2 ? 'principle' : 'boundary'
    await tenant.post('/beliefs', { agentId, category, statement: 'Never deploy on a Friday', status: 'approved' })
  }
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await person.press('Control+k')
  const box = page.getByRole('textbox', { name: 'Search' })
  await box.waitFor()
  await box.fill('deploy')
  await person.press('Control+Enter')
  await person.click(page.getByRole('checkbox', { name: 'Select all' }))
  await person.click(page.getByRole('button', { name: 'Replace…' }))
  await page.getByLabel('Find', { exact: true }).fill('deploy')
  await page.getByLabel('Replace with').fill('release')
  await person.press('Enter')
  await person.click(page.getByRole('button', { name: 'Save for 9 agents' }))
  await page.getByText('9 items reworded').waitFor()
  expect(await promptOf(agents[0]!)).toContain('Never release on a Friday')
  // Without the letters of the two words and of what is looked for.
  person.finish({ task: 'Edit everything about "deploy" in nine agents', atMost: { total: 8 } })
  await person.press('u')
  await expect.poll(() => promptOf(agents[8]!)).toContain('Never deploy on a Friday')
  expect(await promptOf(agents[0]!)).not.toContain('release')
})

test('a prompt is tried with a model, beside its version of before', async () => {
  const { page, tenant, url, ada, person } = await signIn()
  await tenant.get(`/agents/${ada}/prompt`)
  await tenant.post('/beliefs', {
    agentId: ada,
    category: 'boundary',
    statement: 'Never merge on red',
    status: 'approved',
  })
  model.reply = ({ messages }) =>
    messages[0]!.content.includes('Never merge on red') ? 'No, it is red.' : 'Yes, go on.'
  await page.goto(`${url}/agents/${ada}`)
  await person.click(page.getByRole('radiogroup', { name: 'Pane' }).getByText('Try'))
  await person.click(page.getByLabel('Second prompt'))
  await page.getByLabel('Second prompt').selectOption('Version 1')
  await person.click(page.getByLabel('Message'))
  await person.type('May I merge?')
  await person.press('Control+Enter')
  await page.getByRole('region', { name: 'Answer: Live prompt' }).getByText('No, it is red.').waitFor()
  person.finish({ task: 'Try a prompt with a model', atMost: { clicks: 4, keys: 14 } })
})
