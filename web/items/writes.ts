import type { QueryClient } from '@tanstack/react-query'
import {
  changeItem,
  changeItems,
  type Identity,
  type ItemFlags,
  identityQuery,
  type Owner,
  overrideItem,
  restoreItem,
} from '../api/identity.ts'
import { type Category, kindOf, kinds, type ResolvedItem } from '../api/words.ts'
import { hiddenAfter } from './lifecycle.ts'
import { optimistically, restored, settle } from './optimistic.ts'

export type Write = () => Promise<unknown>

/** Writes to the items of an owner that show immediately, and are reverted if they fail. */
export function itemWrites(client: QueryClient, owner: Owner) {
  const run = (items: ResolvedItem[], change: (items: ResolvedItem[]) => ResolvedItem[], write: Write) => {
    const ids = new Set(items.map(({ id }) => id))
    return optimistically<Identity>(client, identityQuery(owner).queryKey, {
      ids,
      change: (now) => mapped(now, (kind) => change(now[kind])),
      restore: (now, before) => mapped(now, (kind) => restored(now[kind], before[kind], ids)),
      write,
    })
  }
  const setOverridden = (item: ResolvedItem, overridden: boolean, write: Write) =>
    run([item], (items) => items.map((other) => (other.id === item.id ? { ...other, overridden } : other)), write)

  return {
    setFlags: (changes: { item: ResolvedItem; set: ItemFlags }[], save: typeof changeItems = changeItems) => {
      const setOf = new Map(changes.map(({ item, set }) => [item.id, set]))
      return run(
        changes.map(({ item }) => item),
        (items) => items.map((item) => withFlags(item, setOf.get(item.id) ?? {})),
        () => save(changes),
      )
    },
    override: (item: ResolvedItem) => setOverridden(item, true, () => overrideItem(owner.id, item)),
    restore: (item: ResolvedItem) => setOverridden(item, false, () => restoreItem(owner.id, item)),
    move: (moves: { item: ResolvedItem; category: Category }[]) => {
      const categoryOf = new Map(moves.map(({ item, category }) => [item.id, category]))
      return run(
        moves.map(({ item }) => item),
        (items) =>
          items.map((item) => ({ ...item, category: categoryOf.get(item.id) ?? item.category }) as ResolvedItem),
        async () => {
          for (const { item, category } of moves) await changeItem(item, { category })
        },
      )
    },
    /** Takes neighbors in their new order, and those among them whose display order changed. */
    reorder: (after: ResolvedItem[], changed: ResolvedItem[]) => {
      const ids = new Set(after.map(({ id }) => id))
      return run(
        after,
        (items) => {
          const next = [...after]
          return items.map((item) => (ids.has(item.id) ? next.shift()! : item))
        },
        async () => {
          for (const item of changed) await changeItem(item, { displayOrder: item.display_order })
        },
      )
    },
    remove: (items: ResolvedItem[], write: Write) => {
      const ids = new Set(items.map(({ id }) => id))
      return run(items, (present) => present.filter(({ id }) => !ids.has(id)), write)
    },
  }
}

/** Shows an item as the service saved it, without waiting for the refetch that this starts. */
export function showSaved<Saved extends Pick<ResolvedItem, 'id' | 'category'>>(
  client: QueryClient,
  owner: Owner,
  saved: Saved,
): Saved {
  const { plural } = kinds[kindOf(saved.category)]
  client.setQueryData<Identity>(identityQuery(owner).queryKey, (now) => {
    if (!now) return now
    const isKnown = now[plural].some(({ id }) => id === saved.id)
    const items = isKnown
      ? now[plural].map((item) => (item.id === saved.id ? { ...item, ...saved } : item))
      : [...now[plural], { ...saved, source: owner.layer, overridden: false }]
    return { ...now, [plural]: items as ResolvedItem[] }
  })
  settle(client)
  return saved
}

const withFlags = (item: ResolvedItem, flags: ItemFlags): ResolvedItem => ({
  ...item,
  ...flags,
  hidden: hiddenAfter(flags) ?? item.hidden,
})

const mapped = (identity: Identity, itemsOf: (kind: 'beliefs' | 'responsibilities') => ResolvedItem[]): Identity => ({
  ...identity,
  beliefs: itemsOf('beliefs'),
  responsibilities: itemsOf('responsibilities'),
})
