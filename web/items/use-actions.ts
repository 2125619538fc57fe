import { useQueryClient } from '@tanstack/react-query'
import { saveEdit } from '../api/edit.ts'
import {
  changeItem,
  changeItems,
  createItem,
  type Identity,
  type Item,
  type ItemChanges,
  identityQuery,
  itemIn,
  type Owner,
  overrideItem,
  readSources,
  restoreItem,
} from '../api/identity.ts'
import type { PlannedChange } from '../api/review-queries.ts'
import { type Category, pluralize, type ResolvedItem, titleOf } from '../api/words.ts'
import { notifyError, notifyUndo } from '../ui/notify.tsx'
import { changeShown, DecisionCanceled, removeShown } from './as-shown.tsx'
import { optimistically, restored, settle } from './optimistic.ts'
import { focusRowSoon } from './row-focus.ts'

type Flags = Pick<ItemChanges, 'status' | 'starred' | 'hidden'>
type Write = () => Promise<unknown>

/** Asked before a change is made: false leaves everything as it is. */
export type Confirm = (changes: PlannedChange[]) => Promise<boolean>

/** Leaving the question is no failure: the form stays open with what was written. */
class Unsaved extends Error {
  override message = 'Not saved yet: change the statement, or save it again and confirm.'
}

/** What a write makes of an item at once, as the service does: approving shows it, rejecting hides it. */
const after = (item: ResolvedItem, changes: ItemChanges): ResolvedItem => {
  const hidden = changes.hidden ?? { approved: false, rejected: true, pending: undefined }[changes.status ?? 'pending']
  return { ...item, ...changes, hidden: hidden ?? item.hidden } as ResolvedItem
}

