/** What API keys may do, from most to least; each includes those after it (behavior: Access of keys). */
export const keyAccesses = ['full', 'write', 'propose', 'read'] as const
export type KeyAccess = (typeof keyAccesses)[number]

/**
 * Who calls. `orgIds` are the organizations whose data the caller may see; every query is limited to them, so that
 * what is foreign looks like what does not exist.
 */
export interface Caller {
  kind: 'key' | 'session' | 'job'
  userId: string
  orgIds: string[]
  /** The organization of a request that names none (behavior: Organization of a request); undefined for a session that must name it. */
  defaultOrgId: string | undefined
  /** What the rate limit counts by: the first 12 characters of the key; a session counts by its address. */
  limitKey: string | undefined
  /** SHA-256 of the key or of the session's cookie; jobs have none. */
  credentialHash?: string
  /** The key's id and its last 4 characters; only for keys. */
  keyId?: string
  keyHint?: string
  /** What the key may do; everything when absent, as people and jobs. */
  access?: KeyAccess
  /** The one agent that the key is for; undefined for all of its organization. */
  agentId?: string
  /** Whether the organization has its prompts changed by people and through change requests alone; only for keys. */
  requiresReview?: boolean
}
