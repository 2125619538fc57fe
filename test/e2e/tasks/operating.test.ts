import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { startWeb } from '../../fakes/web.ts'
import { setUpDashboard } from '../set-up.ts'
import { personAt, reportTasks } from './person.ts'

/** Tasks of somebody who keeps agents, keys and sources in order. */

const web = await startWeb()
afterAll(() => web.stop())
const dashboard = await setUpDashboard({ ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${web.port}` })
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

test('a first prompt is read by a tool', async () => {
  const { page, tenant, url, person } = await signIn()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const agent = await tenant.agent({ name: 'Ada Byron' })
  await page.goto(`${url}/agents/${agent}`)
  await person.click(page.getByRole('main').getByRole('link', { name: 'Use' }))
  await person.click(page.getByRole('radio', { name: 'curl' }))
  await person.click(page.getByRole('button', { name: 'Create a key for curl' }))
  const lines = page.getByRole('region', { name: 'Lines for curl' })
  await person.click(lines.getByRole('button', { name: 'Copy: Lines for curl' }))
  const line = await page.evaluate<string>('navigator.clipboard.readText()')
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent`])
  expect(stdout).toContain('Ada Byron')
  await page.getByText('curl/terminal read the prompt of Ada Byron').waitFor()
  person.finish({ task: 'First prompt in a tool', before: { clicks: 7, keys: 49 }, atMost: { clicks: 6, keys: 0 } })
})

test('a failed sync says why, and is tried again', async () => {
  const { page, tenant, url, person } = await signIn()
  const agentId = await tenant.agent({ name: 'Mira' })
  const source = { agentId, platform: 'rss', name: 'Our blog', config: { feedUrl: `${web.url}/feed.xml` } }
  const { body } = await tenant.post('/content-sources', source)
  await tenant.post(`/content-sources/${body.id}/sync`)
  await page.goto(url)
  const row = page
    .getByRole('region', { name: 'Needs you' })
    .getByRole('link', { name: /^Our blog Sync for Mira failed: / })
  await row.waitFor()
  const item = '<item><guid>1</guid><title>Tests first</title><description>I write tests first.</description></item>'
  web.pages.set('/feed.xml', { body: `<rss><channel>${item}</channel></rss>`, type: 'application/rss+xml' })
  await person.click(row)
  await person.click(page.getByRole('button', { name: 'Sync now' }))
  await page.getByText('1 item imported').waitFor()
  person.finish({ task: 'Learn why a sync failed, and repeat it', before: {}, atMost: { clicks: 2, keys: 0 } })
})
