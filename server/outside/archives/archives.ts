import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { computing } from '#core/base/computing.ts'
import type { Requester } from '#core/base/requester.ts'
import { newTemporaryFile } from '#core/base/temporary-file.ts'
import type { ArchivedTable } from '#core/domain/archive/tables.ts'
import type { ContentArchive, XArchiveOptions } from '#core/domain/sources/archived-content.ts'
import type { ForeignContent } from '#core/domain/sources/foreign-content.ts'
import type { ArchivedOrganization, OrganizationFiles } from './organization.ts'
import type { ArchiveWork } from './work.ts'

/**
 * Reads exports of other platforms, each in an open file, from beginning to end. The contents are passed to `use` only
 * once all of them have been read.
 *
 * @throws 400 that names `file` for anything else, 413 when it takes too long.
 */
export interface Archives {
  linkedin<T>(fd: number, requester: Requester, use: Use<T>): Promise<T>
  x<T>(fd: number, options: XArchiveOptions, requester: Requester, use: Use<T>): Promise<T>
  substack<T>(fd: number, requester: Requester, use: Use<T>): Promise<T>
  /** The records of an organization, each with the name of its table. */
  organization<T>(
    files: Omit<OrganizationFiles, 'contentsFd'>,
    requester: Requester,
    use: (organization: ArchivedOrganization, records: AsyncGenerator<ArchivedRecord>) => Promise<T>,
  ): Promise<T>
}

export type ArchivedRecord = [table: ArchivedTable, record: Record<string, unknown>]
type Use<T> = (archive: ContentArchive) => Promise<T>

const deadlineSeconds = 60
const tasks = computing.tasks<ArchiveWork>('archives', {
  deadlineSeconds,
  tooMuch: (taken) => `file takes ${taken} to read; export less at a time`,
  isLong: true,
  // Each of them stores a file of up to 64 MiB.
  waiting: 4,
})

export const archives: Archives = {
  linkedin: (fd, requester, use) =>
    withContents(
      ({ fd: contentsFd }) => tasks.run('linkedin', { fd, contentsFd }, requester),
      (account, contents: AsyncGenerator<ForeignContent>) => use({ account, contents }),
    ),
  x: (fd, options, requester, use) =>
    withContents(
      ({ fd: contentsFd }) => tasks.run('x', { ...options, fd, contentsFd }, requester),
      (account, contents: AsyncGenerator<ForeignContent>) => use({ account, contents }),
    ),
  substack: (fd, requester, use) =>
    withContents(
      ({ fd: contentsFd }) => tasks.run('substack', { fd, contentsFd }, requester),
      (account, contents: AsyncGenerator<ForeignContent>) => use({ account, contents }),
    ),
  organization: (files, requester, use) =>
    withContents(({ fd: contentsFd }) => tasks.run('organization', { ...files, contentsFd }, requester), use),
}

/** A file connects the threads: an archive may hold 200 MB, and saving takes longer than reading. */
async function withContents<Head, Content, T>(
  read: (file: FileHandle) => Promise<Head>,
  use: (head: Head, contents: AsyncGenerator<Content>) => Promise<T>,
): Promise<T> {
  const file = await newTemporaryFile()
  try {
    const head = await read(file)
    return await use(head, contentsIn<Content>(file))
  } finally {
    await file.close()
  }
}

async function* contentsIn<Content>({ fd }: FileHandle): AsyncGenerator<Content> {
  let rest = ''
  const stream = createReadStream('', { fd, start: 0, autoClose: false, encoding: 'utf8' })
  // A stream that is destroyed closes the file, which the caller does when saving fails.
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line)
  }
}
