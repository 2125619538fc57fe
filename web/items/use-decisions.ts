import { useQueryClient } from '@tanstack/react-query'
import { saveEdit } from '../api/edit.ts'
import { changeItem, changeItems, type Item, type ItemChanges, type Owner } from '../api/identity.ts'
import { found } from '../api/queries.ts'
import { type Proposal, proposalsQuery } from '../api/review-queries.ts'
import { pluralize } from '../api/words.ts'
import { notifyError } from '../ui/notify.tsx'
import { notifyUndo } from '../ui/undo.ts'
import { changeShown, DecisionCanceled } from './as-shown.tsx'
import { optimistically, restored, settle } from './optimistic.ts'
import type { Confirm } from './use-actions.ts'

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

/**
 * Approves or rejects what awaits a decision in an organization or for one agent. They leave the list immediately, return if the
 * service rejects the decision, and can be undone. Decisions on inherited items are confirmed first.
 */
export function useDecisions(orgId: string, agentId: string | undefined, confirm: Confirm) {
  const client = useQueryClient()
  const { queryKey } = proposalsQuery(orgId, agentId)

  return async (items: Proposal[], status: Decision): Promise<void> => {
    const ids = new Set(items.map(({ id }) => id))
    const inherited = items.filter(({ scope }) => scope !== 'agent')
    try {
      if (inherited.length > 0 && !(await confirm(inherited.map(({ id }) => ({ id, status }))))) return
      await optimistically<Listed>(client, queryKey, {
        ids,
        change: (now) => ({ data: now.data.filter(({ id }) => !ids.has(id)), ...changedCounts(now, items, -1) }),
        restore: (now, before) => ({ data: restored(now.data, before.data, ids), ...changedCounts(now, items, 1) }),
        write: () => changeShown(items.map((item) => ({ item, owner: ownerOf(item, orgId), set: { status } }))),
      })
    } catch (error) {
      if (!(error instanceof DecisionCanceled)) notifyError(error as Error)
      return
    }
    notifyUndo(
      items.length === 1
        ? `${verbs[status]}: ${items[0]!.statement}`
        : `${verbs[status]}: ${pluralize(items.length, 'item')}`,
      () =>
        optimistically<Listed>(client, queryKey, {
          ids,
          change: (now) => ({ data: [...items, ...now.data], ...changedCounts(now, items, 1) }),
          restore: (now) => ({ data: now.data.filter(({ id }) => !ids.has(id)), ...changedCounts(now, items, -1) }),
          write: () => changeItems(items.map((item) => ({ item, set: { status: 'pending', hidden: item.hidden } }))),
        }),
      { verb: 'decided', count: items.length },
    )
  }
}

/**
 * Saves an edited item, which still awaits a decision. Rejects with `ChangedMeanwhile` if
 * its text has changed since.
 */
export function useProposalEdit(orgId: string, agentId: string | undefined) {
  const client = useQueryClient()
  const query = proposalsQuery(orgId, agentId)
  return async (seen: Proposal, changes: Pick<Proposal, 'statement' | 'category'>): Promise<Partial<Proposal>> => {
    const { statement, category, updated_at } = await saveEdit<Proposal, Item>(
      seen,
      changes,
      (edited, header) => changeItem(seen, edited as ItemChanges, header),
      async () => found((await client.fetchQuery({ ...query, staleTime: 0 })).data, seen.id),
    )
    const saved = { statement, category, updated_at }
    client.setQueryData(
      query.queryKey,
      (now) => now && { ...now, data: now.data.map((item) => (item.id === seen.id ? { ...item, ...saved } : item)) },
    )
    settle(client)
    return saved
  }
}

const ownerOf = ({ scope, agent_id, group_id }: Proposal, orgId: string): Owner => ({
  layer: scope,
  id: agent_id ?? group_id ?? orgId,
})

const verbs = { approved: 'Approved', rejected: 'Rejected' }
