import { expect, test } from 'vitest'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

/** Two agents side by side. */

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

async function agentWith(name: string, statements: string[]) {
  const id = await tenant.agent({ name })
  for (const statement of statements)
    await tenant.post('/beliefs', { agentId: id, category: 'principle', statement, status: 'approved' })
  return id
}
const statementsOf = async (agentId: string) =>
  (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data.map(({ statement }: { statement: string }) => statement)
const list = (name: string) => page.getByRole('list', { name: `Principles: ${name}` })

test('two selected agents are compared, and a line is copied to the other one and taken back', async () => {
  await agentWith('Mira', ['Write the test first', 'Keep client files confidential', 'Merge on Mondays'])
  const noor = await agentWith('Noor', ['Write the test first', 'Client files must be kept confidential'])
  await page.goto(`${url}/agents`)
  await page.getByRole('checkbox', { name: 'Select: Mira' }).check()
  await page.getByRole('checkbox', { name: 'Select: Noor' }).check()
  await page.getByRole('link', { name: 'Compare', exact: true }).click()

  await list('both').getByText('Write the test first').waitFor()
  expect(await list('both').locator('mark').allTextContents()).not.toEqual([])
  await list('both').getByText('Client files must be kept confidential').waitFor()
  expect(await list('only Mira').getByRole('listitem').count()).toBe(1)
  expect(await list('only Noor').getByRole('listitem').count()).toBe(0)
  await page.getByText(/^1 line · prompt \d+ tokens$/).waitFor()
  await expectFitting(page)

  await page.getByRole('button', { name: 'Copy to Noor: Merge on Mondays' }).click()
  await list('both').getByText('Merge on Mondays').waitFor()
  expect(await statementsOf(noor)).toContain('Merge on Mondays')
  await page.getByRole('button', { name: 'Undo' }).click()
  await list('only Mira').getByText('Merge on Mondays').waitFor()
  expect(await statementsOf(noor)).not.toContain('Merge on Mondays')
})

test('an agent leads to a comparison that asks for the second agent', async () => {
  const ada = await agentWith('Ada', ['Be brief'])
  const grace = await agentWith('Grace', ['Be kind'])
  await page.goto(`${url}/agents/${ada}`)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await page.getByText('Choose two agents.').waitFor()
  await page.getByRole('combobox', { name: 'Second agent' }).fill('Grace')
  await page.getByRole('option', { name: 'Grace' }).click()
  await list('only Grace').getByText('Be kind').waitFor()
  expect(new URL(page.url()).searchParams.get('b')).toBe(grace)
})