/** What can be done to items. Everything shows at once, is taken back when it fails, and can be undone. */
export function useItemActions(owner: Owner, confirm: Confirm = async () => true) {
  const client = useQueryClient()
  const { queryKey } = identityQuery(owner)

  const run = (items: ResolvedItem[], change: (items: ResolvedItem[]) => ResolvedItem[], write: Write) => {
    const ids = new Set(items.map(({ id }) => id))
    return optimistically<Identity>(client, queryKey, {
      change: (now) => mapped(now, (kind) => change(now[kind])),
      restore: (now, before) => mapped(now, (kind) => restored(now[kind], before[kind], ids)),
      write,
    })
  }
  /** Asks, runs it, says when it fails, and offers the way back when it does not. */
  const act = async (changes: PlannedChange[], write: Write, message?: string, undo?: Write) => {
    try {
      if (!(await confirm(changes))) return
      await write()
      if (message && undo) notifyUndo(message, undo)
    } catch (error) {
      if (!(error instanceof DecisionCanceled)) notifyError(error as Error)
    }
  }
  const settled = () => settle(client)
  /** Undo ends at the row, not at the top of the page. */
  const back = (item: ResolvedItem | undefined, undo: Write) => async () => {
    await undo()
    if (item) focusRowSoon(item.id)
  }

  const setEach = (changes: { item: ResolvedItem; set: Flags }[], save: typeof changeItems = changeItems) => {
    const setOf = new Map(changes.map(({ item, set }) => [item.id, set]))
    return run(
      changes.map(({ item }) => item),
      (items) => items.map((item) => after(item, setOf.get(item.id) ?? {})),
      () => save(changes),
    )
  }
  const setMany = (items: ResolvedItem[], flags: Flags, message?: string) =>
    act(
      items.map(({ id }) => ({ id, ...flags })),
      () =>
        setEach(
          items.map((item) => ({ item, set: flags })),
          () => changeShown(items.map((item) => ({ item, owner, set: flags }))),
        ),
      message,
      back(items[0], () =>
        setEach(
          items.map((item) => ({ item, set: { status: item.status, starred: item.starred, hidden: item.hidden } })),
        ),
      ),
    )
  const mark = (item: ResolvedItem, overridden: boolean, write: Write) =>
    run([item], (items) => items.map((other) => (other.id === item.id ? { ...other, overridden } : other)), write)
  const override = (item: ResolvedItem) => mark(item, true, () => overrideItem(owner.id, item))
  const restore = (item: ResolvedItem) => mark(item, false, () => restoreItem(owner.id, item))
  const order = (after: ResolvedItem[], changed: ResolvedItem[]) => {
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
  }
  const move = (moves: { item: ResolvedItem; category: Category }[]) => {
    const categoryOf = new Map(moves.map(({ item, category }) => [item.id, category]))
    return run(
      moves.map(({ item }) => item),
      (items) => items.map((item) => ({ ...item, category: categoryOf.get(item.id) ?? item.category }) as ResolvedItem),
      async () => {
        for (const { item, category } of moves) await changeItem(item, { category })
      },
    )
  }
  const removeMany = (items: ResolvedItem[]) => {
    const ids = new Set(items.map(({ id }) => id))
    const undos: (() => Promise<Item>)[] = []
    const undo = async () => {
      let id: string | undefined
      try {
        for (; undos[0]; undos.shift()) id = (await undos[0]()).id
      } finally {
        await settled()
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
        if (undos.length > 0) notifyUndo(`${undos.length} of ${pluralize(items.length, 'item')} removed`, undo)
        throw error
      }
    }
    return act(
      items.map(({ id }) => ({ id, remove: true })),
      () => run(items, (present) => present.filter(({ id }) => !ids.has(id)), write),
      items.length === 1 ? 'Removed' : `${pluralize(items.length, 'item')} removed`,
      undo,
    )
  }

  return {
    /** Fails where the form shows it: such as a statement that is there already. */
    create: async (category: Category, statement: string) => {
      const groupId = owner.layer === 'group' ? owner.id : undefined
      if (!(await confirm([{ category, statement, ...(groupId && { groupId }) }]))) throw new Unsaved()
      return createItem(owner, { category, statement }).finally(settled)
    },
    /** Takes the item as it was when somebody began to edit it. Fails with `ChangedMeanwhile` when its words are others now. */
    edit: async (seen: ResolvedItem, changes: Required<Pick<ItemChanges, 'statement' | 'category'>>) => {
      if (!(await confirm([{ id: seen.id, ...changes }]))) throw new Unsaved()
      const saved = await saveEdit<ResolvedItem, Item>(
        seen,
        changes as Partial<ResolvedItem>,
        (edited, header) => changeItem(seen, edited, header),
        async () => itemIn(await client.fetchQuery({ ...identityQuery(owner), staleTime: 0 }), seen.id),
      )
      await settled()
      return saved
    },
    star: (item: ResolvedItem) => setMany([item], { starred: !item.starred }),
    hide: (item: ResolvedItem) =>
      setMany([item], { hidden: !item.hidden }, item.hidden ? 'Shown in prompts' : 'Hidden from prompts'),
    approve: (item: ResolvedItem) => setMany([item], { status: 'approved' }, 'Approved'),
    reject: (item: ResolvedItem) => setMany([item], { status: 'rejected' }, 'Rejected and hidden'),
    setMany: (items: ResolvedItem[], flags: Flags, done: string) =>
      setMany(items, flags, `${pluralize(items.length, 'item')} ${done}`),
    override: (item: ResolvedItem) =>
      act(
        [],
        () => override(item),
        'Hidden for this agent',
        back(item, () => restore(item)),
      ),
    restore: (item: ResolvedItem) =>
      act(
        [],
        () => restore(item),
        'Inherited again',
        back(item, () => override(item)),
      ),
    remove: (item: ResolvedItem) => removeMany([item]),
    removeMany,
    moveMany: (items: ResolvedItem[], category: Category) =>
      act(
        items.map(({ id }) => ({ id, category })),
        () => move(items.map((item) => ({ item, category }))),
        `${pluralize(items.length, 'item')} moved to ${titleOf(category)}`,
        back(items[0], () => move(items.map((item) => ({ item, category: item.category })))),
      ),
    /** Takes neighbors in their old order and in the new one, each with its display order. */
    reorder: (before: ResolvedItem[], after: ResolvedItem[]) => {
      const orderOf = new Map(before.map(({ id, display_order }) => [id, display_order]))
      const changed = after.filter(({ id, display_order }) => orderOf.get(id) !== display_order)
      const ids = new Set(changed.map(({ id }) => id))
      const unchanged = before.filter(({ id }) => ids.has(id))
      return act(
        changed.map(({ id, display_order }) => ({ id, displayOrder: display_order })),
        () => order(after, changed),
        'Moved',
        back(changed[0], () => order(before, unchanged)),
      )
    },
  }
}

export type ItemActions = ReturnType<typeof useItemActions>

const mapped = (identity: Identity, itemsOf: (kind: 'beliefs' | 'responsibilities') => ResolvedItem[]): Identity => ({
  ...identity,
  beliefs: itemsOf('beliefs'),
  responsibilities: itemsOf('responsibilities'),
})

/** A deleted item comes back as a new one, with what made it up: its words, its flags and its first source. */
async function howToRecreate(owner: Owner, item: ResolvedItem) {
  const source = (await readSources(item).catch(() => ({ data: [] }))).data[0]
  const { category, statement, starred, hidden, status } = item
  return async () => {
    const origin = { sourceType: source?.source_type, quote: source?.quote ?? undefined }
    const created = await createItem(owner, { category, statement, ...(owner.layer === 'agent' && origin) })
    return changeItem({ ...item, id: created.id }, { starred, hidden, status })
  }
}
