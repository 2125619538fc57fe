import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { saveEdit } from '../api/edit.ts'
import {
  changeItem,
  createItem,
  type Item,
  type ItemFlags,
  identityQuery,
  itemIn,
  type Owner,
  readSources,
  removeItem,
} from '../api/identity.ts'
import type { PlannedChange } from '../api/review-queries.ts'
import { type Category, pluralize, type ResolvedItem, titleOf } from '../api/words.ts'
import { notifyError } from '../ui/notify.tsx'
import { notifyUndo } from '../ui/undo.ts'
import { changeShown, DecisionCanceled, removeShown } from './as-shown.tsx'
import { settle } from './optimistic.ts'
import { focusRowSoon } from './row-focus.ts'
import { itemWrites, showSaved, type Write } from './writes.ts'

/** Called before a change is made; false cancels it. */
export type Confirm = (changes: PlannedChange[]) => Promise<boolean>

/** Actions on items. Changes show immediately, are reverted if they fail, and can be undone. */
export function useItemActions(owner: Owner, confirm: Confirm) {
  const client = useQueryClient()
  const tools = { client, owner, writes: itemWrites(client, owner), act: actAfter(confirm) }
  return {
    ...formActions(tools),
    ...flagActions(tools),
    ...overrideActions(tools),
    ...placeActions(tools),
    ...removeActions(tools),
  }
}

export type ItemActions = ReturnType<typeof useItemActions>

interface Tools {
  client: QueryClient
  owner: Owner
  writes: ReturnType<typeof itemWrites>
  act: ReturnType<typeof actAfter>
}

interface Action {
  /** The changes to confirm first. */
  changes: PlannedChange[]
  write: Write
  /** The notice afterwards, with Undo; neither is shown without it. */
  done?: string | undefined
  undo: Write
  /** The row that Undo moves the focus to, instead of the top of the page. */
  row?: ResolvedItem | undefined
}

/** Asks for confirmation, writes, and then reports the failure or offers Undo. */
const actAfter =
  (confirm: Confirm) =>
  async ({ changes, write, done, undo, row }: Action) => {
    try {
      if (!(await confirm(changes))) return
      await write()
    } catch (error) {
      if (!(error instanceof DecisionCanceled)) notifyError(error as Error)
      return
    }
    if (!done) return
    notifyUndo(done, async () => {
      await undo()
      if (row) focusRowSoon(row.id)
    })
  }

/** Actions of forms, which confirm them and show failures themselves, such as a statement that already exists. */
const formActions = ({ client, owner }: Tools) => ({
  /** How a new item is announced to `Confirm`. */
  planned: (category: Category, statement: string): PlannedChange => ({
    category,
    statement,
    ...(owner.layer === 'group' && { groupId: owner.id }),
  }),
  /** @param readers how many agents inherit it; undefined for an agent's own item. */
  create: async (category: Category, statement: string, readers?: number) => {
    const saved = showSaved(client, owner, await createItem(owner, { category, statement }))
    if (readers !== undefined)
      notifyUndo(`Saved for ${pluralize(readers, 'agent')}`, async () => {
        await removeItem({ id: saved.id, category })
        await settle(client)
      })
    return saved
  },
  /** Takes the item as it was when editing started. Rejects with `ChangedMeanwhile` if its text has changed since. */
  edit: async (seen: ResolvedItem, changes: Pick<ResolvedItem, 'statement' | 'category'>) => {
    const saved = await saveEdit<ResolvedItem, Item>(
      seen,
      changes as Partial<ResolvedItem>,
      (edited, header) => changeItem(seen, edited, header),
      async () => itemIn(await client.fetchQuery({ ...identityQuery(owner), staleTime: 0 }), seen.id),
    )
    return showSaved(client, owner, saved)
  },
})

