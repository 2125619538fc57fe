import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { add, setUpDashboard } from './set-up.ts'

/** Fields that are edited while an answer about their former text is under way. */

const dashboard = await setUpDashboard()

const keyMs = 40

/** Holds back the first request to an address with a method until it is released; the others pass. */
async function hold(page: Page, method: string, address: string | RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  let wasHeld = false
  await page.route(address, async (route) => {
    if (route.request().method() !== method || wasHeld) return route.fallback()
    wasHeld = true
    held()
    await released
    await route.continue()
  })
  return { isHeld, release }
}

describe.each([0, 400, 2000])('texts that are sent one after the other, at %i ms', (latencyMs) => {
  const texts = ['First', 'Second thought', 'And a third', 'Then a fourth', 'The last']

  async function sendAll(page: Page, label: string, button: string) {
    await page.route('**/api/v1/**', async (route) => {
      await wait(latencyMs)
      await route.continue().catch(() => undefined)
    })
    const field = page.getByRole('textbox', { name: label, exact: true })
    await field.click()
    for (const text of texts) {
      await page.keyboard.type(text, { delay: keyMs })
      await page.getByRole('button', { name: button, exact: true }).click()
    }
    await page.keyboard.type('What comes next', { delay: keyMs })
    await page.getByRole('list', { name: 'Not saved yet' }).waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('What comes next')
  }

  test('comments are stored as typed', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const change = add({ orgId: tenant.orgId }, 'Be kind')
    const { body } = await tenant.post('/change-requests', { title: 'Better habits', changes: [change] })
    await page.goto(`${url}/change-requests/${body.id}`)
    await sendAll(page, 'Comment', 'Comment')
    const { comments } = (await tenant.get(`/change-requests/${body.id}`)).body
    expect(comments.map(({ text }: { text: string }) => text)).toEqual(texts)
  })

  test('messages are stored as typed', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const participants = [{ participantType: 'agent', agentId: await tenant.agent() }]
    const { body } = await tenant.post('/conversations', { orgId: tenant.orgId, participants })
    await page.goto(`${url}/conversations/${body.id}`)
    await sendAll(page, 'Message', 'Add message')
    const { messages } = (await tenant.get(`/conversations/${body.id}`)).body
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(texts)
  })
})

test('a comment that could not be sent stays, and so does one beside a page that cannot be read', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  for (const name of ['Ada', 'Lin']) await tenant.agent({ name })
  const change = add({ orgId: tenant.orgId }, 'Be kind')
  const { body } = await tenant.post('/change-requests', { title: 'Better habits', changes: [change] })
  await page.goto(`${url}/change-requests/${body.id}`)
  const field = page.getByRole('textbox', { name: 'Comment' })
  const unsaved = page.getByRole('list', { name: 'Not saved yet' })
  await page.route('**/comments', (route) => route.fulfill({ status: 500, json: { error: 'Internal error' } }))
  await field.fill('Which incidents?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await unsaved.getByRole('alert').getByText('Internal error').waitFor()
  await page.unroute('**/comments')

  await field.fill('And when?')
  await page.route(/agentId=/, (route) => route.fulfill({ status: 500, json: { error: 'Internal error' } }))
  await page.getByRole('combobox', { name: 'Show changes for' }).click()
  await page.getByRole('option', { name: 'Lin' }).click()
  await page.getByText('Internal error').nth(1).waitFor()
  expect(await field.inputValue()).toBe('And when?')
  await unsaved.getByRole('button', { name: 'Try again' }).click()
  await unsaved.waitFor({ state: 'detached' })
  const { comments } = (await tenant.get(`/change-requests/${body.id}`)).body
  expect(comments).toMatchObject([{ text: 'Which incidents?' }])
})

