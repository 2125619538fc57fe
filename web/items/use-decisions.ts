import { useQueryClient } from '@tanstack/react-query'
import { saveEdit } from '../api/edit.ts'
import { changeItem, changeItems, type Item, type ItemChanges, type Owner } from '../api/identity.ts'
import { found } from '../api/queries.ts'
import type { Proposal, proposalsQuery } from '../api/review-queries.ts'
import { pluralize } from '../api/words.ts'
import { notifyError } from '../ui/notify.tsx'
import { notifyUndo } from '../ui/undo.ts'
import { changeShown, DecisionCanceled } from './as-shown.tsx'
import { optimistically, restored } from './optimistic.ts'
import type { Confirm } from './use-actions.ts'

type ProposalsQuery = ReturnType<typeof proposalsQuery>

export type Decision = 'approved' | 'rejected'

interface Listed {
  data: Proposal[]
  count: number
  proposed: number
}

const changedCounts = ({ count, proposed }: Listed, items: readonly Proposal[], by: 1 | -1) => ({
  count: count + by * items.length,
  proposed: proposed + by * items.filter(({ origin }) => origin === 'discovery').length,
})

const idsOf = (items: readonly Proposal[]) => new Set(items.map(({ id }) => id))
const without = (now: Listed, items: readonly Proposal[]): Listed => {
  const ids = idsOf(items)
  return { data: now.data.filter(({ id }) => !ids.has(id)), ...changedCounts(now, items, -1) }
}
const withAgain = (now: Listed, items: readonly Proposal[]): Listed => ({
  data: [...items, ...now.data],
  ...changedCounts(now, items, 1),
})

/** A proposal as an item of each agent that it is made for. */
const eachOf = (item: Proposal): Proposal[] => [item, ...(item.also_for ?? []).map((other) => ({ ...item, ...other }))]

/**
 * Approves or rejects what awaits a decision in an organization or for one agent. They leave the list immediately, return if the
 * service rejects the decision, and can be undone. Decisions on inherited items are confirmed first.
 */
export function useDecisions(orgId: string, { queryKey, queryFn }: ProposalsQuery, confirm: Confirm) {
  const client = useQueryClient()
  /** The words that await a decision now, by item. */
  const readNow = async () => {
    const { data } = await client.fetchQuery({
      queryKey: ['proposals-now', ...queryKey],
      queryFn: queryFn!,
      staleTime: 0,
    })
    return data.flatMap(eachOf)
  }

  return async (items: Proposal[], status: Decision): Promise<void> => {
    const ids = idsOf(items)
    const each = items.flatMap(eachOf)
    const inherited = items.filter(({ scope }) => scope !== 'agent')
    let withdraw = () => {}
    try {
      if (inherited.length > 0 && !(await confirm(inherited.map(({ id }) => ({ id, status }))))) return
      // Offers it before the decision is stored: until then the key would undo the one before. The undo is stored after it.
      withdraw = notifyUndo(
        doneText(verbs[status], items),
        () =>
          optimistically<Listed>(client, queryKey, {
            ids,
            change: (now) => withAgain(now, items),
            restore: (now) => without(now, items),
            write: () => changeItems(each.map((item) => ({ item, set: { status: 'pending', hidden: item.hidden } }))),
          }),
        { verb: 'decided', count: items.length },
      )
      await optimistically<Listed>(client, queryKey, {
        ids,
        change: (now) => without(now, items),
        restore: (now, before) => ({ data: restored(now.data, before.data, ids), ...changedCounts(now, items, 1) }),
        write: () =>
          changeShown(
            each.map((item) => ({ item, owner: ownerOf(item, orgId), set: { status } })),
            readNow,
          ),
      })
    } catch (error) {
      withdraw()
      if (!(error instanceof DecisionCanceled)) notifyError(error as Error)
    }
  }
}

/** "Approved: Be direct", with the number of agents if there are several. */
function doneText(verb: string, items: readonly Proposal[]) {
  const [first] = items
  if (!first || items.length > 1) return `${verb}: ${pluralize(items.length, 'item')}`
  const agents = 1 + (first.also_for?.length ?? 0)
  return `${verb}${agents > 1 ? ` for ${agents} agents` : ''}: ${first.statement}`
}

/**
 * Saves an edited proposal and approves it, for every agent that it is made for; it can be undone. Rejects with
 * `ChangedMeanwhile` if its text has changed since.
 */
export function useApprovedEdit(query: ProposalsQuery) {
  const client = useQueryClient()
  return async (seen: Proposal, changes: Pick<Proposal, 'statement' | 'category'>): Promise<Partial<Proposal>> => {
    const words = { statement: seen.statement, category: seen.category }
    const edited = { ...changes, status: 'approved' as const }
    let saved: Partial<Proposal> = {}
    await optimistically<Listed>(client, query.queryKey, {
      ids: idsOf([seen]),
      change: (now) => now,
      restore: (now) => now,
      write: async () => {
        const { statement, category, updated_at } = await saveEdit<Proposal, Item>(
          seen,
          edited,
          (fields, header) => changeItem(seen, fields as ItemChanges, header),
          async () => found((await client.fetchQuery({ ...query, staleTime: 0 })).data, seen.id),
        )
        saved = { statement, category, updated_at }
        for (const other of eachOf(seen).slice(1)) await changeItem(other, edited)
        client.setQueryData<Listed>(query.queryKey, (now) => now && without(now, [seen]))
      },
    })
    notifyUndo(
      doneText('Approved', [{ ...seen, ...saved }]),
      () =>
        optimistically<Listed>(client, query.queryKey, {
          ids: idsOf([seen]),
          change: (now) => withAgain(now, [seen]),
          restore: (now) => without(now, [seen]),
          write: async () => {
            for (const item of eachOf(seen))
              await changeItem({ ...item, ...saved }, { ...words, status: 'pending', hidden: item.hidden })
          },
        }),
      { verb: 'decided', count: 1 },
    )
    return saved
  }
}

const ownerOf = ({ scope, agent_id, group_id }: Proposal, orgId: string): Owner => ({
  layer: scope,
  id: agent_id ?? group_id ?? orgId,
})

const verbs = { approved: 'Approved', rejected: 'Rejected' }
