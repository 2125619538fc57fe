import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

/** Review in two panes: the list, and the current proposal beside it or alone on a phone. */

const dashboard = await setUpDashboard()

const principle = (statement: string) => ({ category: 'principle', statement })

async function signIn() {
  const person = await dashboard.signIn()
  const ada = await person.tenant.agent({ name: 'Ada' })
  const lin = await person.tenant.agent({ name: 'Lin' })
  return { ...person, ada, lin }
}

test('a statement that is proposed for several agents is one decision, by one request', async () => {
  const { page, tenant, url, ada, lin } = await signIn()
  const mae = await tenant.agent({ name: 'Mae' })
  for (const agentId of [ada, lin, mae]) await tenant.post('/beliefs', { agentId, ...principle('Measure twice') })
  await tenant.post('/beliefs', { agentId: lin, ...principle('Cut once') })
  await page.goto(`${url}/review`)
  const statuses = async () =>
    (await Promise.all([ada, lin, mae].map((agentId) => tenant.get(`/beliefs?agentId=${agentId}`)))).map(({ body }) =>
      body.data
        .map(({ statement, status }: any) => `${status}: ${statement}`)
        .find((text: string) => /Measure/.test(text)),
    )
  await page.getByRole('region', { name: 'Several agents' }).getByText('3 agents').waitFor()
  const card = page.getByRole('group', { name: 'Measure twice' })
  await card.getByText('for Ada, Lin, Mae').waitFor()
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname)
  })
  await card.getByRole('button', { name: /^Approve/ }).click()
  await page.getByText('Approved for 3 agents: Measure twice').waitFor()
  await expect.poll(statuses).toEqual(Array(3).fill('approved: Measure twice'))
  expect(writes).toEqual(['/api/v1/beliefs/bulk'])
  await page.keyboard.press('u')
  await card.waitFor()
  await expect.poll(statuses).toEqual(Array(3).fill('pending: Measure twice'))
  await card.click()
  await card.getByRole('button', { name: /^Edit/ }).click()
  await card.getByLabel('Statement').fill('Measure three times')
  await page.keyboard.press('Enter')
  await expect.poll(statuses).toEqual(Array(3).fill('approved: Measure three times'))
})

test('the filter stands in the address, and on a phone one proposal fills the screen', async () => {
  const { page, tenant, url, ada, lin } = await signIn()
  for (const agentId of [ada, lin]) {
    const name = agentId === ada ? 'Ada' : 'Lin'
    for (const rule of ['Deploy', 'Test'])
      await tenant.post('/beliefs', { agentId, ...principle(`${rule} as ${name}`) })
  }
  await page.goto(`${url}/review`)
  await page.getByLabel('Filter').fill('deploy')
  const cards = page.locator('[data-card]')
  await expect.poll(() => cards.count()).toBe(2)
  expect(page.url()).toContain('?q=deploy')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByText('1 of 2', { exact: true }).waitFor()
  expect(await cards.filter({ visible: true }).count()).toBe(1)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Next proposal' }).click()
  const approve = page.getByRole('button', { name: 'Approve: Deploy as Lin' })
  const { height, y } = (await approve.boundingBox())!
  expect([height, y > 700]).toEqual([48, true])
  await approve.click()
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Reject: Deploy as Ada' }).click()
  await page.getByText('No matches').waitFor()
})

test('a refused decision comes back with the sentence of the service', async () => {
  const { page, tenant, url, lin } = await signIn()
  await tenant.post('/beliefs', { agentId: lin, ...principle('Measure twice') })
  await page.goto(`${url}/review`)
  await page.route('**/api/v1/beliefs/*', (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }))
  const proposal = page.getByRole('group', { name: 'Measure twice' })
  await proposal.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Out of order').waitFor()
  await proposal.waitFor()
  await page.getByText('1 pending item to review').waitFor()
})
