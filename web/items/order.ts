import type { ResolvedItem } from '../api/words.ts'

type Placed = Pick<ResolvedItem, 'id' | 'display_order' | 'created_at'>

/**
 * The order of items of one category that are all starred, or all not (behavior: Order). The service sorts by
 * `compareItems` and by SQL; `test/unit/web/item-order.test.ts` holds that this function agrees with it.
 */
export const compareItems = (a: Placed, b: Placed) =>
  a.display_order - b.display_order ||
  (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0) ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const areInOrder = (items: Placed[]) => items.every((item, at) => at === 0 || compareItems(items[at - 1]!, item) < 0)

/**
 * The items in a new order, with display orders that produce it: few of them change, and those of inherited items
 * never do. Undefined if no numbers produce it: between two inherited items of the same number there is room only for
 * items created between them.
 */
export function ordered<Item extends Placed>(
  wanted: Item[],
  movedId: string,
  isOwn: (item: Item) => boolean,
): Item[] | undefined {
  if (areInOrder(wanted)) return wanted
  const at = wanted.findIndex(({ id }) => id === movedId)
  const runs = [
    // Renumber only the moved item; if no number is free, all items between two inherited ones.
    { from: at, to: at + 1 },
    {
      from: wanted.findLastIndex((item, index) => index < at && !isOwn(item)) + 1,
      to: nextIndex(wanted, at, (item) => !isOwn(item)),
    },
  ]
  return runs.map(({ from, to }) => renumbered(wanted, from, to)).find(areInOrder)
}

const nextIndex = <Item>(items: Item[], after: number, fits: (item: Item) => boolean) => {
  const index = items.findIndex((item, at) => at > after && fits(item))
  return index < 0 ? items.length : index
}

/** Spreads the items from one index to another evenly between their neighbors. */
function renumbered<Item extends Placed>(items: Item[], from: number, to: number): Item[] {
  const before = items[from - 1]?.display_order
  const after = items[to]?.display_order
  const start = before ?? (after === undefined ? 0 : after - (to - from) - 1)
  const step = before === undefined || after === undefined ? 1 : (after - before) / (to - from + 1)
  return items.map((item, at) =>
    at < from || at >= to ? item : { ...item, display_order: start + (at - from + 1) * step },
  )
}
