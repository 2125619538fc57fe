import { constants, createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'

/** Reads transcripts in chunks, so that neither a large file nor a long line fills the memory. */

/** A transcript on disk or in a git repository. */
export interface Transcript {
  path: string
  /** When the file was last written: the time of turns that have none of their own. */
  modifiedAt: Date
  /** Each chunk is valid until the next one is requested. */
  chunks(): AsyncIterable<Buffer>
  /** Another file of the same session; only on disk. */
  sibling?(path: string): Transcript
}

export const fileTranscript = (path: string, modifiedAt: Date): Transcript => ({
  path,
  modifiedAt,
  chunks: () => fileChunks(path),
  sibling: (other) => fileTranscript(other, modifiedAt),
})

const chunkBytes = 2 ** 20
/** Larger lines hold whole files or pictures. */
const maxLineBytes = 32 * 2 ** 20
/** A document is parsed as a whole, which takes some five times its size. */
const maxDocumentBytes = 32 * 2 ** 20

/** A compressed transcript has some hundreds of megabytes; a file of kilobytes can unpack to terabytes. */
const maxUnpackedBytes = 2 ** 30

async function* unpackedChunks(path: string): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of pipeline(createReadStream(path), createZstdDecompress(), () => {})) {
    size += chunk.length
    if (size > maxUnpackedBytes) throw new Error(`${path} unpacks to more than ${maxUnpackedBytes} bytes`)
    yield chunk
  }
}

/** The bytes that the file has when it is opened: a session may be writing to it. */
async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  if (path.endsWith('.zst')) return yield* unpackedChunks(path)
  // A named pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    let { size: left } = await file.stat()
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, left))
    while (left > 0) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, left))
      if (bytesRead === 0) return
      left -= bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/**
 * Visits each line, without its line break; a line is valid until `visit` returns.
 *
 * @param skipLong called for each line of more than 32 MiB
 */
export async function forEachLine(
  { chunks }: Transcript,
  visit: (line: Buffer) => void,
  skipLong: () => void,
): Promise<void> {
  let parts: Buffer[] = []
  let size = 0
  const add = (part: Buffer) => {
    size += part.length
    if (size > maxLineBytes) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const end = () => {
    if (size > maxLineBytes) skipLong()
    else if (size > 0) visit(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
    parts = []
    size = 0
  }
  for await (const chunk of chunks()) {
    let start = 0
    for (let stop = chunk.indexOf(10); stop >= 0; stop = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, stop))
      end()
      start = stop + 1
    }
    add(Buffer.from(chunk.subarray(start)))
  }
  end()
}

/** The whole file; undefined if it has more than 32 MiB. */
export async function readWhole({ chunks }: Transcript): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks()) {
    size += chunk.length
    if (size > maxDocumentBytes) return undefined
    parts.push(Buffer.from(chunk))
  }
  return Buffer.concat(parts)
}
