/** Hits and misses of a cache since the process started, and its present size. */
export interface CacheStats {
  hits: number
  misses: number
  entries: number
  /** Undefined for a cache that is bounded by its entries. */
  bytes?: number
}
