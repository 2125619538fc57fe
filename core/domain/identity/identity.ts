import { compareStrings } from '#core/base/strings.ts'
import { type Category, categories, type ItemStatus, type Kind, type Scope } from '../kinds.ts'

/** A belief or responsibility of any scope, with the fields that prompts and resolved identities need. */
export interface IdentityItem {
  id: string
  kind: Kind
  scope: Scope
  category: Category
  statement: string
  starred: boolean
  hidden: boolean
  status: ItemStatus
  display_order: number
  /** ISO 8601 in UTC with milliseconds, so that texts compare as times. */
  created_at: string
}

export interface ResolvedItem extends IdentityItem {
  overridden?: true
}

const categoryRank = Object.fromEntries(categories.map((category, rank) => [category, rank])) as Record<
  Category,
  number
>
const nearness: Record<Scope, number> = { agent: 0, group: 1, org: 2 }

/** The order of items everywhere (behavior: Order): category, starred first, display_order, created_at, id. */
export const compareItems = (a: IdentityItem, b: IdentityItem): number =>
  categoryRank[a.category] - categoryRank[b.category] || compareInCategory(a, b)

const compareInCategory = (a: IdentityItem, b: IdentityItem): number =>
  Number(b.starred) - Number(a.starred) ||
  a.display_order - b.display_order ||
  compareStrings(a.created_at, b.created_at) ||
  compareStrings(a.id, b.id)

/** The key by which two items are the same, within a layer, across layers and between snapshots. */
export const itemKey = ({ category, statement }: { category: Category; statement: string }): string =>
  `${category} ${statement}`

/**
 * Merges the layers of one agent (behavior: Layers): an override first removes its one item, then among equal
 * (category, statement) the agent's own wins, then the group's, then the organization's, hidden or not. Sorted by
 * `compareItems`; `includeOverridden` adds the removed items, marked.
 */
export function resolveIdentity<Item extends IdentityItem>(
  items: readonly Item[],
  overriddenIds: ReadonlySet<string>,
  options: { includeOverridden?: boolean } = {},
): (Item & ResolvedItem)[] {
  const resolved: (Item & ResolvedItem)[] = []
  /** The nearest item of each statement, by the rank of the category. */
  const nearest = categories.map(() => new Map<string, Item>())
  for (const item of items) {
    if (overriddenIds.has(item.id)) {
      if (options.includeOverridden) resolved.push({ ...item, overridden: true })
      continue
    }
    const ofCategory = nearest[categoryRank[item.category]]!
    const rival = ofCategory.get(item.statement)
    if (!rival || nearness[item.scope] < nearness[rival.scope]) ofCategory.set(item.statement, item)
  }
  for (const ofCategory of nearest) resolved.push(...ofCategory.values())
  return resolved.sort(compareItems)
}

/** Counts of the listed items (behavior: Layers, resolved-identity). */
export function summarizeIdentity(items: readonly ResolvedItem[]) {
  const count = (matches: (item: ResolvedItem) => boolean) => items.filter(matches).length
  const from = (scope: Scope) => count((item) => item.scope === scope)
  return {
    total_beliefs: count((item) => item.kind === 'belief'),
    total_responsibilities: count((item) => item.kind === 'responsibility'),
    by_source: { org: from('org'), group: from('group'), agent: from('agent') },
  }
}
