import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The format of API keys (behavior: API keys). */

export const keyPrefix = 'ais_'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 34
const checksumLength = 6

/** The CRC-32 of a text as base62 digits, zero-padded (behavior: API keys). */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = base62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** A new raw key: prefix, 34 random base62 characters, checksum. */
export function newKey(): string {
  let body = keyPrefix
  for (let i = 0; i < randomLength; i++) body += base62[randomInt(62)]
  return body + checksum(body)
}

/** Whether a text has the format of a key; a mistyped one is refused without a look-up. */
export const isWellFormedKey = (key: string): boolean =>
  key.length === keyPrefix.length + randomLength + checksumLength &&
  key.startsWith(keyPrefix) &&
  checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength)
