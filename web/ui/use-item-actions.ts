import { useQueryClient } from '@tanstack/react-query'
import {
  changeItem,
  changeItems,
  createItem,
  type Identity,
  type ItemChanges,
  identityKeys,
  identityQuery,
  type Owner,
  overrideItem,
  readSources,
  removeItem,
  restoreItem,
  writeOrder,
} from '../api/identity.ts'
import { type Category, counted, type ResolvedItem } from '../api/words.ts'
import { notifyError, notifyUndo } from './notify.tsx'

type Flags = Pick<ItemChanges, 'status' | 'starred' | 'hidden'>

/** What a write makes of an item at once, as the service does: approving shows it, rejecting hides it. */
const after = (item: ResolvedItem, changes: ItemChanges): ResolvedItem => {
  const hidden = changes.hidden ?? { approved: false, rejected: true, pending: undefined }[changes.status ?? 'pending']
  return { ...item, ...changes, hidden: hidden ?? item.hidden } as ResolvedItem
}

/** What can be done to items. Everything shows at once, is taken back when it fails, and can be undone. */
export function useItemActions(owner: Owner) {
  const client = useQueryClient()
  const { queryKey } = identityQuery(owner)

  const settle = () => Promise.all(identityKeys.map((key) => client.invalidateQueries({ queryKey: key })))
  const run = async (change: (items: ResolvedItem[]) => ResolvedItem[], write: () => Promise<unknown>) => {
    await client.cancelQueries({ queryKey })
    const before = client.getQueryData(queryKey)
    client.setQueryData(queryKey, (identity) => identity && changed(identity, change))
    try {
      await write()
    } catch (error) {
      client.setQueryData(queryKey, before)
      throw error
    } finally {
      await settle()
    }
  }
  /** Runs it, says when it fails, and offers the way back when it does not. */
  const act = (done: Promise<unknown>, message?: string, undo?: () => Promise<unknown>) =>
    done.then(() => {
      if (message && undo) notifyUndo(message, undo)
    }, notifyError)

  const set = (item: ResolvedItem, changes: ItemChanges) =>
    run(
      (items) => items.map((other) => (other.id === item.id ? after(other, changes) : other)),
      () => changeItem(item, changes),
    )
  const flagsOf = ({ status, starred, hidden }: ResolvedItem): Flags => ({ status, starred, hidden })
  const setMany = (changes: { item: ResolvedItem; set: Flags }[]) => {
    const setOf = new Map(changes.map(({ item, set }) => [item.id, set]))
    return run(
      (items) => items.map((item) => after(item, setOf.get(item.id) ?? {})),
      () => changeItems(changes),
    )
  }
  const mark = (ids: string[], overridden: boolean) => (items: ResolvedItem[]) =>
    items.map((item) => (ids.includes(item.id) ? { ...item, overridden } : item))
  const override = (item: ResolvedItem) => run(mark([item.id], true), () => overrideItem(owner.id, item))
  const restore = (item: ResolvedItem) => run(mark([item.id], false), () => restoreItem(owner.id, item))

  return {
    /** Fails where the form shows it: such as a statement that is there already. */
    create: (category: Category, statement: string) => createItem(owner, { category, statement }).finally(settle),
    edit: (item: ResolvedItem, changes: ItemChanges) => changeItem(item, changes).finally(settle),
    star: (item: ResolvedItem) => act(set(item, { starred: !item.starred })),
    hide: (item: ResolvedItem) =>
      act(set(item, { hidden: !item.hidden }), item.hidden ? 'Shown in prompts' : 'Hidden from prompts', () =>
        set(item, { hidden: item.hidden }),
      ),
    approve: (item: ResolvedItem) =>
      act(set(item, { status: 'approved' }), 'Approved', () => setMany([{ item, set: flagsOf(item) }])),
    reject: (item: ResolvedItem) =>
      act(set(item, { status: 'rejected' }), 'Rejected and hidden', () => setMany([{ item, set: flagsOf(item) }])),
    override: (item: ResolvedItem) => act(override(item), 'Hidden for this agent', () => restore(item)),
    restore: (item: ResolvedItem) => act(restore(item), 'Inherited again', () => override(item)),
    remove: async (item: ResolvedItem) => {
      const recreate = await howToRecreate(owner, item)
      let action = 'deleted'
      const removal = run(
        (items) => items.filter(({ id }) => id !== item.id),
        async () => {
          action = (await removeItem(item)).action
        },
      )
      await act(removal, 'Removed', () =>
        action === 'hidden' ? set(item, { hidden: item.hidden }) : recreate().finally(settle),
      )
    },
    setMany: (items: ResolvedItem[], flags: Flags, message: string) =>
      act(setMany(items.map((item) => ({ item, set: flags }))), `${counted(items.length, 'item')} ${message}`, () =>
        setMany(items.map((item) => ({ item, set: flagsOf(item) }))),
      ),
    /** Takes the owner's items of one category in their new order. */
    reorder: (ordered: ResolvedItem[]) => {
      const ids = new Set(ordered.map(({ id }) => id))
      return act(
        run(
          (items) => {
            const next = [...ordered]
            return items.map((item) => (ids.has(item.id) ? next.shift()! : item))
          },
          () => writeOrder(owner, ordered),
        ),
      )
    },
  }
}

export type ItemActions = ReturnType<typeof useItemActions>

const changed = (identity: Identity, change: (items: ResolvedItem[]) => ResolvedItem[]): Identity => ({
  ...identity,
  beliefs: change(identity.beliefs),
  responsibilities: change(identity.responsibilities),
})

/** A deleted item comes back as a new one, with what made it up: its words, its flags and its first source. */
async function howToRecreate(owner: Owner, item: ResolvedItem) {
  const source = (await readSources(item).catch(() => ({ data: [] }))).data[0]
  const { category, statement, starred, hidden, status } = item
  return async () => {
    const origin = { sourceType: source?.source_type, quote: source?.quote ?? undefined }
    const created = await createItem(owner, { category, statement, ...(owner.layer === 'agent' && origin) })
    await changeItem({ ...item, id: created.id }, { starred, hidden, status })
  }
}
