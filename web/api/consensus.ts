import { type Answer, api, ask } from './client.ts'
import { type Owner, removeItem } from './identity.ts'

/** Statements that enough agents of an organization or group share. */

export type Consensus = Answer<'/organizations/{orgId}/consensus', 'post'>
export type Shared = Consensus['shared'][number]

export const runConsensus = ({ layer, id }: Owner, dryRun: boolean): Promise<Consensus> =>
  layer === 'group'
    ? ask(api.POST('/groups/{groupId}/consensus', { params: { path: { groupId: id } }, body: { dryRun } }))
    : ask(api.POST('/organizations/{orgId}/consensus', { params: { path: { orgId: id } }, body: { dryRun } }))

export const isNew = ({ exists }: Shared) => exists === null

/** Deletes the items that a run created. */
export async function undoConsensus({ shared }: Consensus): Promise<void> {
  for (const { item_id, category } of shared) if (item_id) await removeItem({ id: item_id, category })
}
