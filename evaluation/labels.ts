import type { Category, Kind } from '#core/domain/kinds.ts'
import type { ContentSourceType } from '#core/domain/sources/content-platforms.ts'

/** A statement that the author of the set planted; it should be promoted when 3 items or more carry it. */
export type Pattern = {
  id: string
  /** The wording of a careful person; for reading only, nothing compares against it. */
  statement: string
  kind: readonly Kind[]
  categories: readonly Category[]
  /** The agent gave it up: it is observed, but promoting it is an error. */
  ended?: boolean
}

/** One labeled occurrence: the pattern and the sentence (or part of it) that carries it, word for word. */
type Label = { pattern: string; quote: string }

export type LabeledItem = {
  id: string
  source_type: ContentSourceType
  title: string | null
  days_ago: number
  content: string
  /** The session that it was read in; a conversation is content of its own. */
  session?: string
  /** Files of a commit, as the GitHub source brings them. */
  repository?: string
  paths?: string[]
  trailers?: string[]
  /** Empty for noise: nothing may be observed in it. */
  labels: readonly Label[]
}

export type LabeledAgent = {
  name: string
  trade: string
  patterns: readonly Pattern[]
  items: readonly LabeledItem[]
}
