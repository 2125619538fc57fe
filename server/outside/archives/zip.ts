import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { AppError, badRequest } from '#core/base/errors.ts'
import { truncate } from '#core/base/strings.ts'
import { normalized } from '#core/domain/text/combining-marks.ts'

/**
 * Reads an uploaded ZIP without trusting it: the sizes that an archive states only refuse it earlier, and the inflated
 * bytes are counted as they arrive. Every refusal is a 400 that names `file`.
 */

const maxEntries = 2000
/** How many bytes the files of an archive that are read may have, unless the reader says otherwise. */
const defaultInflatedBytes = 200_000_000
/** Text rarely compresses to less than a tenth; deflate's best is about a thousandth. */
const maxRatio = 100

/** Limit for one page of HTML, in characters, markup included. */
export const maxHtmlLength = 1_000_000

export interface Archive {
  /** The files in it, as paths with forward slashes. */
  paths: string[]
  /**
   * The text of one file, piece by piece as it is inflated; nothing else of the archive is.
   *
   * @throws 400 when it is broken, or larger than an archive may be.
   */
  text(path: string): AsyncGenerator<string>
}

/**
 * Opens the ZIP in an open file, which the caller closes.
 *
 * @throws 400 when it is not a ZIP, is truncated or encrypted, or holds names that a careless reader would follow
 * elsewhere.
 */
export async function openArchive(fd: number, maxInflatedBytes = defaultInflatedBytes): Promise<Archive> {
  const zip = await readable(yauzl.fromFdPromise(fd, { autoClose: false, strictFileNames: true }))
  if (zip.entryCount > maxEntries) throw tooManyEntries()
  const entries = await readable(listEntries(zip))
  const inflated = { bytes: 0, maxBytes: maxInflatedBytes }
  return {
    paths: [...entries.keys()],
    async *text(path) {
      const decoder = new TextDecoder()
      for await (const bytes of inflate(zip, entries.get(path)!, inflated)) {
        yield decoder.decode(bytes, { stream: true })
      }
      yield decoder.decode()
    },
  }
}

/** The beginning of a text, up to `maxLength` characters; the rest of it is not inflated. */
export async function textUpTo(maxLength: number, text: AsyncIterable<string>): Promise<string> {
  let begun = ''
  for await (const piece of text) {
    begun += piece
    if (begun.length >= maxLength) break
  }
  return truncate(begun, maxLength)
}

async function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  // File systems that ignore case would confuse the two.
  const names = new Set<string>()
  let read = 0
  for await (const entry of zip.eachEntry()) {
    read += 1
    if (read > maxEntries) throw tooManyEntries()
    const { fileName } = entry
    if (entry.isEncrypted()) throw badRequest('file is encrypted; send the archive without a password')
    if (fileName.includes('\0')) throw unreadable()
    const name = normalized(fileName).toLowerCase()
    if (names.has(name)) throw badRequest('file contains two entries of the same name')
    names.add(name)
    if (!fileName.endsWith('/')) entries.set(fileName, entry)
  }
  return entries
}

async function* inflate(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  inflated: { bytes: number; maxBytes: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (entry.uncompressedSize > inflated.maxBytes) throw tooLarge(inflated)
  if (entry.compressedSize > zip.fileSize || !entry.canDecodeFileData()) throw unreadable()
  const stream = await readable(zip.openReadStreamPromise(entry))
  let size = 0
  let checksum = 0
  try {
    for await (const bytes of stream) {
      size += bytes.length
      inflated.bytes += bytes.length
      if (inflated.bytes > inflated.maxBytes) throw tooLarge(inflated)
      if (size > maxRatio * entry.compressedSize || inflated.bytes > maxRatio * zip.fileSize) {
        throw badRequest(`file unpacks to more than ${maxRatio} times its size`)
      }
      checksum = crc32(bytes, checksum)
      yield bytes
    }
  } catch (error) {
    throw refusalOf(error)
  }
  if (checksum !== entry.crc32) throw unreadable()
}

const tooManyEntries = () => badRequest(`file contains more than ${maxEntries.toLocaleString('en-US')} entries`)
const tooLarge = ({ maxBytes }: { maxBytes: number }) =>
  badRequest(`file unpacks to more than ${maxBytes / 1_000_000} MB`)
const unreadable = () => badRequest('file must be a complete ZIP archive with plain file names')

async function readable<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The reader reports faults of the archive; other errors come from the operating system. */
const refusalOf = (error: unknown): unknown =>
  error instanceof AppError || (error as NodeJS.ErrnoException).syscall !== undefined ? error : unreadable()
