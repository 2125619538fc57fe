import { expect, test } from 'vitest'
import { everyPage } from './every-page.ts'
import { setUpDashboard } from './set-up.ts'

const dashboard = await setUpDashboard()

/** A small phone, and a window of 1,440 pixels at a zoom of 200%. */
const widths = [320, 720]
/** The longest that a page may take to fit a changed window. */
const settlesMs = 10_000

test('no page scrolls sideways on a small phone or at a zoom of 200%', async () => {
  const { page, tenant } = await dashboard.signIn()
  const pages = await everyPage(dashboard, tenant)
  const wide: string[] = []
  for (const [name, address] of pages) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // The first layout after the window changed still holds what the width hides a moment later.
      const fits = page.waitForFunction(`document.documentElement.scrollWidth === ${width}`, undefined, {
        timeout: settlesMs,
      })
      await fits.catch(() => wide.push(`${name} at ${width}`))
    }
  }
  expect(pages.size).toBeGreaterThan(40)
  expect(wide).toEqual([])
})
