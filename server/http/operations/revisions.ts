import type { Deps } from '../../deps.ts'
import { findValidKeys } from '../../features/accounts/api-keys.ts'
import { type NamedStamp, stampsByName } from '../../features/agents/stamps.ts'

/** The revisions that streams of changes compare, read at once for all streams of an organization (behavior: MCP). */
export interface Revisions {
  /** Agents by the slugs and ids that name them, with a text that differs once anything in their identity changed. */
  agentRevisions(orgId: string, names: readonly string[]): Promise<Map<string, NamedStamp>>
  /** The keys among these that are neither revoked nor expired. */
  validKeys(orgId: string, keyIds: readonly string[]): Promise<Set<string>>
}

export const revisionsOf = (deps: Deps): Revisions => ({
  agentRevisions: (orgId, names) => stampsByName(deps.db, orgId, names),
  validKeys: (orgId, keyIds) => findValidKeys(deps, orgId, keyIds),
})
