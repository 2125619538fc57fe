/** The requested part of a list: `limit` rows after the first `offset`, or after those that ended at `cursor`. */
export interface Page {
  limit: number
  offset: number
  cursor?: string | undefined
}

export interface ListPage<T> {
  data: T[]
  /** Null on the last page. */
  next_cursor: string | null
}
