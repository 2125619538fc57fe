import { afterAll, expect, test } from 'vitest'
import { startGitHub } from '../fakes/github.ts'
import { cook, pilot, repository } from '../support/bootstrap.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const github = await startGitHub()
afterAll(() => github.stop())
const dashboard = await setUpDashboard({ GITHUB_API_URL: github.url, BOOTSTRAP_REPOSITORIES: 'tide/agents' })
const { page, tenant, url } = await dashboard.signIn()

test('an agent starts from a starter role, whose statements are reviewed first, and has its prompt', async () => {
  await page.goto(`${url}/start`)
  await page.getByLabel('Name').fill('Kim')
  await page.getByRole('button', { name: 'Create agent' }).click()
  const roles = page.getByRole('list', { name: 'Starter roles' })
  await roles.getByRole('button', { name: /^Backend engineer/ }).waitFor()
  expect(await roles.getByRole('button').count()).toBeGreaterThanOrEqual(18)
  await expectFitting(page)
  await roles.getByRole('button', { name: /^Backend engineer/ }).click()
  const left = 'Let the database enforce what must always be true'
  await page.getByRole('checkbox', { name: left }).uncheck()
  await expectFitting(page)
  await page.getByRole('button', { name: /Add \d+ statements/ }).click()

  await page.getByRole('heading', { name: 'Kim', level: 1 }).waitFor()
  const prompt = page.getByRole('region', { name: 'Prompt text' })
  await prompt.getByText('Make every operation that can be retried safe to run twice').waitFor()
  expect(await prompt.textContent()).not.toContain(left)
  const { body } = await tenant.get('/agents')
  expect(body.data[0]).toMatchObject({
    job_title: 'Backend engineer',
    description: expect.stringContaining('server-side'),
  })
})

test('recommendations are chosen one by one or all at once, and become the agent’s own', async () => {
  const agent = await tenant.agent({ name: 'Lin' })
  await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Be direct' })
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('button', { name: 'Import…' }).click()
  await page.getByRole('menuitem', { name: 'Recommendations' }).click()
  await page.getByText('This agent has no role or description').waitFor()
  await page.getByRole('button', { name: /^Already included/ }).click()
  await page.getByText('Be direct').waitFor()
  await expectFitting(page)

  await tenant.patch(`/agents/${agent}`, { jobTitle: 'Backend engineer' })
  await page.reload()
  const statement = 'Make every operation that can be retried safe to run twice'
  const chosen = page.getByRole('checkbox', { name: statement })
  await chosen.check()
  const responsibilities = page.getByRole('region', { name: 'Responsibilities' }).getByRole('checkbox')
  const count = 1 + (await responsibilities.count())
  await page.getByRole('button', { name: 'Select all responsibilities' }).click()
  await page.getByRole('button', { name: `Add ${count} statements` }).click()
  await page.getByText(`${count} statements added`).waitFor()
  await chosen.waitFor({ state: 'detached' })
  const { body } = await tenant.get(`/agents/${agent}`)
  expect(body.system_prompt).toContain(statement)
  expect(body.responsibilities.length).toBe(count - 1)
})

test('repositories are read, and what is recommended from them names its file and license', async () => {
  github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot }))
  const agent = await tenant.agent({ name: 'Mira', job_title: 'Harbor pilot' })
  await page.goto(`${url}/agents/${agent}/recommendations`)
  const library = page.getByRole('region', { name: 'Sources' })
  await library.getByText('No repositories read yet').waitFor()
  await library.getByRole('button', { name: 'Read definitions' }).click()
  await library.getByText('1 repository read: 1 new definition').waitFor()
  const tide = page.getByRole('checkbox', { name: 'Always check the tide table before entering the harbor' })
  await tide.waitFor()
  const origin = page.getByRole('link', { name: 'tide/agents:agents/pilot.md' }).first()
  expect(await origin.getAttribute('href')).toBe('https://github.com/tide/agents/blob/HEAD/agents/pilot.md')
  await page.getByText('% confidence · tide/agents:agents/pilot.md · MIT').first().waitFor()
  await library.getByRole('row').filter({ hasText: 'tide/agents' }).getByText('MIT').waitFor()

  github.repositories.set('drift/cooks', repository({ 'agents/cook.md': cook }, { license: 'Apache-2.0' }))
  await library.getByLabel('Repository').fill('https://github.com/drift/cooks')
  await library.getByRole('button', { name: 'Read definitions' }).click()
  // The next one is typed while this one is being read, and stays.
  await library.getByLabel('Repository').fill('drift/nothing')
  await library.getByRole('row').filter({ hasText: 'drift/cooks' }).getByText('Apache-2.0').waitFor()
  await library.getByRole('button', { name: 'Read definitions' }).click()
  await library.getByText('1 problem while reading').waitFor()
  await expectFitting(page)
})
