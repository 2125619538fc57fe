import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

test('an export is edited, and its edits become a change request', async () => {
  const agent = await tenant.agent({ name: 'Ada', identityMarkers: ['payments'] })
  await tenant.post('/beliefs', { agentId: agent, category: 'boundary', statement: 'Never merge on red' })
  await tenant.post('/beliefs', { agentId: agent, category: 'voice', statement: 'Be brief', starred: true })
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('link', { name: 'Use' }).click()
  await page.getByRole('link', { name: 'Files' }).click()
  const file = page.getByRole('region', { name: 'CLAUDE.md' })
  await file.getByText('Never merge on red').waitFor()
  await page.getByText('identity markers: the format has no place for tags').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('radio', { name: 'elizaOS' }).check()
  await page.getByRole('region', { name: 'character.json' }).waitFor()
  await page.getByRole('radio', { name: 'Agent Skill (SKILL.md)' }).check()
  await page.getByRole('region', { name: '.claude/skills/ada/SKILL.md' }).waitFor()
  await page.getByLabel('Folder').selectOption('.agents/skills')
  await page.getByRole('region', { name: '.agents/skills/ada/SKILL.md' }).waitFor()
  expect(await page.getByRole('link', { name: 'Download' }).getAttribute('href')).toContain('path=.agents%2Fskills')
  await page.getByRole('radio', { name: 'Claude Code (CLAUDE.md)' }).check()

  const content = (await file.locator('pre').textContent())!
  await page.getByRole('link', { name: 'Import…' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles({
    name: 'CLAUDE.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(content.replace('Never merge on red', 'Never merge while tests are red')),
  })
  const found = page.getByRole('table', { name: 'Items found' })
  await found.getByText('Never merge while tests are red').waitFor()
  await found.getByText('Edited').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Propose 1 change' }).click()
  await page.getByText('Change request opened with 1 change').waitFor()
  const { body } = await tenant.get('/change-requests')
  expect([body.count, body.data[0].status]).toEqual([1, 'open'])
  await page.waitForURL(`**/change-requests/${body.data[0].id}`)
  await page.getByRole('heading', { name: body.data[0].title }).waitFor()
  // Nothing is written until someone merges it.
  expect((await tenant.get(`/agents/${agent}/prompt`)).text).toContain('Never merge on red')
})

test('a file that cannot be read says why', async () => {
  const agent = await tenant.agent({ name: 'Bea' })
  await page.goto(`${url}/agents/${agent}?import`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles({ name: 'bea.png', mimeType: 'image/png', buffer: Buffer.from('none') })
  await page
    .getByRole('alert')
    .getByText(/bea\.png must be a PNG image/i)
    .waitFor()
})
