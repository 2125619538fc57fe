import type { ForeignContent } from './foreign-content.ts'

/** An export, opened and recognized. */
export interface ContentArchive {
  /** Whose it is, where the platform tells accounts apart by name. */
  account: string | null
  /** What it holds, kind by kind. @throws 400 where it turns out to be broken. */
  contents: AsyncGenerator<ForeignContent>
}

/** Which posts of an X archive are left out. */
export interface XArchiveOptions {
  exclude_retweets: boolean
  exclude_replies: boolean
}

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
