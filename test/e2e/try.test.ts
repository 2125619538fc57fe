import { afterAll, beforeEach, expect, test } from 'vitest'
import { afterOnePiece, startLanguageModel, streamFaults } from '../fakes/language-model.ts'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

/** Trying an agent's prompt with a language model. */

const model = await startLanguageModel()
afterAll(() => model.stop())
const dashboard = await setUpDashboard({
  LLM_BASE_URL: model.baseUrl,
  LLM_MODEL: 'small',
  LLM_TRY_MODELS: 'large',
})
const { page, tenant, url } = await dashboard.signIn()

let agent: string
beforeEach(async () => {
  model.requests.length = 0
  agent = await tenant.agent({ name: 'Mira' })
  await tenant.get(`/agents/${agent}/prompt`)
  await tenant.put(`/agents/${agent}/labels/production`, { version: 1 })
  const belief = { agentId: agent, category: 'boundary', statement: 'Never merge on red', status: 'approved' }
  await tenant.post('/beliefs', belief)
})
const answer = (name: string) => page.getByRole('region', { name: `Answer: ${name}` })
const system = (request: (typeof model.requests)[number]) => request.messages[0]!.content

test('a message is answered under two prompts side by side, with tokens and time', async () => {
  model.reply = (request) => (system(request).includes('Never merge on red') ? 'No, it is red.' : 'Yes, go on.')
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('radiogroup', { name: 'Pane' }).getByText('Try').click()
  await page.getByLabel('Message').fill('May I merge?')
  await page.getByLabel('Model').selectOption('large')
  await page.getByLabel('Second prompt').selectOption('production (v1)')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer('Live prompt').getByText('No, it is red.').waitFor()
  await answer('production (v1)').getByText('Yes, go on.').waitFor()
  await answer('Live prompt')
    .getByText(/^10 \+ 5 tokens · \d+\.\d s$/)
    .waitFor()
  expect(model.requests.map((request) => [request.model, request.messages.at(-1)!.content])).toEqual([
    ['large', 'May I merge?'],
    ['large', 'May I merge?'],
  ])
  expect(new URL(page.url()).search).toBe('?pane=try')
  const tabs = page.getByRole('navigation', { name: 'Pages of this agent' })
  expect(await tabs.getByRole('link', { name: 'Identity' }).getAttribute('aria-current')).toBe('page')
  await expectFitting(page)

  await page.getByLabel('Second prompt').selectOption('Variant')
  await page.getByLabel('Seed: Second prompt').fill('7')
  await page.getByLabel('Message').press('Control+Enter')
  await answer('Variant, seed 7').getByText('No, it is red.').waitFor()
})

test('Stop ends an answer, keeps its beginning, and the model stops working', async () => {
  const closed = Promise.withResolvers<void>()
  model.reply = () =>
    afterOnePiece((response) => {
      response.on('close', closed.resolve)
    })
  await page.goto(`${url}/agents/${agent}?pane=try`)
  await page.getByLabel('Message').fill('May I merge?')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer('Live prompt').getByText('Never').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await answer('Live prompt').getByText('Stopped').waitFor()
  await answer('Live prompt').getByText('Never').waitFor()
  await closed.promise
  await page.getByRole('button', { name: 'Send' }).waitFor()
})

test('an answer that fails says why below the words that came, as data and not as markup', async () => {
  model.reply = () => '<b>bold</b>'
  await page.goto(`${url}/agents/${agent}?pane=try`)
  await page.getByLabel('Message').fill('May I merge?')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer('Live prompt').getByText('<b>bold</b>').waitFor()
  model.reply = () => streamFaults.cutOff
  await page.getByRole('button', { name: 'Send' }).click()
  await answer('Live prompt').getByRole('alert').getByText('The language model broke off its answer').waitFor()
  await answer('Live prompt').getByText('Never').waitFor()
  expect(await violations(page)).toEqual([])
})

test('on a phone the trial has the page to itself', async () => {
  model.reply = () => 'No.'
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Try').click()
  expect(await page.getByRole('radiogroup', { name: 'Items shown' }).isVisible()).toBe(false)
  await page.getByLabel('Message').fill('May I merge?')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer('Live prompt').getByText('No.').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.reload()
  await page.getByLabel('Message').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
})
