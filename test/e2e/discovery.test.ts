import { expect, test } from 'vitest'
import { importContent, testsFirst } from '../support/discovery.ts'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

test('discovery runs while its progress shows, and what it found is reviewed by keyboard', async () => {
  const agent = await tenant.agent({ name: 'Ada' })
  await importContent(dashboard.service, tenant, agent, [
    ...testsFirst,
    ...testsFirst.slice(0, 3),
    'The build took nine minutes today.',
  ])
  await page.goto(`${url}/agents/${agent}/discovery`)
  await page.getByText('No recurring statements yet').waitFor()
  await page.getByRole('button', { name: 'Run discovery' }).click()
  const job = page.getByRole('region', { name: 'Discovery', exact: true })
  await job.getByText('completed').waitFor()
  await page.getByRole('link', { name: 'Review 1 pending' }).waitFor()
  await expect.poll(() => page.title()).toBe('Signals · Ada · Agent Identity')
  const signals = page.getByRole('table', { name: 'Signals' })
  await signals.getByText('Always write tests before I change the code').waitFor()
  await page.getByRole('region', { name: 'Funnel' }).getByText('Proposed').waitFor()
  await signals.getByText('proposed').waitFor()
  await signals.getByRole('button', { name: 'Always write tests before I change the code' }).click()
  await signals.getByText(testsFirst[1]!).first().waitFor()
  expect(await signals.getByRole('link', { name: 'content' }).count()).toBe(7)
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'Review proposals' }).click()
  const proposal = page.getByRole('group', { name: 'Always write tests before I change the code' })
  await proposal.getByText(testsFirst[0]!).first().waitFor()
  await proposal.getByText('7 sources').waitFor()
  expect(await violations(page)).toEqual([])

  // Each quote links to its content, also those beyond the first five.
  await expect.poll(() => proposal.getByRole('link', { name: 'substack post' }).count()).toBe(7)
  await proposal.getByRole('link', { name: 'substack post' }).first().click()
  const article = page.getByRole('article').and(page.locator('[aria-current]'))
  await expect.poll(async () => (await article.boundingBox())?.y ?? 0).toBeGreaterThan(100)
  expect((await article.boundingBox())!.y).toBeLessThan(800)
  // The best quote comes first.
  await article
    .getByText(new RegExp(testsFirst.map(RegExp.escape).join('|')))
    .first()
    .waitFor()
  await page.goBack()
  await proposal.focus()
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await proposal.focus()
  await page.keyboard.press('a')
  await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
  // The page shows a decision before the service has stored it.
  const prompt = async () => (await tenant.get(`/agents/${agent}`)).body.system_prompt
  await expect.poll(prompt).toContain('Always write tests')

  await page.goto(`${url}/agents/${agent}/evidence`)
  await signals.getByText('approved').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Discovery' }).click()
  await page.getByLabel('Minimum sources').fill('9')
  await page.getByLabel('Minimum sources').press('Enter')
  await page.getByText('Saved: Minimum sources').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Evidence', exact: true }).click()
  await page.getByText('A signal is proposed when it has at least 9 sources').waitFor()

  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('region', { name: 'Discovery for Ada' }).getByText('completed').waitFor()
  expect(await violations(page)).toEqual([])
})

test('items that say the same are shown before they are merged, of an agent and of the organization', async () => {
  const agent = await tenant.agent({ name: 'Lin' })
  const items = async () => (await tenant.get(`/beliefs?agentId=${agent}`)).body.count
  const write = (statement: string) => tenant.post('/beliefs', { agentId: agent, category: 'principle', statement })
  await write('Write the tests first')
  await write('Write tests first')
  await page.goto(`${url}/agents/${agent}/discovery`)
  const find = page.getByRole('button', { name: 'Find duplicates' })
  await find.click()
  const dialog = page.getByRole('dialog', { name: 'Near-duplicates' })
  await dialog.getByRole('region', { name: 'Write the tests first' }).getByText('Write tests first').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await items()).toBe(2)
  await find.click()
  const merged = dialog.getByRole('checkbox', { name: /^Merge: Write tests first/ })
  await merged.uncheck()
  expect(await dialog.getByRole('button', { name: 'Merge 0 items' }).isDisabled()).toBe(true)
  await merged.check()
  await dialog.getByRole('button', { name: 'Merge 1 item' }).click()
  await page.getByText('1 item merged').waitFor()
  expect(await items()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(items).toBe(2)
  await find.click()
  await dialog.getByRole('button', { name: 'Merge 1 item' }).click()
  await page.getByText('1 item merged').waitFor()
  await expect.poll(items).toBe(1)
  await find.click()
  await dialog.getByText('worded nearly alike').waitFor()

  await write('Write your tests first')
  await page.goto(`${url}/organization/consensus`)
  await find.click()
  await dialog.getByText('Lin').waitFor()
  await dialog.getByRole('button', { name: 'Merge 1 item' }).click()
  await page.getByText('1 item merged').waitFor()
  expect(await items()).toBe(1)
})

test('content is hidden and shown, and a repository is added and deleted', async () => {
  const agent = await tenant.agent()
  await importContent(dashboard.service, tenant, agent, ['I always write tests first.'])
  await page.goto(`${url}/agents/${agent}/content`)
  const content = page.getByRole('region', { name: 'Content' }).getByRole('article')
  await content.getByRole('button', { name: 'Hide' }).click()
  await content.getByText('hidden').waitFor()
  await content.getByRole('button', { name: 'Show' }).click()
  await content.getByText('hidden').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Sources', exact: true }).click()
  await page.getByLabel('Repository').fill('https://github.com/acme/api')
  await page.getByRole('button', { name: 'Add source' }).click()
  const source = page.getByRole('region', { name: 'acme/api' })
  await source.getByText('never synced').waitFor()
  expect(await violations(page)).toEqual([])
  await source.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await source.waitFor({ state: 'detached' })
})
