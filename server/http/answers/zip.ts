import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The earliest time that the format supports, so that the same files give the same bytes. */
const mtime = new Date(1980, 0, 1)

/** Packs a few small files into a ZIP archive. */
export async function zipOf(files: readonly { path: string; content: string }[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, content } of files) zip.addBuffer(Buffer.from(content), path, { mtime })
  zip.end()
  return buffer(zip.outputStream)
}
