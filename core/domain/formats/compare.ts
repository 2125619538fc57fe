import { type Category, kindOf } from '../kinds.ts'
import { normalizeStatement } from '../statement.ts'
import type { FormatName, Lost, ReadItem, SourceItem } from './format.ts'
import { readBackFrom } from './live-syntax.ts'
import { readBack } from './sections.ts'

/** Finds the edits that a person made to an exported file (behavior: Imports). */

/** An item as it was exported, in the form that a reader of the file gets. */
export interface HeldItem {
  item: Pick<SourceItem, 'id' | 'kind' | 'scope' | 'category' | 'statement' | 'starred' | 'hidden' | 'updated_at'>
  entry: ReadItem
}

export type Edit =
  | { op: 'add'; entry: ReadItem & { category: Category } }
  | { op: 'edit'; item: HeldItem['item']; statement?: string; category?: Category; starred?: boolean; hidden?: boolean }
  | { op: 'remove'; item: HeldItem['item'] }

export interface Comparison {
  unchanged: HeldItem['item'][]
  /** Missing and new items before they are paired. */
  missing: HeldItem[]
  added: ReadItem[]
  /** Items with an unchanged statement in another position or another form. */
  moved: Edit[]
  /** Edits of fields that only our own format holds, and that no change request can set. */
  lost: Lost[]
}

/**
 * The items of an export in a format, in the wording of its files. Items that were left out of the files are not
 * included.
 */
export function heldItems(format: FormatName, items: readonly SourceItem[], entries: readonly ReadItem[]): HeldItem[] {
  const waiting = Map.groupBy(entries, ({ statement }) => statement)
  const take = (statement: string, matches: (entry: ReadItem) => boolean) => {
    const found = waiting.get(statement) ?? []
    const at = found.findIndex(matches)
    return at < 0 ? undefined : found.splice(at, 1)[0]
  }
  // A statement may differ by what Markdown does to it, by the spaces of the format, and by both.
  const find = (item: SourceItem, matches: (entry: ReadItem) => boolean) =>
    take(item.statement, matches) ??
    take(readBack(item).statement, matches) ??
    take(readBackFrom(format, item.statement), matches) ??
    take(readBackFrom(format, readBack(item).statement), matches)
  // Exact matches first: where a format cannot express a category, an item takes one that is left in another category.
  const exact = items.map((item) => find(item, ({ category }) => category === item.category))
  return items.flatMap((item, at) => {
    const entry = exact[at] ?? find(item, (other) => isOfKind(other, item))
    return entry ? [{ item, entry }] : []
  })
}

/** Entries that are unchanged in position, entries that only moved, and the remaining ones on either side. */
export function compareEntries(held: readonly HeldItem[], entries: readonly ReadItem[]): Comparison {
  const waiting = Map.groupBy(entries, keyOf)
  const take = (key: string) => waiting.get(key)?.shift()
  const unchanged: HeldItem['item'][] = []
  const moved: Edit[] = []
  const lost: Lost[] = []
  // Match lines that kept their position first: an equal line elsewhere must not take their match.
  const changed = held.filter((one) => {
    const same = take(keyOf(one.entry))
    if (!same) return true
    lost.push(...unproposable(one, same))
    const edit = editOf(one, same)
    if (setsSomething(edit)) moved.push(edit)
    else unchanged.push(one.item)
    return false
  })
  const left = [...waiting.values()].flat()
  const missing = changed.filter(({ item, entry }) => {
    const at = left.findIndex((other) => other.statement === entry.statement && isOfKind(other, item))
    if (at < 0) return true
    const [other] = left.splice(at, 1)
    moved.push(editOf({ item, entry }, other!))
    return false
  })
  return { unchanged, moved, missing, added: left, lost }
}

const keyOf = ({ category, statement }: ReadItem) => `${category} ${statement}`
const isOfKind = ({ category }: ReadItem, { kind }: Pick<SourceItem, 'kind'>) => !category || kindOf(category) === kind

/** Similarity of a missing and a new entry, by their indexes; 0 if unknown. */
export type Similarity = (missing: number, added: number) => number

