import type { ForeignContent } from './foreign-content.ts'

/** An export, opened and recognized. */
export interface ContentArchive {
  /** The account that it belongs to, if the platform names it. */
  account: string | null
  /** The contents by kind. @throws 400 when it turns out to be broken. */
  contents: AsyncGenerator<ForeignContent>
}

/** Posts of an X archive to leave out. */
export interface XArchiveOptions {
  exclude_retweets: boolean
  exclude_replies: boolean
}

/** The file name of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * Finds the file of an export by name: in any folder, in any case, and with the account's number or a counter after its
 * name (`Shares_155814142.csv`, `Shares (1).csv`).
 */
export function findExported(paths: string[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  const called = (path: string) => baseName(path).toLowerCase()
  const unnumbered = (path: string) => called(path).replace(/(?:_\d{1,20}| \(\d{1,3}\))(?=\.[a-z]+$)/, '')
  return paths.find((path) => called(path) === wanted) ?? paths.find((path) => unnumbered(path) === wanted)
}
