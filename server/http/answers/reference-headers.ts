import type { FastifyContextConfig } from 'fastify'

const ifMatch = {
  type: 'string',
  description: 'the ETag of the version that was read; 412 when it has changed since',
  examples: ['"2026-11-21T09:30:00.000Z"'],
}
const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'a repetition with the same key within 24 hours gets the first answer, and changes nothing',
  examples: ['5a1f8c1e-3f0b-4f6e-9a43-8f5f4c2b7d10'],
}

/** Documents the headers that a route reads besides the credentials. */
export function headersOf(isWrite: boolean, { access }: FastifyContextConfig, hasTag: boolean) {
  const properties = {
    ...(hasTag && { 'If-Match': ifMatch }),
    ...(isWrite && access !== 'public' && { 'Idempotency-Key': idempotencyKey }),
  }
  return Object.keys(properties).length === 0 ? {} : { headers: { type: 'object', properties } }
}
