import type { ContentSourceType } from './kinds.ts'

/** A text of somebody's export, as its platform wrote it. */
export interface ArchivedContent {
  source_type: ContentSourceType
  /** The platform's own id: the same text has it in every export. */
  external_id: string
  title: string | null
  url: string | null
  author: string | null
  content: string
  metadata: Record<string, unknown>
  /** ISO 8601; null when the export does not tell. */
  published_at: string | null
}

/** An export, opened and recognized. */
export interface ContentArchive {
  /** Whose it is, where the platform tells accounts apart by name. */
  account: string | null
  /** What it holds, kind by kind. @throws 400 where it turns out to be broken. */
  contents: AsyncGenerator<ArchivedContent>
}

/** Which posts of an X archive are left out. */
export interface XArchiveOptions {
  exclude_retweets: boolean
  exclude_replies: boolean
}

/** The longest text that is kept of one post or article, in characters. */
export const maxTextLength = 50 * 1024

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * The file of an export that is called so: in any folder, in any case, and with the account's number or a counter
 * behind its name (`Shares_155814142.csv`, `Shares (1).csv`).
 */
export function findExported(paths: string[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  const called = (path: string) => baseName(path).toLowerCase()
  const unnumbered = (path: string) => called(path).replace(/(?:_\d{1,20}| \(\d{1,3}\))(?=\.[a-z]+$)/, '')
  return paths.find((path) => called(path) === wanted) ?? paths.find((path) => unnumbered(path) === wanted)
}
