import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** An open menu or list stands at the end of the document, outside of all landmarks; its button or field names it. */
const menusBelongToButtons =
  'axe.configure({ rules: [{ id: "region", selector: "body *:not([data-portal], [data-portal] *)" }] })'

/** Accessibility barriers of a page: moderate, serious and critical violations as sentences, in light and in dark. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(source)
  await page.evaluate(menusBelongToButtons)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    // Colors in transition to the other scheme would be judged as they are.
    await page.evaluate('for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()')
    const result = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as { violations: Violation[] }
    for (const { id, impact, nodes } of result.violations) {
      if (impact === 'minor') continue
      found.push(
        ...nodes.map(({ target, failureSummary }) => `${colorScheme} ${id} ${target.join(' ')}: ${failureSummary}`),
      )
    }
  }
  return found
}
