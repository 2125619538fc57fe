import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Document } from '../features/agents/identity-cache.ts'

/** Sends a document with its `ETag`, or 304 without a body to a client that has it already. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, { body, etag }: Document, type: string) {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  return reply.type(type).send(body)
}
