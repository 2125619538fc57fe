import type { Locator, Page } from 'playwright-core'

/** Whether the whole element is visible: on the screen, and neither scrolled away nor covered. */
export const isOnScreen = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [left + 4, right - 4].every((x) =>
      [top + 2, bottom - 2].every((y) => element.contains(element.ownerDocument.elementFromPoint(x, y))),
    )
  })

/** The element with the keyboard focus. */
export const focusedText = (page: Page) => page.evaluate('document.activeElement.textContent')