describe('a statement that is edited', () => {
  async function open() {
    const { page, tenant, url } = await dashboard.signIn()
    const agentId = await tenant.agent()
    await tenant.post('/beliefs', { agentId, category: 'voice', statement: 'Be direct' })
    await page.goto(`${url}/agents/${agentId}`)
    await page.getByRole('button', { name: 'Be direct', exact: true }).click()
    const stored = async () => (await tenant.get(`/beliefs?agentId=${agentId}`)).body.data[0].statement
    return { page, stored, field: page.getByLabel('Statement') }
  }

  test('keeps what was typed after Enter, and saves it with the next one', async () => {
    const { page, stored, field } = await open()
    const { isHeld, release } = await hold(page, 'PATCH', '**/api/v1/beliefs/*')
    await page.keyboard.press('End')
    await page.keyboard.type(' and kind')
    await page.keyboard.press('Enter')
    await isHeld
    await page.keyboard.type(' to all', { delay: keyMs })
    release()
    await expect.poll(stored).toBe('Be direct and kind')
    await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator(':enabled')).waitFor()
    expect(await field.inputValue()).toBe('Be direct and kind to all')
    await field.press('Enter')
    await field.waitFor({ state: 'detached' })
    expect(await stored()).toBe('Be direct and kind to all')
  })

  test('is saved as it was when Enter was pressed last', async () => {
    const { page, stored, field } = await open()
    const { isHeld, release } = await hold(page, 'PATCH', '**/api/v1/beliefs/*')
    await page.keyboard.press('End')
    await page.keyboard.type(' and kind')
    await page.keyboard.press('Enter')
    await isHeld
    await page.keyboard.type(' to all', { delay: keyMs })
    await page.keyboard.press('Enter')
    release()
    await field.waitFor({ state: 'detached' })
    expect(await stored()).toBe('Be direct and kind to all')
  })
})

