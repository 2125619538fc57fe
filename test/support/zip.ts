import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** ZIP archives for tests: good ones, and deceptive ones. */

export interface ZipOptions {
  compress?: boolean
  forceZip64Format?: boolean
}

/** An archive of the given files; a path that ends in a slash is a folder. */
export async function zipOf(files: Record<string, string | Buffer>, options: ZipOptions = {}): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) {
    if (path.endsWith('/')) zip.addEmptyDirectory(path)
    else zip.addBuffer(Buffer.from(content), path, options)
  }
  zip.end({ forceZip64Format: options.forceZip64Format ?? false, comment: '' })
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

const localSignature = 0x04034b50
const centralSignature = 0x02014b50

/** Offsets of the headers of that kind. */
function* headers(zip: Buffer, signature: number): Generator<number> {
  for (let at = 0; at + 4 <= zip.length; at++) if (zip.readUInt32LE(at) === signature) yield at
}

/** The archive with another name of the same length, which no archiver would write. */
export function renamed(zip: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(from) !== Buffer.byteLength(to)) throw new Error('names must be of one length')
  return Buffer.from(zip.toString('latin1').replaceAll(from, Buffer.from(to).toString('latin1')), 'latin1')
}

/** Fields of a central header, as offsets from its start. */
const fields = {
  flags: [8, 2],
  method: [10, 2],
  crc: [16, 4],
  compressedSize: [20, 4],
  size: [24, 4],
  offset: [42, 4],
} as const

/** The archive with a field of each central header replaced. */
export function lying(zip: Buffer, field: keyof typeof fields, value: (honest: number) => number): Buffer {
  const copy = Buffer.from(zip)
  const [offset, bytes] = fields[field]
  for (const at of headers(copy, centralSignature)) {
    copy.writeUIntLE(value(copy.readUIntLE(at + offset, bytes)), at + offset, bytes)
  }
  return copy
}

/** The archive with other data in the first file. */
export function damaged(zip: Buffer): Buffer {
  const copy = Buffer.from(zip)
  const [at] = headers(copy, localSignature)
  const start = at! + 30 + copy.readUInt16LE(at! + 26) + copy.readUInt16LE(at! + 28)
  copy[start + 3]! ^= 0xff
  return copy
}
