import type { FastifyInstance, FastifyRequest } from 'fastify'
import secureJsonParse from 'secure-json-parse'
import { AppError, badRequest } from '../domain/errors.ts'

const maxDepth = 32

/**
 * Reads every body as JSON whatever its content type says, an empty one as `{}` (decisions 3): existing clients send
 * form types from `curl -d`, and JSON types without a body.
 */
export function parseJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    // An address that does not exist is 404, whatever was sent to it.
    if (request.is404 || text.trim() === '') return {}
    let value: unknown
    try {
      value = secureJsonParse.parse(text, null, { protoAction: 'remove', constructorAction: 'remove' })
    } catch (error) {
      if (error instanceof RangeError) throw tooDeep()
      throw badRequest('The body must be valid JSON')
    }
    return cleanText(value, '', 0)
  })
}

/** Fastify refuses a content type that it cannot read before any parser is asked; here none is refused. */
export function anyContentType({ headers }: FastifyRequest) {
  const type = headers['content-type']
  if (type !== undefined && !type.startsWith('multipart/')) headers['content-type'] = 'application/json'
}

const tooDeep = () => badRequest(`The body must not be nested deeper than ${maxDepth} levels`)

/**
 * Refuses NUL, which PostgreSQL cannot store, and numbers beyond a double, which would be stored as null; repairs lone
 * surrogates to U+FFFD, in every text and key.
 */
function cleanText(value: unknown, path: string, depth: number): unknown {
  if (typeof value === 'string') return cleanString(value, path)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw badRequest(`${path || 'The body'} is too large a number`)
  if (value === null || typeof value !== 'object') return value
  if (depth >= maxDepth) throw tooDeep()
  if (Array.isArray(value)) return value.map((entry, index) => cleanText(entry, `${path}[${index}]`, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      cleanString(key, path),
      cleanText(entry, path === '' ? key : `${path}.${key}`, depth + 1),
    ]),
  )
}

function cleanString(text: string, path: string): string {
  if (text.includes('\0')) throw badRequest(`${path === '' ? 'The body' : path} must not contain NUL characters`)
  return text.toWellFormed()
}

/** The same for the texts of a query. */
export function cleanQuery(query: unknown): unknown {
  if (Object.values(query as object).some((value) => Array.isArray(value))) {
    const [key] = Object.entries(query as object).find(([, value]) => Array.isArray(value))!
    throw badRequest(`${key} must be given once`)
  }
  return cleanText(query, '', 0)
}

export const bodyTooLarge = (limit: number) =>
  new AppError(413, `The body is larger than ${Math.floor(limit / 1024 / 1024)} MiB, the most that this address takes`)
