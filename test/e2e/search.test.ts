import { expect, test } from 'vitest'
import { importContent } from '../support/discovery.ts'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

test('Ctrl-K finds everything by keyboard alone, and lands on the very thing', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const group = await tenant.group({ name: 'Platform' })
  const agent = await tenant.agent({ name: 'Ada', job_title: 'Backend engineer' })
  await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Be direct and concise' })
  await tenant.post(`/groups/${group}/beliefs`, { category: 'principle', statement: 'Roll back first' })
  await tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'axiom', statement: 'Trust is earned' })
  const participants = [{ participantType: 'agent', agentId: agent }]
  await tenant.post('/conversations', { title: 'Release review', participants })
  await importContent(
    dashboard.service,
    tenant,
    agent,
    Array.from({ length: 30 }, (_, n) => (n === 0 ? 'The oldest post, about gravel.' : `Post number ${n}`)),
  )
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const search = page.getByRole('textbox', { name: 'Search' })
  const find = async (words: string, about: string) => {
    await page.keyboard.press('Control+k')
    await search.fill(words)
    await page.getByRole('dialog', { name: 'Search' }).getByText(about).first().waitFor()
  }
  const open = async (words: string, about: string) => {
    await find(words, about)
    await page.keyboard.press('Enter')
  }
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
  const isLit = (statement: string) =>
    expect
      .poll(() => page.getByRole('listitem').filter({ hasText: statement }).first().getAttribute('data-active'))
      .toBe('true')

  await find('concise', 'Voice · Ada')
  expect(await violations(page)).toEqual([])
  await open('concise', 'Voice · Ada')
  await heading('Ada')
  await isLit('Be direct and concise')
  await open('roll first', 'Principles · Platform')
  await heading('Platform')
  await isLit('Roll back first')
  await open('earned', 'Axioms · Organization')
  await heading('Shared identity')
  await isLit('Trust is earned')
  await open('backend', 'Backend engineer')
  await heading('Ada')
  await open('release', 'Release review')
  await heading('Release review')
  await open('change req', 'Change requests')
  await heading('Change requests')
  await open('connect', 'Connect')
  await heading('Connect')
  await open('gravel', 'Content · Ada')
  await page.getByRole('article', { name: 'substack post' }).filter({ hasText: 'gravel' }).waitFor()
  await expect.poll(() => page.locator('[aria-current=true]').textContent()).toContain('gravel')
  await open('platform', 'Platform')
  await heading('Platform')
  await open('members', 'Members')
  await page.getByLabel('Email').waitFor()
  await find('nothing like it', 'No results')
})
