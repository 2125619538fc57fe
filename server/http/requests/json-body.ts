import type { FastifyInstance, FastifyRequest } from 'fastify'
import secureJsonParse from 'secure-json-parse'
import { badRequest, tooLarge } from '#core/base/errors.ts'
import { jsonShape } from '#core/base/json-shape.ts'
import { limitMarks, maxMarks } from '#core/domain/text/combining-marks.ts'
import { declaredCharset, decodeBody, notUtf8 } from './body-text.ts'

const maxDepth = 32
/**
 * Maximum number of values and keys in a body; a batch of 1,000 messages with 10 metadata keys each has 13,000. Without
 * this limit, 4 MiB of keys blocked every other request for 1.2 seconds (measured); this many take 30 ms.
 */
const maxValues = 50_000

/**
 * Parses every body as JSON, whatever its content type, and an empty one as `{}` (behavior: Keys and bodies): existing
 * clients send form types from `curl -d`, and JSON types without a body.
 */
export function parseJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    // An unknown address is 404, whatever its body.
    if (request.is404) return {}
    const text = decodeBody(bytes, request.headers)
    if (text.trim() === '') return {}
    requireShape(text)
    let value: unknown
    try {
      value = secureJsonParse.parse(text, null, { protoAction: 'remove', constructorAction: 'remove' })
    } catch {
      if (text.includes('\0')) throw notUtf8('contains NUL bytes, as UTF-16 does')
      throw badRequest('The body must be valid JSON')
    }
    return cleanText(value, '')
  })
}

/**
 * Replaces the content type, because Fastify refuses unknown ones before it calls a parser; here only its charset
 * counts.
 */
export function anyContentType({ headers }: FastifyRequest) {
  const type = headers['content-type']
  if (type === undefined || type.startsWith('multipart/')) return
  const charset = declaredCharset(type)
  headers['content-type'] = charset === '' ? 'application/json' : `application/json; charset=${charset}`
}

/** @throws 400 when a JSON text is nested too deep, 413 when it contains too many values. */
function requireShape(text: string): void {
  const { depth, values } = jsonShape(text, { depth: maxDepth, values: maxValues })
  if (depth > maxDepth) throw badRequest(`The body must not be nested deeper than ${maxDepth} levels`)
  if (values > maxValues) throw tooLarge(`The body has more than ${maxValues} values; send it in parts`)
}

/**
 * Refuses NUL, which PostgreSQL cannot store, numbers beyond a double, which would be stored as null, and combining
 * marks beyond any script's need, which take minutes to normalize; repairs lone surrogates to U+FFFD, in every text and
 * key.
 */
function cleanText(value: unknown, path: string): unknown {
  if (typeof value === 'string') return cleanString(value, path)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw badRequest(`${path || 'The body'} is too large for a number`)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((entry, index) => cleanText(entry, `${path}[${index}]`))
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      cleanString(key, path),
      cleanText(entry, path === '' ? key : `${path}.${key}`),
    ]),
  )
}

function cleanString(text: string, path: string): string {
  const name = path === '' ? 'The body' : path
  if (text.includes('\0')) throw badRequest(`${name} must not contain NUL characters`)
  if (limitMarks(text) !== text)
    throw badRequest(`${name} must not contain more than ${maxMarks} combining marks in a row; remove the rest`)
  return text.toWellFormed()
}

/** Cleans the texts of a query in the same way. */
export function cleanQuery(query: unknown): unknown {
  if (Object.values(query as object).some((value) => Array.isArray(value))) {
    const [key] = Object.entries(query as object).find(([, value]) => Array.isArray(value))!
    throw badRequest(`${key} must be given once`)
  }
  return cleanText(query, '')
}

export const bodyTooLarge = (limit: number) =>
  tooLarge(`The body must be at most ${Math.floor(limit / 1024 / 1024)} MiB`)
