import { expect, test } from 'vitest'
import { discover } from '../support/discovery.ts'
import { report, said, source } from '../support/sessions.ts'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

const quote = 'use pnpm here, not npm'
const inProject = (session: string, at: string) => ({
  source: { ...source, session, at, project: 'acme/api' },
})

test('a rule of sessions is reviewed with its sessions, and is shown when people say it again', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  await report(tenant, agentId, [
    said('1', { how: 'explicit', ...inProject('1', '2026-11-03T09:30:00Z') }),
    said('2', { sourceQuote: `${quote}!`, ...inProject('2', '2026-11-04T09:30:00Z') }),
    said('3', { sourceQuote: 'npm again?', ...inProject('3', '2026-11-05T09:30:00Z') }),
    said('4', { content: 'Answer in German', sourceQuote: 'auf Deutsch, bitte', confidence: 0.3 }),
    said('5', { content: 'Keep commits small', sourceQuote: 'too large', confidence: 0.5 }),
    said('6', { content: 'Keep commits small', sourceQuote: 'still too large', confidence: 0.4 }),
  ])
  await discover(dashboard.service, tenant, agentId)

  await page.goto(`${url}/agents/${agentId}/review`)
  const proposal = page.getByRole('group', { name: 'Use pnpm, never npm' })
  await proposal.getByText(/\d+% sure · in 3 sessions, last on 5 Nov 2026/).waitFor()
  // Equal quotes are one, with each session.
  expect(await proposal.getByText(quote).count()).toBe(1)
  expect(await proposal.getByText('claude-code · acme/api').count()).toBe(3)
  await proposal.getByText('3 Nov 2026').waitFor()
  expect(await violations(page)).toEqual([])
  await proposal.getByRole('button', { name: /^Approve/ }).click()
  await page.getByText('Nothing to review').waitFor()

  await page.goto(`${url}/agents/${agentId}/evidence/sessions`)
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await evidence.getByText('50% sure').waitFor()
  const text = (await evidence.textContent())!
  expect(text.indexOf('Keep commits small')).toBeLessThan(text.indexOf('Answer in German'))
  // Observations with one statement are one, with each quote.
  await evidence.getByRole('group', { name: 'Keep commits small' }).getByText('still too large').waitFor()
  expect(await violations(page)).toEqual([])

  const later = (session: string, content: string) =>
    said(session, { content, source: { ...source, session, at: new Date(Date.now() + 60_000).toISOString() } })
  await report(tenant, agentId, [later('7', 'Use pnpm, never npm'), later('8', 'Use pnpm instead of npm')])
  await discover(dashboard.service, tenant, agentId)
  await page.goto(`${url}/agents/${agentId}`)
  const again = page.getByRole('region', { name: 'Said again' })
  await again.getByText(/^In the prompt since .* said again in 2 sessions, last on /).waitFor()
  await again.getByRole('link', { name: 'Use pnpm, never npm' }).click()
  await page.getByRole('button', { name: 'More: Use pnpm, never npm' }).click()
  await page.getByRole('menuitem', { name: 'Sources' }).click()
  await page
    .getByRole('dialog', { name: 'Sources' })
    .getByText(/said again in 2 sessions/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await violations(page)).toEqual([])
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
})

test('Evidence says which rejected rule holds a statement back', async () => {
  const agentId = await tenant.agent({ name: 'Grace' })
  await report(tenant, agentId, [said('1', { how: 'explicit' })])
  await discover(dashboard.service, tenant, agentId)
  const proposed = async () => (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data
  // The worker of the dashboard may have taken the job.
  await expect.poll(async () => (await proposed()).length).toBe(1)
  const [{ id }] = await proposed()
  await tenant.patch(`/beliefs/${id}`, { status: 'rejected' })
  await report(tenant, agentId, [said('2', { content: 'Use pnpm instead of npm', how: 'explicit' })])
  await discover(dashboard.service, tenant, agentId)
  await page.goto(`${url}/agents/${agentId}/evidence/sessions`)
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await evidence.getByText('Held back, because “Use pnpm, never npm” was rejected').first().waitFor()
  expect(await violations(page)).toEqual([])
})

test('evidence is accepted, edited and rejected, by buttons, by keys and for a selection', async () => {
  const agentId = await tenant.agent({ name: 'Katherine' })
  const rules = [
    'Use bun',
    'Write tests in Vitest',
    'Keep functions short',
    'Answer in German',
    'Sort imports',
    'Use tabs',
  ]
  await report(
    tenant,
    agentId,
    rules.map((content, at) => said(`${at}`, { content, sourceQuote: `please ${content}`, confidence: 0.5 - at / 20 })),
  )
  await discover(dashboard.service, tenant, agentId)
  await page.goto(`${url}/agents/${agentId}/evidence/sessions`)
  const evidence = page.getByRole('region', { name: 'Evidence' })
  const card = (name: string) => evidence.getByRole('group', { name, exact: true })
  await evidence.getByRole('button', { name: 'Accept: Use bun' }).click()
  await card('Use bun').waitFor({ state: 'detached' })

  // The next card has the focus: keys go on from there.
  await page.keyboard.press('e')
  await evidence.getByRole('textbox', { name: 'Statement' }).fill('Test with Vitest')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await card('Write tests in Vitest').waitFor({ state: 'detached' })
  await card('Keep functions short').focus()
  await page.keyboard.press('r')
  await card('Keep functions short').waitFor({ state: 'detached' })
  await evidence.getByText('Held back, because it was rejected').waitFor()

  await card('Answer in German').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  expect(await violations(page)).toEqual([])
  await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Accept' }).click()
  await card('Sort imports').waitFor({ state: 'detached' })
  expect(await evidence.getByRole('group').count()).toBe(1)

  // The button takes back the last decision, and the key the one before it.
  const notice = page.getByRole('status').filter({ hasText: 'decided' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await card('Sort imports').waitFor()
  await page.keyboard.press('u')
  await card('Keep functions short').waitFor()
  await evidence.getByText('Held back, because it was rejected').waitFor({ state: 'detached' })

  const { data } = (await tenant.get(`/beliefs?agentId=${agentId}`)).body
  expect(Object.fromEntries(data.map(({ statement, status }: any) => [statement, status]))).toEqual({
    'Use bun': 'approved',
    'Test with Vitest': 'approved',
  })
  await expectFitting(page)
})