/**
 * The person's edits: a missing and a new entry count as one edit if they have the same kind and are similar enough,
 * the most similar first.
 */
export function editsOf(
  { missing, added, moved }: Comparison,
  similarity: Similarity,
  threshold: number,
  fallback: (entry: ReadItem) => Category,
): Edit[] {
  const pairs = missing.flatMap((one, from) =>
    added.flatMap((other, to) => {
      const similar = isOfKind(other, one.item) ? similarity(from, to) : 0
      return similar >= threshold ? [{ from, to, similar }] : []
    }),
  )
  const pairOf = new Map<number, number>()
  const taken = new Set<number>()
  for (const { from, to } of pairs.sort((a, b) => b.similar - a.similar || a.from - b.from || a.to - b.to)) {
    if (pairOf.has(from) || taken.has(to)) continue
    pairOf.set(from, to)
    taken.add(to)
  }
  return [
    ...moved,
    ...missing.map((one, from): Edit => {
      const to = pairOf.get(from)
      return to === undefined ? { op: 'remove', item: one.item } : editOf(one, added[to]!)
    }),
    ...added.flatMap((entry, to): Edit[] =>
      taken.has(to) ? [] : [{ op: 'add', entry: { ...entry, category: entry.category ?? fallback(entry) } }],
    ),
  ]
}

function unproposable({ item, entry }: HeldItem, { own }: ReadItem): Lost[] {
  const fields = ['status', 'display_order', 'n_count'] as const
  return fields
    .filter((field) => own && entry.own && own[field] !== entry.own[field])
    .map((field) => ({ item_id: item.id, field, reason: 'a change request cannot set it' }))
}

const setsSomething = ({ op, item, ...set }: Edit & { op: 'edit' }) => Object.keys(set).length > 0

function editOf({ item, entry }: HeldItem, other: ReadItem): Edit & { op: 'edit' } {
  return {
    op: 'edit',
    item,
    ...(other.statement !== entry.statement && { statement: other.statement }),
    ...(other.category !== undefined && other.category !== entry.category && { category: other.category }),
    ...(other.starred !== undefined && other.starred !== entry.starred && { starred: other.starred }),
    ...(other.own && entry.own && other.own.hidden !== entry.own.hidden && { hidden: other.own.hidden }),
  }
}

/** An item in its current state. */
export type Present = Pick<SourceItem, 'id' | 'category' | 'statement' | 'starred' | 'hidden'>

/**
 * The edits that remain to be made: an edit that someone has made since is not proposed again. An item that was edited
 * but no longer exists becomes a new item of its layer.
 *
 * @param byId items of the export that still exist.
 * @param resolved the agent's current items.
 */
export function pendingEdits(
  edits: readonly Edit[],
  byId: ReadonlyMap<string, Present>,
  resolved: readonly Present[],
): { edits: (Edit & { owner?: HeldItem['item'] })[]; done: number } {
  const has = new Set(resolved.map(({ category, statement }) => `${category} ${statement}`))
  const pending = edits.flatMap((edit): (Edit & { owner?: HeldItem['item'] })[] => {
    if (edit.op === 'add') {
      const { category, statement } = edit.entry
      return has.has(`${category} ${normalizeStatement(statement)}`) ? [] : [edit]
    }
    const now = byId.get(edit.item.id)
    if (edit.op === 'remove') return now ? [edit] : []
    const { statement = edit.item.statement, category = edit.item.category, starred = edit.item.starred } = edit
    if (!now) {
      if (has.has(`${category} ${normalizeStatement(statement)}`)) return []
      return [{ op: 'add', entry: { statement, category, starred }, owner: edit.item }]
    }
    const isDone =
      (edit.statement === undefined || normalizeStatement(edit.statement) === now.statement) &&
      (edit.category === undefined || edit.category === now.category) &&
      (edit.starred === undefined || edit.starred === now.starred) &&
      (edit.hidden === undefined || edit.hidden === now.hidden)
    return isDone ? [] : [edit]
  })
  return { edits: pending, done: edits.length - pending.length }
}
