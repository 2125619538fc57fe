import type { Category } from '../kinds.ts'
import { categories } from '../kinds.ts'
import { heading } from '../text/markdown.ts'
import { categoryHeadings, kindTitles } from './prompt.ts'

/** A line of a prompt. */
export interface PromptLine {
  /** From 1. */
  line: number
  text: string
  /** The category of an item's line; undefined for every other line. */
  category?: Category
}

const kindHeadings = new Set(kindTitles.map((title) => heading(2, title)))
const categoryOf = new Map(categories.map((category) => [heading(3, categoryHeadings[category].title), category]))

/**
 * Splits a prompt into its lines. Each item is one list line, below the heading of its kind (behavior: Prompt); lines
 * of the profile come before these headings.
 */
export function promptLines(prompt: string): PromptLine[] {
  let category: Category | undefined
  let isInLists = false
  return prompt
    .trimEnd()
    .split('\n')
    .map((text, index) => {
      if (kindHeadings.has(text)) isInLists = true
      if (isInLists) category = categoryOf.get(text) ?? category
      const isItem = isInLists && category !== undefined && text.startsWith('- ')
      return { line: index + 1, text, ...(isItem && { category: category! }) }
    })
}
