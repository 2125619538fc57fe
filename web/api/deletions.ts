import { api, ask } from './client.ts'

/** Deletions that the service can undo for some days. */

export interface Deletion {
  /** Null for a record that is too large to be kept. */
  restorable_until: string | null
  restore: () => Promise<unknown>
}

export async function deleteAgent(agentId: string): Promise<Deletion> {
  const params = { path: { agentId } }
  const { restorable_until } = await ask(api.DELETE('/agents/{agentId}', { params }))
  return { restorable_until, restore: () => ask(api.POST('/agents/{agentId}/restore', { params })) }
}

export async function deleteGroup(groupId: string): Promise<Deletion> {
  const params = { path: { groupId } }
  const { restorable_until } = await ask(api.DELETE('/groups/{groupId}', { params }))
  return { restorable_until, restore: () => ask(api.POST('/groups/{groupId}/restore', { params })) }
}
