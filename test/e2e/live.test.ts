import { expect, test } from 'vitest'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

/** The most that a change may take to appear, in milliseconds. */
const promised = { timeout: 5000 }

test('what others change appears by itself, while a text that is being written stays', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  const agentId = await tenant.agent({ name: 'Ada' })
  const { body } = await tenant.post('/beliefs', { agentId, category: 'voice', statement: 'Be direct' })
  await page.goto(`${url}/agents/${agentId}`)
  await page.getByRole('button', { name: 'Be direct', exact: true }).click()
  await page.getByLabel('Statement').fill('Be direct and')
  await tenant.post('/beliefs', { agentId, category: 'voice', statement: 'Be brief' })
  await page.getByRole('button', { name: 'Be brief', exact: true }).waitFor(promised)
  expect(await page.getByLabel('Statement').inputValue()).toBe('Be direct and')
  await page.getByLabel('Statement').press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await tenant.patch(`/beliefs/${body.id}`, { statement: 'Be kind' })
  await page.getByRole('button', { name: 'Be kind', exact: true }).waitFor(promised)
})

test('a hidden window follows nothing, and shows what it missed when it is looked at again', async () => {
  const { page, tenant, url } = await dashboard.signIn()
  await tenant.agent({ name: 'Ada' })
  const followed: string[] = []
  page.on('request', (request) => request.url().endsWith('/heads') && followed.push(request.url()))
  await page.goto(`${url}/agents`)
  await page.getByText('Ada').first().waitFor()
  await expect.poll(() => followed.length).toBe(1)
  const become = (state: string) =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  await become('hidden')
  await tenant.agent({ name: 'Grace' })
  await become('visible')
  await page.getByText('Grace').first().waitFor(promised)
  expect(followed).toHaveLength(2)
})
