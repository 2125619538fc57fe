import { isAscii, isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { AppError, badRequest } from '#core/base/errors.ts'

/**
 * Decodes the bytes of a body. A byte that is not UTF-8 is refused, because a decoder would store a replacement
 * character in its stead without a word (behavior: Keys and bodies).
 */

/** @throws 415 for another charset or a compressed body, 400 for bytes that are not UTF-8. */
export function decodeBody(bytes: Buffer, headers: FastifyRequest['headers']): string {
  requireUncompressed(headers)
  const charset = declaredCharset(headers['content-type'])
  // Clients that declare another charset usually send ASCII, which is the same in nearly all of them.
  if (charset !== '' && !isPlainAscii(bytes)) {
    throw new AppError('unsupported_media_type', `The charset ${charset} is not supported; send the body in UTF-8`)
  }
  if (isUtf8(bytes)) return bytes.toString('utf8')
  if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2))) throw notUtf8('is UTF-16')
  throw notUtf8(`is not UTF-8 at byte ${firstInvalidByte(bytes)}`)
}

/** @throws 415 for a body that is compressed. */
export function requireUncompressed({ 'content-encoding': encoding = '' }: FastifyRequest['headers']): void {
  if (/^\s*(?:identity\s*)?$/i.test(encoding)) return
  throw new AppError(
    'unsupported_media_type',
    `The Content-Encoding ${encoding.slice(0, 50)} is not supported; send the body uncompressed, without that header`,
  )
}

/** Returns the charset that a content type declares; an empty text for UTF-8. */
export function declaredCharset(contentType: string | undefined): string {
  const [, charset = ''] = /;\s*charset\s*=\s*["']?([\w.:+-]{1,40})/i.exec(contentType ?? '') ?? []
  return charset.replace(/^utf-?8$/i, '')
}

/** Whether the bytes are ASCII without NUL, which UTF-16 and UTF-32 have in place of half of the letters. */
const isPlainAscii = (bytes: Buffer) => isAscii(bytes) && !bytes.includes(0)

export const notUtf8 = (fault: string) => badRequest(`The body ${fault}; send it in UTF-8`)

/** Encodes the decoded text again, which differs from where a replacement character stands. */
function firstInvalidByte(bytes: Buffer): number {
  const repaired = Buffer.from(bytes.toString('utf8'))
  return bytes.findIndex((byte, at) => byte !== repaired[at])
}
