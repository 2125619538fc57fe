import type { ItemStatus } from '../kinds.ts'
import { heading } from '../text/markdown.ts'
import { compareItems, type IdentityItem } from './identity.ts'
import { listItem } from './prompt.ts'

/** The gist of an identity, where there is no room for all of it (behavior: Digest). */

export const digestTokens = { least: 200, most: 4000, default: 500 }

type DigestItem = IdentityItem & { n_count: number }

/** The lines that may appear in a digest, the most important first. */
export interface DigestLines {
  heading: string
  /** One for each item. */
  lines: string[]
  /** The number of boundaries among them; these come first. */
  boundaries: number
}

/** Items that are neither boundaries nor starred come last. */
const rankOf = ({ category, starred }: DigestItem) => (category === 'boundary' ? 0 : starred ? 1 : 2)
const statusRank: Record<ItemStatus, number> = { approved: 0, pending: 1, rejected: 2 }

/** Orders items by importance, since a digest may not hold all of them. */
export const compareImportance = (a: DigestItem, b: DigestItem): number =>
  rankOf(a) - rankOf(b) || statusRank[a.status] - statusRank[b.status] || b.n_count - a.n_count || compareItems(a, b)

/** The lines of a resolved identity: boundaries, then starred items, then approved ones, most evidence first. */
export function digestLines(name: string, items: readonly DigestItem[]): DigestLines {
  const visible = items.filter((item) => !item.hidden).sort(compareImportance)
  return {
    heading: heading(1, name || 'Agent'),
    // No digest has room for more: a line takes at least two tokens.
    lines: visible.slice(0, digestTokens.most / 2).map(listItem),
    boundaries: visible.filter(({ category }) => category === 'boundary').length,
  }
}

const missingNote = (count: number) =>
  `${count} more ${count === 1 ? 'boundary is' : 'boundaries are'} in the whole prompt.`

/** The share of the digest that a heading may take; a longer name is left out. */
const headingShare = 0.25

/**
 * As many lines as fit into `maxTokens`; a line that is too long is left out. If there are boundaries, the last line
 * gives their number. Ends with a line feed.
 */
export function fitDigest(
  { heading, lines, boundaries }: DigestLines,
  maxTokens: number,
  countTokens: (text: string) => number,
): string {
  const head = countTokens(heading) <= maxTokens * headingShare ? `${heading}\n\n` : ''
  const room = maxTokens - countTokens(head)
  const note = (fitting: string[]) => `\n${missingNote(boundaries - fitting.length)}\n`
  const compose = (fitting: string[], end: (fitting: string[]) => string): string => {
    const text = head + fitting.map((line) => `${line}\n`).join('') + end(fitting)
    // Counted separately, parts may add up to less than the whole.
    return countTokens(text) > maxTokens && fitting.length > 0 ? compose(fitting.slice(0, -1), end) : text
  }
  const fitting = thatFit(lines.slice(0, boundaries), room, countTokens)
  if (fitting.length === boundaries) return compose(thatFit(lines, room, countTokens), () => '')
  return compose(thatFit(lines.slice(0, boundaries), room - countTokens(note([])), countTokens), note)
}

/** A list item of one character with its line feed. */
const leastTokens = 3

function thatFit(lines: string[], room: number, countTokens: (text: string) => number): string[] {
  const fitting = []
  let left = room
  for (const line of lines) {
    if (left < leastTokens) break
    const cost = countTokens(`${line}\n`)
    if (cost > left) continue
    fitting.push(line)
    left -= cost
  }
  return fitting
}
