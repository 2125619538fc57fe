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

test('recommendations are chosen in the dialog for imports, and become the agent’s own', async () => {
  const agent = await tenant.agent({ name: 'Lin' })
  await page.goto(`${url}/agents/${agent}?import`)
  await page.getByText('Recommended', { exact: true }).click()
  await page.getByText('Lin has neither').waitFor()
  await expectFitting(page)

  await tenant.patch(`/agents/${agent}`, { jobTitle: 'Backend engineer' })
  await page.reload()
  await page.getByText('Recommended', { exact: true }).click()
  const statement = 'Make every operation that can be retried safe to run twice'
  await page.getByRole('checkbox', { name: `Import: ${statement}` }).check()
  await page.getByRole('list', { name: 'Origins' }).getByText('Starter role: backend engineer').waitFor()
  await page.getByRole('button', { name: 'Import 1 rule' }).click()
  await page.getByText('1 imported from starter:backend-engineer').waitFor()
  const { body } = await tenant.get(`/agents/${agent}`)
  expect(body.system_prompt).toContain(statement)
})

test('a starter role is read into the same table', async () => {
  const agent = await tenant.agent({ name: 'Noor' })
  await page.goto(`${url}/agents/${agent}?import`)
  await page.getByText('Starter role', { exact: true }).click()
  await page.getByRole('button', { name: /^Backend engineer/ }).click()
  const left = 'Let the database enforce what must always be true'
  await page.getByRole('checkbox', { name: `Import: ${left}` }).uncheck()
  await page.getByText('1 skipped').waitFor()
  await page.getByRole('button', { name: /^Import \d+ rules/ }).click()
  await page.getByText(/imported from starter:backend-engineer/).waitFor()
  expect((await tenant.get(`/agents/${agent}/prompt`)).text).not.toContain(left)
})

test('repositories are read, and what is recommended from them names its file and license', async () => {
  github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot }))
  const agent = await tenant.agent({ name: 'Mira', job_title: 'Harbor pilot' })
  await page.goto(`${url}/agents/${agent}?import`)
  await page.getByText('Recommended', { exact: true }).click()
  const library = page.getByRole('region', { name: 'Sources' })
  await library.getByText('No repositories read yet').waitFor()
  await library.getByRole('button', { name: 'Read definitions' }).click()
  await library.getByText('1 repository read: 1 new definition').waitFor()
  await page.getByRole('checkbox', { name: 'Import: Always check the tide table before entering the harbor' }).waitFor()
  const origin = page.getByRole('link', { name: 'tide/agents:agents/pilot.md' }).first()
  expect(await origin.getAttribute('href')).toBe('https://github.com/tide/agents/blob/HEAD/agents/pilot.md')
  await page.getByRole('list', { name: 'Origins' }).getByText('tide/agents:agents/pilot.md · MIT').waitFor()
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
