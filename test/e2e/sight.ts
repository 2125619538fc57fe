import type { Locator, Page } from 'playwright-core'

/** Whether all of it can be seen: it is on the screen, and nothing that scrolls or covers hides it. */
export const isOnScreen = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [left + 4, right - 4].every((x) =>
      [top + 2, bottom - 2].every((y) => element.contains(element.ownerDocument.elementFromPoint(x, y))),
    )
  })

/** What the keyboard is at. */
export const focusedText = (page: Page) => page.evaluate('document.activeElement.textContent')
