import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('the curl line is copied and run, and the page ends with the first read of the prompt', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const agent = await tenant.agent({ name: 'Ada Byron' })
  await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Answer in short sentences' })
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('main').getByRole('link', { name: 'Use' }).click()
  await page.getByRole('radio', { name: 'curl' }).check()
  const lines = page.getByRole('region', { name: 'Lines for curl' })
  await lines.getByText('YOUR_KEY').waitFor()
  await page.getByRole('button', { name: 'Create a key for curl' }).click()
  await page.getByText('Not connected yet').waitFor()
  expect(await violations(page)).toEqual([])
  const keys = await page.request.get(`${dashboard.url}/api/v1/organizations/${tenant.orgId}/api-keys`)
  const key = (await keys.json()).find(({ label }: any) => label?.startsWith('curl'))
  expect(key).toMatchObject({ label: 'curl, Ada Byron', access: 'propose', agent_id: agent })

  await lines.getByRole('button', { name: 'Copy: Lines for curl' }).click()
  const line = await page.evaluate<string>('navigator.clipboard.readText()')
  // A request that reads no prompt connects nothing.
  await promisify(execFile)('sh', ['-c', `${line.replace('/ada-byron/prompt', '')} --silent`])
  await page.getByText('Key works: used on').waitFor()
  expect(await page.getByText('Not connected yet').count()).toBe(1)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent`])
  expect(stdout).toContain('Ada Byron')
  expect(stdout).toContain('Answer in short sentences')
  await page.getByText('curl/terminal read the prompt of Ada Byron').waitFor()
  await page.getByText('Connected', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])

  // Without a chosen agent, the lines name an existing one.
  await page.goto(`${url}/connect`)
  await expect.poll(() => page.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('Ada Byron')

  // Another tool gets a key of its own.
  await page.getByRole('radio', { name: 'Claude Code' }).check()
  await page.getByRole('region', { name: 'Lines for Claude Code' }).getByText('YOUR_KEY').waitFor()
  await page
    .getByRole('region', { name: 'Commands for Claude Code' })
    .getByText('connect claude-code --agent ada-byron')
    .waitFor()
})