function flagActions({ owner, writes, act }: Tools) {
  const setMany = (items: ResolvedItem[], set: ItemFlags, done?: string) =>
    act({
      changes: items.map(({ id }) => ({ id, ...set })),
      write: () =>
        writes.setFlags(
          items.map((item) => ({ item, set })),
          () => changeShown(items.map((item) => ({ item, owner, set }))),
        ),
      done,
      undo: () =>
        writes.setFlags(
          items.map((item) => ({ item, set: { status: item.status, starred: item.starred, hidden: item.hidden } })),
        ),
      row: items[0],
    })
  return {
    star: (item: ResolvedItem) => setMany([item], { starred: !item.starred }),
    hide: (item: ResolvedItem) =>
      setMany([item], { hidden: !item.hidden }, item.hidden ? 'Shown in prompts' : 'Hidden from prompts'),
    approve: (item: ResolvedItem) => setMany([item], { status: 'approved' }, 'Approved'),
    reject: (item: ResolvedItem) => setMany([item], { status: 'rejected' }, 'Rejected and hidden'),
    setMany: (items: ResolvedItem[], set: ItemFlags, done: string) =>
      setMany(items, set, `${pluralize(items.length, 'item')} ${done}`),
  }
}

/** Actions of an agent on an inherited item. */
const overrideActions = ({ writes, act }: Tools) => ({
  override: (item: ResolvedItem) =>
    act({
      changes: [],
      write: () => writes.override(item),
      done: 'Overridden for this agent',
      undo: () => writes.restore(item),
      row: item,
    }),
  restore: (item: ResolvedItem) =>
    act({
      changes: [],
      write: () => writes.restore(item),
      done: 'Inherited item restored',
      undo: () => writes.override(item),
      row: item,
    }),
})

const placeActions = ({ writes, act }: Tools) => ({
  moveMany: (items: ResolvedItem[], category: Category) =>
    act({
      changes: items.map(({ id }) => ({ id, category })),
      write: () => writes.move(items.map((item) => ({ item, category }))),
      done: `${pluralize(items.length, 'item')} moved to ${titleOf(category)}`,
      undo: () => writes.move(items.map((item) => ({ item, category: item.category }))),
      row: items[0],
    }),
  /** Takes neighbors in their old order and in the new one, each with its display order. */
  reorder: (before: ResolvedItem[], after: ResolvedItem[]) => {
    const orderOf = new Map(before.map(({ id, display_order }) => [id, display_order]))
    const changed = after.filter(({ id, display_order }) => orderOf.get(id) !== display_order)
    const ids = new Set(changed.map(({ id }) => id))
    return act({
      changes: changed.map(({ id, display_order }) => ({ id, displayOrder: display_order })),
      write: () => writes.reorder(after, changed),
      done: 'Moved',
      undo: () =>
        writes.reorder(
          before,
          before.filter(({ id }) => ids.has(id)),
        ),
      row: changed[0],
    })
  },
})

function removeActions({ client, owner, writes, act }: Tools) {
  const removeMany = (items: ResolvedItem[]) => {
    const undos: (() => Promise<Item>)[] = []
    const undo = async () => {
      let id: string | undefined
      try {
        for (; undos[0]; undos.shift()) id = (await undos[0]()).id
      } finally {
        await settle(client)
      }
      if (id) focusRowSoon(id)
    }
    const write = async () => {
      try {
        for (const item of items) {
          const recreate = await howToRecreate(owner, item)
          const { action } = await removeShown({ item, owner })
          undos.push(action === 'hidden' ? () => changeItem(item, { hidden: item.hidden }) : recreate)
        }
      } catch (error) {
        if (undos.length > 0) notifyUndo(`${undos.length} of ${pluralize(items.length, 'item')} deleted`, undo)
        throw error
      }
    }
    return act({
      changes: items.map(({ id }) => ({ id, remove: true })),
      write: () => writes.remove(items, write),
      done: items.length === 1 ? 'Deleted' : `${pluralize(items.length, 'item')} deleted`,
      undo,
    })
  }
  return { remove: (item: ResolvedItem) => removeMany([item]), removeMany }
}

/** A deleted item is restored as a new one, with its text, its flags and its first source. */
async function howToRecreate(owner: Owner, item: ResolvedItem) {
  const source = (await readSources(item).catch(() => ({ data: [] }))).data[0]
  const { category, statement, starred, hidden, status } = item
  return async () => {
    const origin = { sourceType: source?.source_type, quote: source?.quote ?? undefined }
    const created = await createItem(owner, { category, statement, ...(owner.layer === 'agent' && origin) })
    return changeItem({ ...item, id: created.id }, { starred, hidden, status })
  }
}
