import { expect, test } from 'vitest'
import { everyPage } from './every-page.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

/** Names of buttons that change what a viewer only reads. */
const changing =
  /^(Add|Apply|Approve|Create agent|Delete|Disconnect|Edit|Find duplicates|Import|Merge|Move|New |Publish|Re-scan|Reject|Release|Remove|Restore|Revert|Revoke|Roll back|Run|Save (?!account)|Set |Star|Stop|Sync|Take|Undo|Unpublish|Upload)/

test('a viewer finds no control that the service refuses on any page', async () => {
  const owner = await dashboard.signIn()
  const viewer = await dashboard.signIn()
  const pages = await everyPage(dashboard, owner.tenant)
  // It leads to the organization of the viewer's own.
  pages.delete('keepAnalyzed')
  const api = owner.page.context().request
  const headers = { origin: dashboard.url }
  const invited = await api.post(`${dashboard.url}/api/v1/organizations/${owner.tenant.orgId}/invitations`, {
    data: { role: 'viewer' },
    headers,
  })
  const token = (await invited.json()).link.split('/').at(-1)
  await viewer.page.context().request.post(`${dashboard.url}/api/v1/invitations/${token}/accept`, { headers })
  const { page } = viewer
  const found: string[] = []
  for (const [name, address] of pages) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    const enabled = page.locator('main').getByRole('button', { disabled: false })
    const names: string[] = await enabled.evaluateAll((all: any[]) =>
      all.map((one) => one.ariaLabel || one.textContent),
    )
    found.push(...names.filter((button) => changing.test(button)).map((button) => `${name}: ${button}`))
  }
  expect(pages.size).toBeGreaterThan(40)
  expect(found).toEqual([])
})
