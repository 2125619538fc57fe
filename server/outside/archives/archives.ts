import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { computing } from '#core/base/computing.ts'
import type { Requester } from '#core/base/requester.ts'
import { newTemporaryFile } from '#core/base/temporary-file.ts'
import type { ContentArchive, XArchiveOptions } from '#core/domain/sources/archived-content.ts'
import type { ForeignContent } from '#core/domain/sources/foreign-content.ts'
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
}

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
    withContents(use, ({ fd: contentsFd }) => tasks.run('linkedin', { fd, contentsFd }, requester)),
  x: (fd, options, requester, use) =>
    withContents(use, ({ fd: contentsFd }) => tasks.run('x', { ...options, fd, contentsFd }, requester)),
  substack: (fd, requester, use) =>
    withContents(use, ({ fd: contentsFd }) => tasks.run('substack', { fd, contentsFd }, requester)),
}

/** A file connects the threads: an archive may hold 200 MB, and saving takes longer than reading. */
async function withContents<T>(use: Use<T>, read: (file: FileHandle) => Promise<string | null>): Promise<T> {
  const file = await newTemporaryFile()
  try {
    const account = await read(file)
    return await use({ account, contents: contentsIn(file) })
  } finally {
    await file.close()
  }
}

async function* contentsIn({ fd }: FileHandle): AsyncGenerator<ForeignContent> {
  let rest = ''
  for await (const piece of createReadStream('', { fd, start: 0, autoClose: false, encoding: 'utf8' })) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line)
  }
}
