import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty file without a name from the start, so that it is gone when it is closed, or when the process dies. */
export async function newTemporaryFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
