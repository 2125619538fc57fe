import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/** The first bytes of a gzip file without a name (RFC 1952): deflated, of no time, by no system in particular. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** An object as JSON, compressed without its closing brace, so that keys can still be added. */
export interface CompressedJson {
  /** The header of a gzip file and what is compressed of it, up to a border of bytes. */
  start: Buffer
  /** Of the text so far: its length in bytes, and its checksum. */
  bytes: number
  checksum: number
}

const compress = promisify(deflateRaw)
const options = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH }

const withoutBrace = (json: Uint8Array) => json.subarray(0, -1)

/** Compresses in a thread of Node's own. @param json ends with the closing brace. */
export async function compressJson(json: Uint8Array): Promise<CompressedJson> {
  const deflated = await compress(withoutBrace(json), options)
  return {
    start: Buffer.concat([header, deflated]),
    bytes: json.byteLength - 1,
    checksum: crc32(withoutBrace(json)),
  }
}

/** All parts of a gzip file with the object as JSON. @param end what follows in place of the closing brace, itself included. */
export function gzipParts({ start, bytes, checksum }: CompressedJson, end: Buffer): [Buffer, Buffer] {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(end, checksum))
  trailer.writeUInt32LE((bytes + end.byteLength) % 2 ** 32, 4)
  return [start, Buffer.concat([deflateRawSync(end), trailer])]
}
