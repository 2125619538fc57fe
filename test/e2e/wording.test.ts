import { expect, test } from 'vitest'
import { discover } from '../support/discovery.ts'
import { report, said } from '../support/sessions.ts'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('words that cannot stand are edited before they are approved, and a selection leaves them', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agentId = await tenant.agent({ name: 'Ada' })
  const [first, second, asked] = ['Never push to main', 'Write notes in English', 'Why do you mock the database?']
  await report(
    tenant,
    agentId,
    [first, second, asked].map((content) =>
      said(content!, { content, sourceQuote: content!.toLowerCase(), how: 'explicit', confidence: 0.9 }),
    ),
  )
  await discover(dashboard.service, tenant, agentId)
  await page.goto(`${url}/review`)
  const card = (statement: string) => page.getByRole('group', { name: statement, exact: true })
  await page.getByRole('region', { name: 'Need an edit' }).waitFor()
  await card(asked!).click()
  await card(asked!).getByText('These words need an edit before they can stand as a rule').waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByLabel('Select all shown').check()
  await card(first!).focus()
  await page.keyboard.press('a')
  await page.getByText('1 proposal to review').waitFor()
  await page.getByText('1 item selected').waitFor()
  await page.getByLabel(`Select: ${asked}`).uncheck()

  await card(asked!).focus()
  await page.keyboard.press('a')
  const field = card(asked!).getByLabel('Statement')
  await field.fill('Never mock the database')
  await field.press('Enter')
  await page.getByText('Nothing to review').waitFor()
  await page
    .getByRole('status')
    .getByText(/decided/)
    .waitFor()
  const { data } = (await tenant.get(`/beliefs?agentId=${agentId}`)).body
  expect(data.map(({ statement, status }: any) => [statement, status])).toEqual(
    expect.arrayContaining([first, second, 'Never mock the database'].map((statement) => [statement, 'approved'])),
  )
})
