import type { Deps } from '../../deps.ts'
import { findValidKeys } from '../../features/accounts/api-keys.ts'
import { type NamedStamp, stampsByName } from '../../features/agents/stamps.ts'

/** Reads the revisions that event streams compare, at once for all streams of an organization (behavior: MCP). */
export interface Revisions {
  /**
   * Returns agents by the requested slugs and ids, with a text that changes whenever anything
   * in their identity changes.
   */
  agentRevisions(orgId: string, names: readonly string[]): Promise<Map<string, NamedStamp>>
  /** Returns the keys among these that are neither revoked nor expired. */
  validKeys(orgId: string, keyIds: readonly string[]): Promise<Set<string>>
}

export const revisionsOf = (deps: Deps): Revisions => ({
  agentRevisions: (orgId, names) => stampsByName(deps.db, orgId, names),
  validKeys: (orgId, keyIds) => findValidKeys(deps, orgId, keyIds),
})
