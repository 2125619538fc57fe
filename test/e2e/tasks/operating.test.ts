import { afterAll, expect, test } from 'vitest'
import { startWeb } from '../../fakes/web.ts'
import { setUpDashboard } from '../set-up.ts'
import { personAt, reportTasks } from './person.ts'

/** Tasks of somebody who keeps agents, keys and sources in order. */

const web = await startWeb()
afterAll(() => web.stop())
const dashboard = await setUpDashboard({ SOURCES_ALLOW_PRIVATE: '1' })
reportTasks()

async function signIn() {
  const signedIn = await dashboard.signIn()
  return { ...signedIn, person: personAt(signedIn.page) }
}

test('ten agents move to another group', async () => {
  const { page, tenant, url, person } = await signIn()
  const group = await tenant.group({ name: 'Platform' })
  for (let number = 1; number <= 12; number++) await tenant.agent({ name: `Agent ${String(number).padStart(2, '0')}` })
  await page.goto(`${url}/agents`)
  const box = (number: string) => page.getByRole('checkbox', { name: `Select: Agent ${number}` })
  await person.click(box('01'))
  await person.click(box('10'), { modifiers: ['Shift'] })
  await person.click(page.getByRole('button', { name: 'Move…' }))
  await person.click(page.getByRole('menuitem', { name: 'Platform' }))
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Move 10 agents' }))
  const moved = async () => (await tenant.get(`/agents?groupId=${group}`)).body.data.length
  await expect.poll(moved).toBe(10)
  person.finish({ task: 'Move ten agents to another group', before: { clicks: 23 }, atMost: { total: 6 } })
})
