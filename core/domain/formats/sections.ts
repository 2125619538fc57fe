import { categoryHeadings, fixedLines, kindTitles, listItem } from '../identity/prompt.ts'
import { type Category, categories } from '../kinds.ts'
import { paragraph, strongParagraph } from '../text/markdown.ts'
import type { Lost, ReadItem, Reading, SourceItem } from './format.ts'
import { isMarkerLine } from './marker.ts'

/** Reads the Markdown of prompts back: headings name the categories, and each list item is an item. */

const categoryOfTitle = new Map<string, Category>(
  categories.map((category) => [categoryHeadings[category].title.toLowerCase(), category]),
)
const titlesOfKinds = new Set(kindTitles.map((title) => title.toLowerCase()))

const bullet = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/

/** Text with our sections. Text outside of them is prose, except before the first section. */
export function readSections(text: string): Reading {
  const raw: { text: string; category: Category }[] = []
  const prose: string[] = []
  const profile: string[] = []
  let section: Category | 'before' | 'kind' | 'elsewhere' = 'before'
  let goesOn = false
  for (const line of text.split(/\r\n?|\n/)) {
    const trimmed = line.trim()
    const goesOnHere: boolean = goesOn
    goesOn = false
    if (trimmed === '' || fixedLines.has(trimmed) || isMarkerLine(line)) continue
    const heading = /^ {0,3}#{1,6}[ \t]/.test(line) ? trimmed.replace(/^#+[ \t]+/, '').toLowerCase() : undefined
    if (heading !== undefined) {
      const known = categoryOfTitle.get(heading)
      if (known) section = known
      else if (titlesOfKinds.has(heading)) section = 'kind'
      else if (section === 'before') profile.push(trimmed)
      else {
        section = 'elsewhere'
        prose.push(line)
      }
    } else if (section === 'before' && !bullet.test(line)) profile.push(trimmed)
    else if (section === 'before' || section === 'kind' || section === 'elsewhere') prose.push(line)
    else if (goesOnHere && !bullet.test(line)) {
      raw.at(-1)!.text += ` ${trimmed}`
      goesOn = true
    } else {
      raw.push({ text: trimmed.replace(bullet, ''), category: section })
      goesOn = true
    }
  }
  return {
    items: raw.map(({ text, category }) => ({ ...readLine(text), category })),
    prose: prose.join('\n'),
    profile,
    lost: [],
  }
}

/** Maximum length of a statement, escaped or not. */
const maxLine = 10_000

const ticksOrEscape = /`+|\\([!-/:-@[-`{-~])/g

/**
 * A text without the backslashes of its escapes. Code stays as it is: a run of backticks, or the end of one,
 * opens it if a run of the same length follows.
 */
function unescaped(text: string): string {
  const runs = Map.groupBy(Array.from(text.matchAll(/`+/g)).reverse(), ([run]) => run.length)
  const endOfCode = (from: number, length: number): number | undefined => {
    for (let ticks = length; ticks > 0; ticks--) {
      const closing = runs.get(ticks) ?? []
      while (closing.length > 0 && closing.at(-1)!.index < from) closing.pop()
      if (closing.length > 0) return closing.at(-1)!.index + ticks
    }
    return undefined
  }
  let shown = ''
  let from = 0
  for (const { 0: written, 1: escaped, index } of text.matchAll(ticksOrEscape)) {
    if (index < from) continue
    const behind = index + written.length
    const end = escaped === undefined ? endOfCode(behind, written.length) : behind
    if (end === undefined) continue
    shown += text.slice(from, escaped === undefined ? end : index) + (escaped ?? '')
    from = end
  }
  return shown + text.slice(from)
}

/** The statement that `paragraph` or `strongParagraph` wrote; for other text, its content. */
export function readLine(line: string): Required<Pick<ReadItem, 'statement' | 'starred'>> {
  if (line.length > maxLine) return { statement: line, starred: false }
  const strong = /^\*\*(.+)\*\*$/.exec(line)?.[1]
  if (strong !== undefined) {
    const written = [unescaped(strong), strong].find((text) => strongParagraph(text) === line)
    if (written !== undefined) return { statement: written, starred: true }
  }
  const written = [unescaped(line), line].find((text) => paragraph(text) === line)
  if (written !== undefined) return { statement: written, starred: false }
  return strong !== undefined && !strong.includes('**')
    ? { statement: unescaped(strong), starred: true }
    : { statement: unescaped(line), starred: false }
}

/** A statement in the form in which a reader of the Markdown gets it back. */
export const readBack = (item: SourceItem) => readLine(listItem(item).slice('- '.length))

/** Items whose statements Markdown does not preserve character by character. */
export const lostInMarkdown = (items: readonly SourceItem[]): Lost[] =>
  items
    .filter((item) => readBack(item).statement !== item.statement)
    .map(({ id }) => ({
      item_id: id,
      field: 'statement',
      reason: 'its backslashes cannot be told from escapes in Markdown',
    }))
