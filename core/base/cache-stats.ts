/** Hits and misses of a cache since the process started, and its current size. */
export interface CacheStats {
  hits: number
  misses: number
  entries: number
  /** Undefined for a cache that is limited by its number of entries. */
  bytes?: number
}
