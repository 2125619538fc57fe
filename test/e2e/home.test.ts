import { expect, test } from 'vitest'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('home says what waits; rows are opened and hidden by keys, and steps tick themselves', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const [ada, lin] = [await tenant.agent({ name: 'Ada' }), await tenant.agent({ name: 'Lin' })]
  const belief = (agentId: string, statement: string) => ({ agentId, category: 'voice', statement })
  await tenant.post('/beliefs', belief(ada, 'Be direct'))
  await tenant.post('/beliefs', belief(ada, 'Be kind'))
  await tenant.post('/beliefs', belief(lin, 'Be brief'))
  await tenant.get(`/agents/${lin}/prompt`, { 'x-client': 'cli/web-shop' })
  await dashboard.service.deps.promptReads.flush()

  await page.goto(url)
  const waiting = page.getByRole('region', { name: 'Needs you' })
  await waiting.getByRole('link', { name: 'Ada 2 written items to review' }).waitFor()
  const changes = page.getByRole('region', { name: /^Since / })
  const change = changes.getByRole('link', { name: 'Key First key created belief “Be brief” · just now' })
  expect(await change.getAttribute('href')).toContain(`/agents/${lin}#item-`)
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('Let a tool read its prompt (done)').waitFor()
  await steps.getByRole('link', { name: 'Approve a first proposal' }).waitFor()
  await expectFitting(page)

  await page.keyboard.press('j')
  await page.keyboard.press('h')
  await waiting.getByRole('link', { name: /^Ada/ }).waitFor({ state: 'detached' })
  await page.reload()
  await waiting.getByRole('link', { name: /^Lin/ }).waitFor()
  expect(await waiting.getByRole('link').count()).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByText('Only Lin').waitFor()
  await page.getByRole('group', { name: 'Be brief' }).waitFor()

  await page.goto(url)
  await waiting.getByRole('button', { name: 'Show 1 row hidden until tomorrow' }).click()
  await waiting.getByRole('link', { name: /^Ada/ }).waitFor()
})
