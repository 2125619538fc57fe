import { afterAll, expect, test } from 'vitest'
import { startGitHub } from '../fakes/github.ts'
import { html, startWeb } from '../fakes/web.ts'
import { repository } from '../support/bootstrap.ts'
import { zipOf } from '../support/zip.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const [github, web] = await Promise.all([startGitHub(), startWeb()])
afterAll(() => Promise.all([github.stop(), web.stop()]))
const dashboard = await setUpDashboard({
  GITHUB_API_URL: github.url,
  GITHUB_CLIENT_ID: 'client',
  GITHUB_CLIENT_SECRET: 'secret',
  ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${web.port}`,
})
const { page, tenant, url } = await dashboard.signIn()

const confirm = async (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

test('GitHub is connected by a token and by signing in, and a connection tells how much it is used', async () => {
  github.accounts.set('secret-token', 'mira')
  const agentId = await tenant.agent()
  await page.goto(`${url}/organization/connections`)
  const part = page.getByRole('region', { name: 'GitHub' })
  await part.getByLabel(/^Personal access token/).fill('wrong-token')
  await part.getByRole('button', { name: 'Connect GitHub' }).click()
  await part.getByRole('alert').waitFor()
  await part.getByLabel(/^Personal access token/).fill('secret-token')
  await part.getByRole('button', { name: 'Connect GitHub' }).click()
  const row = part.getByRole('row').filter({ hasText: 'mira' })
  await row.getByText('Unused').waitFor()

  await part.getByRole('button', { name: 'Sign in with GitHub' }).click()
  await part.getByRole('alert').getByText('denied').waitFor()
  github.visitor = 'lin'
  await part.getByRole('button', { name: 'Sign in with GitHub' }).click()
  await part.getByRole('row').filter({ hasText: 'lin' }).getByText('via sign-in').waitFor()

  // A link from elsewhere is confirmed on a page that works without script.
  github.visitor = 'noor'
  await page.goto(
    `${dashboard.url}/api/v1/github/oauth/authorize?orgId=${tenant.orgId}&redirect=${new URL(page.url()).pathname}`,
  )
  await page.getByRole('heading', { name: 'Connect GitHub to Acme?' }).waitFor()
  await page.getByRole('button', { name: 'Continue to GitHub' }).click()
  await part.getByRole('row').filter({ hasText: 'noor' }).getByText('via sign-in').waitFor()

  const connection = (await tenant.get('/github/connections')).body[0]
  await tenant.post('/content-sources', {
    agentId,
    platform: 'github',
    config: { repoUrl: 'https://github.com/acme/api' },
    githubConnectionId: connection.id,
  })
  await page.reload()
  await row.getByText('used by 1 source').waitFor()
  await expectFitting(page)
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('1 source will lose this connection').waitFor()
  await confirm('Delete')
  await row.waitFor({ state: 'detached' })
})

test('an X account is connected, read by a source, and deleted', async () => {
  const agent = await tenant.agent({ name: 'Lin' })
  await page.goto(`${url}/agents/${agent}/evidence/sources`)
  await page.getByLabel('Add content from').selectOption('X account')
  await page.getByRole('link', { name: 'Add an X connection' }).click()
  const part = page.getByRole('region', { name: 'X', exact: true })
  await part.getByRole('textbox', { name: 'Account', exact: true }).fill('@ada_writes')
  await part.getByLabel('Account ID').fill('2244994945')
  for (const label of [/^API key \*?$/, /^API key secret/, /^Access token \*?$/, /^Access token secret/])
    await part.getByLabel(label).fill('xvz1evFS4wEEPTGEFPHBog')
  await part.getByRole('button', { name: 'Connect X' }).click()
  const row = part.getByRole('row').filter({ hasText: '@ada_writes' })
  await row.getByText('never used').waitFor()
  expect(await part.textContent()).not.toContain('xvz1evFS4wEEPTGEFPHBog')

  await page.goto(`${url}/agents/${agent}/evidence/sources`)
  await page.getByLabel('Add content from').selectOption('X account')
  const form = page.getByRole('region', { name: 'New source' })
  await form.getByLabel('X account').fill('ada_writes')
  await form.getByLabel('Exclude replies').uncheck()
  await expectFitting(page)
  await form.getByRole('button', { name: 'Add source' }).click()
  await page.getByRole('region', { name: '@ada_writes' }).getByText('@ada_writes, excluding reposts').waitFor()

  await page.goto(`${url}/organization/connections`)
  await row.getByRole('button', { name: 'Delete' }).click()
  await confirm('Delete')
  await row.waitFor({ state: 'detached' })
})

test('a feed is added, synced, paused and changed, and what could not be read is told', async () => {
  const agent = await tenant.agent({ name: 'Mira' })
  await page.goto(`${url}/agents/${agent}/evidence/sources`)
  await page.getByLabel('Add content from').selectOption('RSS or Atom feed')
  const form = page.getByRole('region', { name: 'New source' })
  await form.getByLabel('Feed', { exact: false }).last().fill('http://169.254.169.254/feed')
  await form.getByRole('button', { name: 'Add source' }).click()
  await form
    .getByRole('alert')
    .getByText(/^Feed URL must /)
    .waitFor()
  await form.getByLabel('Feed', { exact: false }).last().fill(`${web.url}/feed.xml`)
  await form.getByLabel('Name').fill('Our blog')
  await expectFitting(page)
  await form.getByRole('button', { name: 'Add source' }).click()
  const source = page.getByRole('region', { name: 'Our blog' })
  await source.getByRole('button', { name: 'Sync now' }).click()
  await source.getByText('The last sync was incomplete').waitFor()
  await source.getByText(/· last tried /).waitFor()

  const item =
    '<item><guid>1</guid><title>Tests first</title><description>I always write tests first.</description></item>'
  web.pages.set('/feed.xml', { body: `<rss><channel>${item}</channel></rss>`, type: 'application/rss+xml' })
  await source.getByRole('button', { name: 'Sync now' }).click()
  await source.getByText('1 item imported').waitFor()
  await source.getByText('The last sync was incomplete').waitFor({ state: 'detached' })
  await source.getByText(/· synced /).waitFor()
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await page.getByRole('region', { name: 'Content' }).getByText('I always write tests first.').waitFor()
  await page.getByRole('link', { name: 'Sources', exact: true }).click()

  await source.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Our blog' })
  await dialog.getByLabel('Maximum entries').fill('20')
  await dialog.getByRole('button', { name: 'Save source' }).click()
  await source.getByText('up to 20 entries').waitFor()
  await source.getByRole('switch', { name: 'Enabled' }).click()
  await expect.poll(() => source.getByRole('button', { name: 'Sync now' }).isDisabled()).toBe(true)
  expect((await tenant.get(`/content-sources?agentId=${agent}`)).body[0]).toMatchObject({ enabled: false })
})

test('a website is read by the pages that are named', async () => {
  const agent = await tenant.agent({ name: 'Grace' })
  web.pages.set('/values', html('Our values', '<main><p>We never ship on a Friday, whatever happens.</p></main>'))
  await page.goto(`${url}/agents/${agent}/evidence/sources`)
  await page.getByLabel('Add content from').selectOption('Website')
  const form = page.getByRole('region', { name: 'New source' })
  await form.getByLabel('Website').last().fill(web.url)
  await form.getByLabel('Find pages in').selectOption('URL list')
  await form.getByRole('textbox', { name: 'URLs', exact: true }).fill(`${web.url}/values`)
  await expectFitting(page)
  await form.getByRole('button', { name: 'Add source' }).click()
  const source = page.getByRole('region', { name: `127.0.0.1:${web.port}` })
  await source.getByText('URL list').waitFor()
  await source.getByRole('button', { name: 'Sync now' }).click()
  await source.getByText('1 item imported').waitFor()
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await page.getByText('We never ship on a Friday').waitFor()
})

test('a repository is added with its folders', async () => {
  github.repositories.set('acme/api', repository({ 'docs/guide.md': 'Always measure first.' }))
  const agent = await tenant.agent({ name: 'Kim' })
  await page.goto(`${url}/agents/${agent}/evidence/sources`)
  await page.getByLabel('Repository').fill('https://github.com/acme/api')
  await page.getByLabel('Text files').check()
  await page.getByLabel('Include folders').fill('docs\nhandbook')
  await page.getByRole('button', { name: 'Add source' }).click()
  await page.getByRole('region', { name: 'acme/api' }).getByText('main · commits and files').waitFor()
  const [source] = (await tenant.get(`/content-sources?agentId=${agent}`)).body
  expect(source.config).toMatchObject({ import_files: true, included_folders: ['docs', 'handbook'] })
})

test('an archive is uploaded, and says what came in, also the second time', async () => {
  const other = await dashboard.signIn()
  await other.page.goto(`${other.url}/organization/connections`)
  await other.page.getByText('Create one first').waitFor()
  await other.tenant.agent({ name: 'Ada' })
  await other.page.reload()
  const part = other.page.getByRole('region', { name: 'Archives' })
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = other.page.waitForEvent('filechooser')
    await part.getByRole('button', { name: 'File', exact: true }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/zip', buffer })
    await part.getByRole('button', { name: 'Upload archive' }).click()
  }
  await choose('notes.zip', await zipOf({ 'notes.txt': 'Nothing of LinkedIn' }))
  await part.getByRole('alert').getByText('LinkedIn export').waitFor()
  const shares =
    'Date,ShareLink,ShareCommentary\n2024-01-31 10:11:12,https://example.com/1,I always write tests first.\n'
  const archive = await zipOf({ 'Shares.csv': shares })
  await choose('linkedin.zip', archive)
  await part.getByText('1 post and 0 articles imported').waitFor()
  await expectFitting(other.page)
  await choose('linkedin.zip', archive)
  await part.getByText('0 posts and 0 articles imported').waitFor()
  await part.getByRole('link', { name: 'View content' }).click()
  await other.page.getByText('I always write tests first.').waitFor()
  await other.page.getByRole('link', { name: 'Sources', exact: true }).click()
  await other.page.getByRole('region', { name: 'LinkedIn' }).getByText('uploaded archive').waitFor()
})
