import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'
import { focusedText, isOnScreen } from './sight.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

const row = (statement: string) => page.getByRole('listitem').filter({ hasText: statement })
const prompt = () => page.getByRole('region', { name: 'Prompt text' })
const evidence = () =>
  page.getByText('Agent · Principles · pending · Written through the API by Key First key, just now')

async function openAgent(statements: string[], input: object = {}): Promise<void> {
  const agent = await tenant.agent(input)
  for (const statement of statements)
    await tenant.post('/beliefs', { agentId: agent, category: 'principle', statement })
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('region', { name: 'Principles' }).waitFor()
}
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Statement number ${n}`)

test('a line shows its item and what it rests on, an item its line', async () => {
  const agent = await tenant.agent()
  await tenant.post('/beliefs', {
    agentId: agent,
    category: 'principle',
    statement: 'Write the test first',
    sourceType: 'conversation',
    quote: 'I start with a failing test',
  })
  await page.goto(`${url}/agents/${agent}`)
  await prompt().getByText('Write the test first').hover()
  await page.getByText('“I start with a failing test”').waitFor()
  expect(await row('Write the test first').getAttribute('data-active')).toBe('true')
  await row('Write the test first').hover()
  expect(await prompt().getByText('Write the test first').getAttribute('data-active')).toBe('true')
})

test('what a line rests on is on the screen, and an item brings its line there', async () => {
  await openAgent(numbered(40))
  await prompt().getByText('Statement number 0', { exact: true }).hover()
  await evidence().waitFor()
  expect(await isOnScreen(evidence())).toBe(true)

  const last = prompt().getByText('Statement number 39')
  expect(await isOnScreen(last)).toBe(false)
  await row('Statement number 39').hover()
  await expect.poll(() => isOnScreen(last)).toBe(true)
  await prompt().evaluate((region) => region.scrollTo(0, 0))
  const scrolled = await page.evaluate('scrollY')
  await row('Statement number 38').hover()
  await expect.poll(() => isOnScreen(last)).toBe(true)
  expect(await page.evaluate('scrollY')).toBe(scrolled)
})

test('the lines of the prompt are one stop of the keyboard, and lead to their items', async () => {
  await openAgent(['One', 'Two', 'Three'])
  await page.getByRole('button', { name: 'Download' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  expect(await prompt().locator(':focus').textContent()).toBe('Two')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await prompt().locator(':focus').textContent()).toBe('Two')
  await page.getByText('Agent · Principles').waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('region', { name: 'Principles' }).locator(':focus').textContent()).toBe('Two')
})

test('the prompt is shown as people read it, or raw, which the browser keeps', async () => {
  await openAgent(['Write the test first'])
  await prompt().getByRole('heading', { name: 'Principles', level: 3 }).waitFor()
  expect(await prompt().textContent()).not.toMatch(/#|- Write/)
  const raw = page.getByRole('switch', { name: 'Raw' })
  await raw.check()
  await page.reload()
  await prompt().getByText('### Principles').waitFor()
  await row('Write the test first').hover()
  expect(await prompt().getByText('- Write the test first').getAttribute('data-active')).toBe('true')
  await raw.uncheck()
  await prompt().getByRole('heading', { name: 'Principles' }).waitFor()
})

test('a line tells who wrote it, its quote, and its changes', async () => {
  const agent = await tenant.agent()
  const belief = { agentId: agent, category: 'boundary', statement: 'Never merge on red', sourceType: 'conversation' }
  const { body } = await tenant.post('/beliefs', { ...belief, quote: 'I never merge on red' })
  await tenant.patch(`/beliefs/${body.id}`, { statement: 'Never merge while a check is red', status: 'approved' })
  await page.goto(`${url}/agents/${agent}`)
  await prompt().getByText('Never merge while a check is red').hover()
  await page.getByRole('button', { name: 'Why this line' }).click()
  const why = page.getByRole('dialog', { name: 'Why this line' })
  await why.getByText(/^Written through the API by Key First key/).waitFor()
  await why.getByText(/^Approved by /).waitFor()
  await why.getByText('I never merge on red', { exact: true }).waitFor()
  const changes = why.getByRole('region', { name: 'Changes' })
  await changes.getByText('“Never merge on red” → “Never merge while a check is red”').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedText(page)).toBe('Why this line')
})

const choosePane = (name: string) => page.getByRole('radiogroup', { name: 'Pane' }).getByText(name).click()

test('a line shows what was merged into it, with its quote and author', async () => {
  const agentId = await tenant.agent()
  const kept = { agentId, category: 'principle', statement: 'Write tests before you change production code' }
  const gone = { ...kept, statement: 'Always write tests before changing the code', sourceType: 'manual' }
  const { body: first } = await tenant.post('/beliefs', kept)
  await tenant.post(`/beliefs/${first.id}/star`)
  await tenant.post('/beliefs', { ...gone, quote: 'Tests come first' })
  await tenant.post(`/agents/${agentId}/dedup`, { dryRun: false })
  await page.goto(`${url}/agents/${agentId}`)
  await prompt().getByText(kept.statement).hover()
  await page.getByRole('button', { name: 'Why this line' }).click()
  const why = page.getByRole('dialog', { name: 'Why this line' })
  // A starred line, without its emphasis.
  await why.getByText(kept.statement, { exact: true }).waitFor()
  await why.getByRole('region', { name: 'Merged from' }).getByText(`“${gone.statement}” · by Key First key`).waitFor()
  await why.getByText('Tests come first', { exact: true }).waitFor()
  await why.getByText(/ · merged$/).waitFor()
  await why.getByText(/^Key First key deleted the merged belief/).waitFor()
  expect(await violations(page)).toEqual([])
})

test('the report names items that contradict and repeat each other, and leads to them', async () => {
  const report = page.getByRole('region', { name: 'Report on the prompt' })
  await openAgent(['Always answer in prose', 'Keep client files confidential'])
  await choosePane('Report')
  await report.getByText(/\d+ tokens \(o200k_base\); items: Agent \d+/).waitFor()
  await report.getByText('No item repeats or contradicts another').waitFor()

  await openAgent(['Never answer in prose', 'Always answer in prose', 'Client files must be kept confidential'])
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, {
    category: 'principle',
    statement: 'Keep client files confidential',
  })
  await choosePane('Report')
  expect(new URL(page.url()).search).toBe('?pane=report')
  await page.reload()
  await report.getByRole('region', { name: 'Merge' }).getByText('Organization').waitFor()
  expect(await violations(page)).toEqual([])
  await report.getByRole('region', { name: 'Decide' }).getByRole('button', { name: 'Always answer in prose' }).click()
  await expect.poll(() => focusedText(page)).toBe('Always answer in prose')
  expect(await report.isVisible()).toBe(true)
})

test('the choice of a pane moves nothing, and a pane keeps its scroll position', async () => {
  await openAgent(numbered(40))
  await prompt().evaluate((region) => region.scrollTo(0, 200))
  const pane = page.getByRole('region', { name: 'Prompt, report and trial' })
  const first = page
    .getByRole('region', { name: 'Principles' })
    .getByRole('button', { name: 'Statement number 0', exact: true })
  const boxes = async () => [await pane.boundingBox(), await first.boundingBox()]
  const before = await boxes()
  for (const name of ['Report', 'Try']) {
    await choosePane(name)
    await expect.poll(() => prompt().isVisible()).toBe(false)
    expect(await boxes()).toEqual(before)
  }
  await page.getByText('No language model is configured').waitFor()
  await choosePane('Prompt')
  await expect.poll(() => prompt().evaluate((region) => region.scrollTop)).toBe(200)
})

test('on a phone a line that is tapped tells whose it is, and the way to its item', async () => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openAgent(numbered(30))
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Prompt').click()
  await prompt().getByText('Statement number 3', { exact: true }).click()
  await evidence().waitFor()
  expect(await isOnScreen(evidence())).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Go to item' }).click()
  expect(await focusedText(page)).toBe('Statement number 3')
  expect(await isOnScreen(page.getByRole('button', { name: 'Statement number 3', exact: true }))).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the prompt is downloaded as a file', async () => {
  await openAgent(['Write the test first'], { name: 'Nova' })
  await page.getByRole('button', { name: 'Download' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'SOUL.md' }).click()
  expect((await download).suggestedFilename()).toBe('nova-SOUL.md')
})

test('the pane tells the live version, the labels behind it, and the tokens by layer as the list of versions does', async () => {
  const agentId = await tenant.agent()
  await tenant.post('/beliefs', { agentId, category: 'principle', statement: 'Write the test first' })
  await tenant.put(`/agents/${agentId}/labels/production`, { version: 'live' })
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'axiom', statement: 'Trust is earned' })
  await page.goto(`${url}/agents/${agentId}`)
  const pane = page.getByRole('region', { name: 'Prompt, report and trial' })
  await pane.getByText('production v1, 1 change behind').waitFor()
  await pane.getByText('v2 · live', { exact: true }).waitFor()
  const { body } = await tenant.get(`/agents/${agentId}/prompt-versions`)
  await pane.getByText(`${body.data[0].tokens} tokens`, { exact: true }).waitFor()
  await pane.getByText(/^Organization \d+$/).waitFor()
  expect(await violations(page)).toEqual([])
})
