import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'

const widths = [360, 1440]

/** Expects that a page keeps no one out, and that no one has to scroll it sideways, on a phone or on a desk. */
export async function expectFitting(page: Page): Promise<void> {
  const before = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
  await page.setViewportSize(before)
}