test('the form of a record keeps what was typed since, and a dialog stays open for it', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agent = await tenant.agent()
  await page.goto(`${url}/agents/${agent}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const profile = await hold(page, 'PATCH', `**/api/v1/agents/${agent}`)
  await page.getByLabel('Role').fill('Reviewer')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await profile.isHeld
  await page.getByLabel('Role').fill('Reviewer of')
  profile.release()
  await page.getByText('Profile saved').waitFor()
  expect(await page.getByLabel('Role').inputValue()).toBe('Reviewer of')

  const { body } = await tenant.post('/models', {
    orgId: tenant.orgId,
    name: 'GPT',
    provider: 'openai',
    modelId: 'gpt',
  })
  await page.getByLabel('Role').fill('Reviewer')
  await page.goto(`${url}/organization/models`)
  await page.getByRole('button', { name: 'Edit GPT' }).click()
  const model = await hold(page, 'PATCH', `**/api/v1/models/${body.id}`)
  await page.getByLabel('Provider').fill('acme')
  await page.keyboard.press('Enter')
  await model.isHeld
  await page.getByLabel('Provider').fill('acme corporation')
  model.release()
  await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator(':enabled')).waitFor()
  // A dialog that closes remains visible for a moment.
  await wait(500)
  expect(await page.getByLabel('Provider').inputValue()).toBe('acme corporation')
  await page.getByLabel('Provider').press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await tenant.get(`/models?orgId=${tenant.orgId}`)).body).toMatchObject([{ provider: 'acme corporation' }])
})

test('a form that closes when it is saved takes no more input while it is being sent', async () => {
  const { page, url } = await dashboard.signIn()
  await page.goto(`${url}/groups`)
  await page.getByRole('button', { name: 'New group' }).click()
  await page.route('**/api/v1/groups', (route) => route.fulfill({ status: 500, json: { error: 'Internal error' } }))
  const name = page.getByLabel('Name')
  await name.fill('Platform')
  await name.press('Enter')
  await page.getByRole('alert').getByText('Internal error').waitFor()
  await expect.poll(() => name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  await page.unroute('**/api/v1/groups')
  const { isHeld, release } = await hold(page, 'POST', '**/api/v1/groups')
  await name.press('Enter')
  await isHeld
  // The page draws a task or two after it sends.
  await expect.poll(() => name.isDisabled()).toBe(true)
  release()
  await page.getByRole('heading', { name: 'Platform', level: 1 }).waitFor()
})

test('a new key leaves the choices for the next one alone, and each key is shown until the page closes', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await tenant.agent({ name: 'Ada' })
  await page.goto(`${url}/organization/keys`)
  const { isHeld, release } = await hold(page, 'POST', '**/api-keys')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('One')
  await page.getByRole('button', { name: 'Create key' }).click()
  await isHeld
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  release()
  const keys = page.getByLabel('API key', { exact: true })
  await keys.waitFor()
  expect(await page.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('Ada')
  await name.fill('Two')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect.poll(() => keys.count()).toBe(2)
  for (const key of await keys.allTextContents()) {
    const { status } = await dashboard.service.call('GET', '/agents', undefined, { authorization: `Bearer ${key}` })
    expect(status).toBe(200)
  }
})

test('a preview of rules or of a transcript does not take the place of what was typed since', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agent = await tenant.agent({ name: 'Ada' })
  await page.goto(`${url}/agents/${agent}?import`)
  const preview = page.getByRole('button', { name: 'Preview' })
  const rules = await hold(page, 'POST', '**/import')
  await page.getByLabel('Rules').fill('# Rules\n- Always test')
  await preview.click()
  await rules.isHeld
  await page.getByLabel('Rules').fill('# Rules\n- Always test\n- Never guess')
  rules.release()
  await preview.and(page.locator(':enabled')).click()
  await page.getByRole('button', { name: 'Import 2 rules' }).waitFor()
  await page.getByLabel('Rules').fill('')

  await page.goto(`${url}/agents/${agent}/conversations`)
  await page.getByRole('button', { name: 'New conversation' }).click()
  const transcript = await hold(page, 'POST', '**/conversations/format')
  await page.getByLabel('Transcript').fill('Grace: Can we merge this?')
  await preview.click()
  await transcript.isHeld
  await page.getByLabel('Transcript').fill('Grace: Can we merge this?\nAda: I never merge on red.')
  transcript.release()
  await preview.and(page.locator(':enabled')).click()
  await page.getByText('2 messages found').waitFor()
})

describe('the last of two quick choices is stored', () => {
  test('of a star', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const agentId = await tenant.agent()
    await tenant.post('/beliefs', { agentId, category: 'voice', statement: 'Be direct' })
    await page.goto(`${url}/agents/${agentId}`)
    const { isHeld, release } = await hold(page, 'PATCH', '**/api/v1/beliefs/*')
    await page.getByRole('button', { name: 'Star: Be direct', exact: true }).click()
    await isHeld
    await page.getByRole('button', { name: 'Unstar: Be direct' }).click()
    const settled = page.waitForResponse((response) => response.url().includes('resolved-identity'))
    release()
    await settled
    expect((await tenant.get(`/beliefs?agentId=${agentId}`)).body.data[0].starred).toBe(false)
    await page.getByRole('button', { name: 'Star: Be direct', exact: true }).waitFor()
  })

  test('of models and environments, each of which is shown at once', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const { orgId } = tenant
    for (const name of ['GPT', 'Claude']) await tenant.post('/models', { orgId, name, provider: 'any', modelId: name })
    const { body } = await tenant.post('/environments', { orgId, name: 'Production', slug: 'production' })
    await page.goto(`${url}/models`)
    const box = (name: string) => page.getByLabel(`${name} in Production`)
    const { isHeld, release } = await hold(page, 'POST', '**/environments/*/models')
    await box('GPT').click()
    await isHeld
    await box('Claude').click()
    const checked = async () => [await box('GPT').isChecked(), await box('Claude').isChecked()]
    await expect.poll(checked).toEqual([true, true])
    await box('GPT').click()
    release()
    const linked = async () => (await tenant.get(`/environments/${body.id}/models`)).body
    await expect.poll(async () => (await linked()).length).toBe(1)
    await expect.poll(checked).toEqual([false, true])
  })

  test('of the status of a conversation', async () => {
    const { page, tenant, url } = await dashboard.signIn()
    const participants = [{ participantType: 'agent', agentId: await tenant.agent() }]
    const { body } = await tenant.post('/conversations', { orgId: tenant.orgId, participants })
    await page.goto(`${url}/conversations/${body.id}`)
    const { isHeld, release } = await hold(page, 'PATCH', '**/api/v1/conversations/*')
    const status = page.getByLabel('Status')
    await status.selectOption('completed')
    await isHeld
    await expect.poll(() => status.inputValue()).toBe('completed')
    await status.selectOption('archived')
    release()
    await expect.poll(async () => (await tenant.get(`/conversations/${body.id}`)).body.status).toBe('archived')
    await expect.poll(() => status.inputValue()).toBe('archived')
  })
})
