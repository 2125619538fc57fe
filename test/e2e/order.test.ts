import { expect, test } from 'vitest'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()
for (const statement of ['Shared 1', 'Shared 2'])
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'principle', statement })

interface Item {
  statement: string
  display_order: number
}

/** An agent of two inherited principles and three of its own, open in the browser. */
async function openAgent(starred: string[] = []) {
  const agentId = await tenant.agent()
  for (const statement of ['One', 'Two', 'Three']) {
    const { body } = await tenant.post('/beliefs', { agentId, category: 'principle', statement })
    if (starred.includes(statement)) await tenant.post(`/beliefs/${body.id}/star`)
  }
  await page.goto(`${url}/agents/${agentId}`)
  await page.getByRole('button', { name: 'Move: Three' }).waitFor()
  const stored = async () => (await tenant.get(`/agents/${agentId}/resolved-identity`)).body.beliefs as Item[]
  return { stored, order: async () => (await stored()).map(({ statement }) => statement) }
}

const shown = () => page.getByRole('region', { name: 'Principles' }).locator('li [class*=statement]').allTextContents()

async function drag(statement: string, onto: string, after = 0) {
  const from = (await page.getByRole('button', { name: `Move: ${statement}` }).boundingBox())!
  const to = (await page.getByRole('listitem').filter({ hasText: onto }).boundingBox())!
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(from.x + 5, to.y + to.height / 2 + after, { steps: 12 })
  await page.mouse.up()
}

test('an item that is dragged moves alone: inherited ones and the others of its own stay', async () => {
  const { order, stored } = await openAgent()
  await drag('Three', 'One')
  const wanted = ['Shared 1', 'Shared 2', 'Three', 'One', 'Two']
  await expect.poll(order).toEqual(wanted)
  expect(await shown()).toEqual(wanted)

  await drag('Two', 'Shared 1')
  await expect.poll(order).toEqual(['Two', 'Shared 1', 'Shared 2', 'Three', 'One'])
  expect((await stored()).filter(({ statement }) => statement.startsWith('Shared'))).toMatchObject([
    { display_order: 0 },
    { display_order: 0 },
  ])
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect.poll(order).toEqual(wanted)
})

test('starred items stay first, and what is dragged above them stands first of the others', async () => {
  const { order } = await openAgent(['One'])
  await drag('Three', 'One')
  const wanted = ['One', 'Three', 'Shared 1', 'Shared 2', 'Two']
  await expect.poll(order).toEqual(wanted)
  await page.reload()
  await page.getByRole('button', { name: 'Move: One' }).waitFor()
  // No announcement of a move that did not happen.
  await drag('One', 'Two')
  await page.getByText('Moved', { exact: true }).waitFor({ state: 'detached' })
  expect(await order()).toEqual(wanted)
  expect(await shown()).toEqual(wanted)
})

test('where nothing can stand, an item is not shown while it is dragged', async () => {
  const { order } = await openAgent()
  await page.getByRole('button', { name: 'Move: One' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('Position 3 of 5').waitFor({ state: 'attached' })
  // Each key moves on from where the row is drawn, so a key that comes before the drawing repeats the one before it.
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowUp')
      return page.getByText('Position 1 of 5').count()
    })
    .toBe(1)
  await page.keyboard.press('Space')
  await expect.poll(order).toEqual(['One', 'Shared 1', 'Shared 2', 'Two', 'Three'])
})
