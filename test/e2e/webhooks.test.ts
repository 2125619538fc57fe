import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

/** The page of webhooks, with a real receiver. */

const events: string[] = []
let status = 204
const receiver = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  events.push(JSON.parse(text).type)
  response.writeHead(status).end()
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

describe('webhooks', async () => {
  const dashboard = await setUpDashboard({ ALLOWED_PRIVATE_HOSTS: host })
  const { page, url } = await dashboard.signIn()

  test('are added, tried, switched off and deleted', async () => {
    const address = `http://${host}/agents`
    await page.goto(`${url}/organization/webhooks`)
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill('http://localhost/')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText('must not point to a private network').waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill(address)
    await page.getByRole('button', { name: 'Add webhook' }).click()
    expect(await page.getByLabel('signing secret', { exact: true }).textContent()).toMatch(/^whsec_/)
    const row = page.getByRole('row').filter({ hasText: address })
    await row.getByText('On', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await expectFitting(page)

    await row.getByRole('button', { name: 'Send a test' }).click()
    await row.getByText('The test arrived.').waitFor()
    expect(events).toEqual(['webhook.test'])
    status = 500
    await row.getByRole('button', { name: 'Send a test' }).click()
    await row.getByText('The address answered 500').waitFor()

    await row.getByRole('button', { name: 'Switch off' }).click()
    await row.getByText('Off', { exact: true }).waitFor()
    expect(await row.getByRole('button', { name: 'Send a test' }).count()).toBe(0)
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet').waitFor()
  })
})
