/** What API keys may do, from most to least (behavior: Access of keys). */
const keyAccesses = ['full', 'write', 'propose', 'read'] as const
export type KeyAccess = (typeof keyAccesses)[number]
