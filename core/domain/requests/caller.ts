import type { MemberRole } from '../kinds.ts'

/** The access levels of API keys, from most to least; each includes those after it (behavior: Access of keys). */
export const keyAccesses = ['full', 'write', 'propose', 'read'] as const
export type KeyAccess = (typeof keyAccesses)[number]

/**
 * The caller of a request. `orgIds` are the organizations whose data the caller may see; every query is limited to
 * them, so that foreign records are indistinguishable from missing ones.
 */
export interface Caller {
  kind: 'key' | 'session' | 'job'
  userId: string
  /** How people know the caller: the label of the key, or the name of the account; null or absent if there is none. */
  name?: string | null
  orgIds: string[]
  /** The role in each organization of the account; only for sessions. */
  roles?: ReadonlyMap<string, MemberRole>
  /**
   * The organization of a request that names none (behavior: Organization of a request);
   * undefined for a session that must name it.
   */
  defaultOrgId: string | undefined
  /** The key of the rate limit: the first 12 characters of the API key; the address for a session. */
  limitKey: string | undefined
  /** SHA-256 of the key or of the session's cookie; jobs have none. */
  credentialHash?: string
  /** The key's id and its last 4 characters; only for keys. */
  keyId?: string
  keyHint?: string
  /** The access of the key; everything if absent, as for people and jobs. */
  access?: KeyAccess
  /** The one agent that the key is for; undefined if it is for the whole organization. */
  agentId?: string
  /** Whether only people and change requests may change the prompts of the organization; only for keys. */
  requiresReview?: boolean
}
