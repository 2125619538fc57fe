import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { expectFitting } from './fits.ts'
import { setUpDashboard } from './set-up.ts'

describe('the archive of an organization', async () => {
  const dashboard = await setUpDashboard()
  const { page, url } = await dashboard.signIn()

  test('is downloaded, and becomes another organization', async () => {
    await page.goto(`${url}/organization/settings`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export organization' }).click()
    const file = await (await download).path()
    expect((await readFile(file)).toString('latin1', 0, 2)).toBe('PK')

    const upload = page.locator('input[type=file]')
    await upload.setInputFiles({ name: 'wrong.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') })
    await page.getByText('file must be a complete ZIP archive').waitFor()
    expect(await violations(page)).toEqual([])
    await upload.setInputFiles({ name: 'acme.zip', mimeType: 'application/zip', buffer: await readFile(file) })
    await page.getByText('was imported', { exact: false }).waitFor()
    await expectFitting(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: /^Open / }).click()
    await page.waitForURL((address) => !address.href.includes('/settings'))
  })
})
