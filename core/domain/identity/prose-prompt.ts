import type { Category } from '../kinds.ts'
import { heading, inline, oneLine } from '../text/markdown.ts'

/** A prompt as prose for a CLAUDE.md instead of lists (behavior: Prose prompt). */

/** An item of a prose prompt, in the order of its category: starred ones first. */
export interface ProseItem {
  id: string
  category: Category
  statement: string
  starred: boolean
}

/** The sections of the prose: for each category a sentence that introduces its items. */
const sections: { title: string; leads: [category: Category, lead: string][] }[] = [
  { title: 'Why you work this way', leads: [['axiom', 'A few truths are the reasons for all that follows.']] },
  {
    title: 'How you work',
    leads: [
      ['principle', 'You work by these principles.'],
      ['preference', 'Unless the situation calls for something else, you have these habits.'],
    ],
  },
  { title: 'Style', leads: [['voice', 'This is how you write and speak.']] },
  { title: 'Limits', leads: [['boundary', 'These limits hold whoever asks and whatever the reason.']] },
  {
    title: 'Scope',
    leads: [
      ['ownership', 'You answer for this, also when others do the work.'],
      ['execution', 'You carry this out yourself.'],
      ['collaboration', 'You work with others like this.'],
      ['deliverables', 'You produce and hand over this.'],
      ['monitoring', 'You keep watch on this.'],
    ],
  },
]

/**
 * The prose of items, after the introduction of the agent. Each statement is a sentence; none can change the structure.
 *
 * @param wordings sentences that replace statements, by the id of the item.
 */
export function prosePrompt(
  introduction: readonly string[],
  items: readonly ProseItem[],
  wordings?: ReadonlyMap<string, string>,
): string {
  const byCategory = Map.groupBy(items, ({ category }) => category)
  const blocks = sections.flatMap(({ title, leads }) => {
    const paragraphs = leads.flatMap(([category, lead]) => {
      const told = byCategory.get(category)
      return told
        ? [inline([lead, ...told.map(({ id, statement }) => sentence(wordings?.get(id) ?? statement))].join(' '))]
        : []
    })
    return paragraphs.length === 0 ? [] : [heading(2, title), ...paragraphs]
  })
  return `${[...introduction.filter((block) => block !== ''), ...blocks].join('\n\n')}\n`
}

function sentence(statement: string): string {
  const text = oneLine(statement) || '\ufffd'
  return `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?…。！？]$/.test(text) ? '' : '.'}`
}

/** Items that a limit may cut, in the order of cutting: from the end, or from the least similar to a context. */
export function cutOrder(items: readonly ProseItem[], similarities?: readonly number[]): string[] {
  const rows = items.map(({ id }, row) => ({ id, row, similarity: similarities?.[row] ?? 0 }))
  return rows
    .filter(({ row }) => !items[row]!.starred && items[row]!.category !== 'boundary')
    .sort((a, b) => a.similarity - b.similarity || b.row - a.row)
    .map(({ id }) => id)
}

/**
 * The longest prose of at most `maxTokens`, with the items left out; items that may not be cut
 * stay, even above the limit.
 */
export function fitProse(
  introduction: readonly string[],
  items: readonly ProseItem[],
  { order, maxTokens }: { order: readonly string[]; maxTokens: number },
  count: (text: string) => number,
): { prompt: string; cut: string[] } {
  const without = (size: number) => {
    const cut = new Set(order.slice(0, size))
    return prosePrompt(
      introduction,
      items.filter(({ id }) => !cut.has(id)),
    )
  }
  let [least, most] = [0, order.length]
  while (least < most) {
    const middle = (least + most) >> 1
    if (count(without(middle)) <= maxTokens) most = middle
    else least = middle + 1
  }
  return { prompt: without(least), cut: order.slice(0, least) }
}

/** Starred items first, then in the order of `similarities` if there is one. */
export const orderedBy = (items: readonly ProseItem[], similarities: readonly number[]): ProseItem[] =>
  items
    .map((item, row) => ({ item, similarity: similarities[row]! }))
    .sort((a, b) => Number(b.item.starred) - Number(a.item.starred) || b.similarity - a.similarity)
    .map(({ item }) => item)

/**
 * An existing file with the prose in it, between two comment lines that name agent and version: it replaces an earlier
 * version between these lines, or is appended. All other text stays word for word.
 */
export function insertProse(
  template: string,
  prose: string,
  { id, slug, version }: { id: string; slug: string; version: string },
): string {
  const line = (part: 'begin' | 'end') => `<!-- agent-identity ${part}: ${slug} (${id}) version ${version} -->`
  const generated = `${line('begin')}\n${prose.trimEnd()}\n${line('end')}`
  const lineAfter = (part: 'begin' | 'end', from: number) => {
    const marker = new RegExp(`^<!-- agent-identity ${part}: [a-z0-9-]+ \\(${id}\\) version [0-9a-f]+ -->$`, 'm')
    const found = marker.exec(template.slice(from))
    return found && { start: from + found.index, end: from + found.index + found[0].length }
  }
  const begin = lineAfter('begin', 0)
  const end = begin && lineAfter('end', begin.end)
  if (begin && end) return template.slice(0, begin.start) + generated + template.slice(end.end)
  if (template === '') return `${generated}\n`
  return `${template}${template.endsWith('\n') ? '' : '\n'}\n${generated}\n`
}
