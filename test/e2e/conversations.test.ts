import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()
const { page, tenant, url } = await dashboard.signIn()

test('a transcript is pasted, checked, stored, read, continued and published', async () => {
  const agent = await tenant.agent({ name: 'Ada' })
  await page.goto(`${url}/agents/${agent}/conversations`)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByLabel('Title').fill('Release review')
  await page.getByLabel('Transcript').fill('Grace: Can we merge this?\nAda: I never merge on red.')
  await page.getByLabel('Other participant').fill('Grace')
  await page.getByRole('button', { name: 'Preview' }).click()
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await messages.filter({ hasText: 'Ada' }).getByText('I never merge on red.').waitFor()
  expect((await tenant.get(`/conversations?agentId=${agent}`)).body.count).toBe(0)
  await page.getByRole('button', { name: 'Save conversation' }).click()

  await page.getByRole('heading', { name: 'Release review', level: 1 }).waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('Then we wait.')
  await page.getByLabel('From').selectOption('Grace')
  await page.getByRole('button', { name: 'Add message' }).click()
  await messages.filter({ hasText: 'Grace' }).getByText('Then we wait.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Unpublish' }).waitFor()
  expect((await tenant.get(`/content-items?agentId=${agent}`)).body.count).toBe(1)
})

test('a message shows nothing that turns its direction, though it is stored as it was sent', async () => {
  const agentId = await tenant.agent({ name: 'Ada' })
  const talk = (await tenant.post('/conversations', { participants: [{ participantType: 'agent', agentId }] })).body
  const content = 'Never \u202eegrem\u202c\u0007 on red. \u2066نمی‌خواهم\u2069 👩‍💻'
  await tenant.post(`/conversations/${talk.id}/messages`, { participantId: talk.participants[0].id, content })
  await page.goto(`${url}/conversations/${talk.id}`)
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').locator('div')
  await expect.poll(() => message.textContent()).toBe('Never egrem on red. نمی‌خواهم 👩‍💻')
  expect((await tenant.get(`/conversations/${talk.id}`)).body.messages[0].content).toBe(content)
})

test('models are allowed in environments by a matrix, and assigned to an agent', async () => {
  const agent = await tenant.agent({ name: 'Ada' })
  await page.goto(`${url}/models`)
  await page.getByRole('button', { name: 'New model' }).click()
  await page.getByLabel('Name').fill('GPT-5')
  await page
    .getByLabel('Provider', { exact: true })
    .or(page.getByLabel('Provider *', { exact: true }))
    .fill('openai')
  await page.getByLabel('Model ID').fill('gpt-5')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'GPT-5' }).waitFor()
  await page.getByRole('button', { name: 'New environment' }).click()
  await page.getByLabel('Name').fill('Production')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Production' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Live')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Live' }).waitFor()
  await page.getByRole('button', { name: 'Edit GPT-5' }).click()
  await page.getByRole('dialog').getByLabel('Model ID').fill('gpt-5-mini')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('openai · gpt-5-mini').waitFor()
  // Checked once the service has it, which `check` does not wait for.
  await page.getByLabel('GPT-5 in Live').click()
  await expect.poll(() => page.getByLabel('GPT-5 in Live').isChecked()).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.reload()
  expect(await page.getByLabel('GPT-5 in Live').isChecked()).toBe(true)

  await page.goto(`${url}/agents/${agent}/models`)
  await page.getByLabel('Tier').fill('planner')
  await page.getByRole('button', { name: 'Assign' }).click()
  const row = page.getByRole('row').filter({ hasText: 'planner' })
  await row.getByText('GPT-5').waitFor()
  expect(await violations(page)).toEqual([])
  await row.getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
})
