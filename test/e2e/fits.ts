import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'

const widths = [360, 1440]

/** Expects that a page has no accessibility barrier and never scrolls sideways, on a phone or on a desktop. */
export async function expectFitting(page: Page): Promise<void> {
  const before = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
  await page.setViewportSize(before)
}
