import type { Locator, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'

/** Clicks and keys that a task may take, and took on November 28, 2026, before the page was rebuilt. */
interface Effort {
  /** As a sentence names it: "first prompt in a tool". */
  task: string
  /** Nothing where the task could not be done at all, and no numbers where it could in part. */
  before?: { clicks?: number; keys?: number }
  atMost?: { clicks?: number; keys?: number; total?: number }
}

const done: string[] = []

/** Somebody who works at a page. Each click, tap and key counts, each letter of typed text too; pasted text is two keys. */
export interface Person {
  page: Page
  click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void>
  press(...keys: string[]): Promise<void>
  /** Presses Tab until the focus is there. */
  tabTo(target: Locator): Promise<void>
  type(text: string): Promise<void>
  paste(text: string): Promise<void>
  /** Notes that the task is done, and expects that it took no more than it may. */
  finish(effort: Effort): void
}

/** Counts what somebody does at a page from here on. */
export function personAt(page: Page): Person {
  let clicks = 0
  let keys = 0
  return {
    page,
    async click(target, options) {
      clicks++
      await target.click(options)
    },
    async press(...names) {
      keys += names.length
      for (const name of names) await page.keyboard.press(name)
    },
    async tabTo(target) {
      await target.waitFor()
      for (let count = 0; count < 100; count++) {
        if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
        keys++
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab does not reach ${target}`)
    },
    async type(text) {
      keys += text.length
      await page.keyboard.type(text)
    },
    async paste(text) {
      keys += 2
      await page.keyboard.insertText(text)
    },
    finish({ task, before, atMost = {} }) {
      const earlier = before
        ? ['clicks' as const, 'keys' as const].flatMap((unit) => before[unit] ?? []).join(', ') || 'in part'
        : 'could not be done'
      done.push(`${task}: ${clicks} clicks, ${keys} keys (before: ${earlier})`)
      expect({ clicks, keys, total: clicks + keys }).toSatisfy(
        (took: Record<string, number>) => Object.entries(atMost).every(([unit, most]) => took[unit]! <= most),
        `${task} may take ${JSON.stringify(atMost)}`,
      )
    },
  }
}

/** Prints the tasks of this file after the last one. */
export function reportTasks(): void {
  afterAll(() => {
    console.log(['Tasks, with clicks and keys:', ...done.splice(0)].join('\n  '))
  })
}
