import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/** The header of a gzip file without a name (RFC 1952): deflate, modification time 0, operating system unknown. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** An object as JSON, compressed without its closing brace, so that keys can still be added. */
export interface CompressedJson {
  /** The gzip header and the compressed text, up to a byte boundary. */
  start: Buffer
  /** Length in bytes and checksum of the text so far. */
  bytes: number
  checksum: number
}

const compress = promisify(deflateRaw)
const options = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH }

const withoutBrace = (json: Uint8Array) => json.subarray(0, -1)

/**
 * Compresses in one of Node's own threads.
 * @param json ends with the closing brace.
 */
export async function compressJson(json: Uint8Array): Promise<CompressedJson> {
  const deflated = await compress(withoutBrace(json), options)
  return {
    start: Buffer.concat([header, deflated]),
    bytes: json.byteLength - 1,
    checksum: crc32(withoutBrace(json)),
  }
}

/**
 * Returns all parts of a gzip file with the object as JSON.
 * @param end the text that replaces the closing brace, including a closing brace.
 */
export function gzipParts({ start, bytes, checksum }: CompressedJson, end: Buffer): [Buffer, Buffer] {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(end, checksum))
  trailer.writeUInt32LE((bytes + end.byteLength) % 2 ** 32, 4)
  return [start, Buffer.concat([deflateRawSync(end), trailer])]
}
