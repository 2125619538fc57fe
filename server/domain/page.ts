/** The part of a list that is asked for: `limit` rows after the first `offset`. */
export interface Page {
  limit: number
  offset: number
}
