import { LRUCache } from 'lru-cache'
import type { Caller } from '../../domain/requests/caller.ts'

/** How long a looked-up key is believed without asking the database again: the most that another replica's revocation can lag. */
export const keyCacheMs = 1000

/** Callers by raw key, for a second at most. Emptied by every revocation in this process. */
export type KeyCache = LRUCache<string, Caller>
export const newKeyCache = (): KeyCache => new LRUCache<string, Caller>({ max: 10_000, ttl: keyCacheMs })
