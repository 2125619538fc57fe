import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

/** The dialog for imports, of an agent, a group and the organization. */

const dashboard = await setUpDashboard()

async function signIn() {
  const person = await dashboard.signIn()
  const group = await person.tenant.group({ name: 'Payments' })
  const ada = await person.tenant.agent({ name: 'Ada', groupId: group })
  const inherited = { category: 'principle', statement: 'Never merge on red', status: 'approved' }
  await person.tenant.post(`/groups/${group}/beliefs`, inherited)
  return { ...person, group, ada }
}

const rules = `# Shop

The shop is in Oslo.

- Never merge on red
- Always greet people
- Always answer within a day
`

test('each line says what it is, and what is left out can be taken anyway', async () => {
  const { page, tenant, url, ada } = await signIn()
  await page.goto(`${url}/agents/${ada}`)
  await page.getByRole('link', { name: 'Import…' }).click()
  expect(page.url()).toContain('?import')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles({ name: 'AGENTS.md', mimeType: 'text/markdown', buffer: Buffer.from(rules) })
  const row = (text: string) =>
    page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Import: ${text}` }) })
  await row('The shop is in Oslo.').getByText('Not taken').waitFor()
  await row('The shop is in Oslo.').getByText('Line 3').waitFor()
  await row('Never merge on red').getByText('Inherited already (group)').waitFor()
  await row('Always greet people').getByText('New').waitFor()
  await page.getByText('2 skipped').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Take anyway: The shop is in Oslo.' }).click()
  await page.getByLabel('Rule 3').fill('Greet people by their name')
  await page.getByLabel('Category of: Greet people by their name').selectOption('Voice')
  await page.getByRole('button', { name: 'Import 3 rules' }).click()
  await page.getByText('3 imported from AGENTS.md').waitFor()
  expect(page.url()).not.toContain('import')
  const { lines } = (await tenant.get(`/agents/${ada}/prompt-blame`)).body
  const greeting = lines.find(({ text }: any) => text.includes('Greet people by their name'))
  expect(JSON.stringify(greeting)).toContain('"file":"AGENTS.md","line":6')
  await page.keyboard.press('u')
  await expect.poll(async () => (await tenant.get(`/agents/${ada}/prompt`)).text).not.toContain('Greet people')
})

test('a group and the organization import for every agent below', async () => {
  const { page, tenant, url, ada, group } = await signIn()
  for (const [path, rule] of [
    [`groups/${group}`, 'Name the owner of a change'],
    ['organization', 'Never print a card number'],
  ]) {
    await page.goto(`${url}/${path}?import`)
    await page.getByLabel('Rules').fill(`- ${rule}\n`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Import 1 rule' }).click()
    await page.getByText('1 imported').waitFor()
    expect((await tenant.get(`/agents/${ada}/prompt`)).text).toContain(rule)
  }
})

test('the rules files of a folder are read one by one, and closing asks about edits only', async () => {
  const { page, tenant, url, ada } = await signIn()
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  writeFileSync(join(folder, 'AGENTS.md'), '- Always greet people\n')
  writeFileSync(join(folder, 'CLAUDE.md'), '- Always thank people\n')
  writeFileSync(join(folder, 'notes.txt'), '- Never read this\n')
  await page.goto(`${url}/agents/${ada}?import`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  await (await chooser).setFiles(folder)
  const files = page.getByRole('region', { name: 'Files of the folder' })
  await page.getByRole('checkbox', { name: 'Import: Always greet people' }).waitFor()
  expect(await files.getByRole('checkbox').count()).toBe(2)
  await files.getByRole('checkbox', { name: 'AGENTS.md' }).uncheck()
  await files.getByRole('checkbox', { name: 'CLAUDE.md' }).check()
  await page.getByRole('checkbox', { name: 'Import: Always thank people' }).waitFor()
  await page.getByLabel('Rule 1').fill('Thank people')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).waitFor({ state: 'detached' })
  // Somebody else's change renders the dialog again: what was typed is still unsaved.
  await tenant.patch(`/agents/${ada}`, { name: 'Ada Lovelace' })
  await page.getByRole('dialog', { name: 'Import into Ada Lovelace' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('on a phone the dialog fills the screen, and its foot stays', async () => {
  const { page, url, ada } = await signIn()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/agents/${ada}?import`)
  await page
    .getByLabel('Rules')
    .fill(Array.from({ length: 30 }, (_, at) => `- Always check item ${at} twice`).join('\n'))
  await page.getByRole('button', { name: 'Preview' }).click()
  const foot = page.getByRole('button', { name: /^Import \d+ rules$/ })
  await foot.waitFor()
  const { y, height } = (await foot.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(844)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await violations(page)).toEqual([])
})
