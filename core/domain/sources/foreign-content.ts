import type { ContentSourceType } from './content-platforms.ts'

/** A text from another platform, as it was written there. */
export interface ForeignContent {
  source_type: ContentSourceType
  /** The platform's own id, which never changes. */
  external_id: string
  title: string | null
  url: string | null
  author: string | null
  content: string
  metadata: Record<string, unknown>
  /** ISO 8601; null if the platform gives no date. */
  published_at: string | null
}

/**
 * Unique by agent, source type and external id. An unknown date becomes the time of the
 * import, or keeps the stored one.
 */
export interface NewContent extends ForeignContent {
  agent_id: string
  source_id: string | null
}

/** The maximum length of a stored post, page or article, in characters. */
export const maxTextLength = 50 * 1024
