import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { newRepository, read, run, write } from '../process/command.ts'
import { call, compileCache, newFolder, removeFolder, start } from '../process/running.ts'
import { openBrowser } from './browser.ts'
import { password } from './dashboard.ts'

/**
 * The whole way of a rule, in processes: a person tells it a coding agent, reads it, sends it, decides on the dashboard, and
 * the next session begins with it.
 */

const folder = newFolder()
const service = await start(folder, limitsOff)
const browser = await openBrowser(inject('browserPath'))
afterAll(async () => {
  await browser.close()
  await service.stop()
  removeFolder(folder)
})

const email = 'grace@example.com'
const { key } = (await call(service, 'POST', '/register', { email, password, org_slug: 'navy' })).body
await call(service, 'POST', '/agents', { name: 'Ada' }, key)
const person = newRepository(folder, { url: service.url, key })

function writeSession(id: string, ...texts: string[]) {
  const records = texts.map((content, at) => ({
    ...{ type: 'user', message: { role: 'user', content }, origin: { kind: 'human' }, promptSource: 'typed' },
    ...{ cwd: person.cwd, uuid: `${id}-${at}`, timestamp: new Date(Date.now() + at).toISOString(), sessionId: id },
  }))
  write(
    { ...person, cwd: person.home },
    `.claude/projects/-srv-shop/${id}.jsonl`,
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  )
}

/** Runs the command of a hook as Claude Code does, in a shell with the event on standard input. */
async function runHook(event: 'SessionStart' | 'SessionEnd', id: string): Promise<string> {
  const { command } = JSON.parse(read(person, '.claude/settings.json')).hooks[event][0].hooks[0]
  const main = `${process.execPath} ${join(import.meta.dirname, '../../cli/main.ts')}`
  const child = spawn('sh', ['-c', command.replace(/^agent-identity/, main)], {
    ...{ cwd: person.cwd, env: { PATH: process.env.PATH!, NODE_COMPILE_CACHE: compileCache, ...person.env } },
  })
  child.stdin.end(JSON.stringify({ session_id: id, cwd: person.cwd, hook_event_name: event, source: 'startup' }))
  let out = ''
  child.stdout.on('data', (data) => (out += data))
  await once(child, 'close')
  return out
}

const sessions = async (...args: string[]) => {
  const { status, out, error } = await run(person, 'sessions', ...args)
  expect({ status, error }).toMatchObject({ status: 0 })
  return { out, error }
}

test('a rule that was told a coding agent begins the next session, once a person approved it', async () => {
  writeSession('one', 'Never push to main without a review.', 'Fix the failing test')
  const wishes = [
    'Use the money type for prices.',
    'Use the existing logger for that',
    'Put the helper into its own file',
  ]
  writeSession('two', 'From now on always use tabs for indentation, never spaces.', ...wishes)
  expect(await run(person, 'connect', 'claude', '--learn')).toMatchObject({ status: 0 })
  expect((await sessions('list')).out).toMatch(/^claude-code +\S+ +2 +6 /m)
  const found = await sessions('read', '--agent', 'ada')
  expect(found.out).toMatch(/Never push to main without a review\n {2}boundary, said explicitly, 1 session/)
  expect(found.out.indexOf('Less sure:')).toBeGreaterThan(found.out.indexOf('Always use tabs'))
  expect(found.error).toMatch(
    /^\d rules and \d less sure in 6 turns\. Nothing was sent; --send sends them for review\.$/m,
  )
  const next = /"agent-identity (discover ada)"/.exec((await sessions('read', '--send', '--yes')).out)
  expect((await run(person, ...next![1]!.split(' '))).out).toContain('items proposed: 2')

  const page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(120_000)
  await page.goto(service.url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: /^Review/ })
    .first()
    .click()
  const proposal = (statement: string) => page.getByRole('group', { name: statement })
  await proposal('Never push to main').click()
  await proposal('Never push to main')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await proposal('Always use tabs')
    .getByRole('button', { name: /^Reject/ })
    .click()
  await page.getByText('Nothing to review').waitFor()
  // The list is empty before the service has stored the decisions.
  await page.getByText('2 decided').waitFor()

  // A hook that had to wait for two seconds gives the copy that was made when the tool was connected.
  const digest = () => runHook('SessionStart', 'three')
  await expect.poll(digest).toContain('Never push to main without a review')
  expect(await digest()).not.toContain('tabs')

  writeSession(
    'three',
    'Never push to main without a review!',
    'Please always indent with tabs, never with spaces.',
    'Please always run the linter before you commit.',
  )
  await runHook('SessionEnd', 'three')
  let pending = ''
  while (!pending.includes('linter')) {
    await sleep(100)
    pending = (await sessions('pending')).out
  }
  expect((await sessions('send', '--yes')).out).toContain('"agent-identity discover ada" reads them.')
  expect((await run(person, 'discover', 'ada')).out).toContain('items proposed: 1')
  const { proposals } = JSON.parse((await run(person, 'review', 'ada', '--json')).out)
  expect(proposals).toMatchObject([{ statement: 'Always run the linter before you commit' }])

  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Ada' }).click()
  const again = page.getByRole('region', { name: 'Said again' })
  await again.getByText(/^In the prompt since .* said again in 1 session, last on /).waitFor()
  await page.getByRole('link', { name: 'Evidence', exact: true }).click()
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  const row = (statement: string) => page.getByRole('row', { name: statement })
  await row('Always indent with tabs').getByText('rejected').waitFor()
  await row('Always run the linter').getByText('proposed').waitFor()
})
