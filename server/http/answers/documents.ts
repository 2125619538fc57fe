import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type CompressedJson, gzipParts } from '#core/base/compressed-json.ts'
import { etagOf, isNamed } from '#core/domain/requests/etag.ts'
import type { NextStep } from '#core/domain/requests/next-steps.ts'
import type { Document } from '../../features/agents/documents.ts'
import { answeredMethod } from './head.ts'
import { stepsAfter } from './next-steps.ts'
import { withIgnoredFields } from './warnings.ts'

export const contentTypes = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
}

/** Cached by the client only, which asks each time whether its copy is current. */
const documentCaching = 'private, no-cache'

/** Sends a document with its `ETag`, or 304 without a body if the client already has it. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: Document,
  type: string,
  caching = documentCaching,
) {
  reply.header('etag', etag).header('cache-control', caching)
  if (isNamed(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.type(type).send(body)
}

/**
 * The end of an answer that was encoded elsewhere, which has neither warnings nor steps. A tool's call has no request.
 */
function endOf(reply: FastifyReply, own?: NextStep[]): string {
  const added = { next_steps: stepsAfter(reply, own && { next_steps: own }) }
  return `,${JSON.stringify(withIgnoredFields(reply.request, added)).slice(1)}`
}

/** Sends an object that was encoded elsewhere, with its next steps: `own`, or those of the route. */
export const sendJson = (reply: FastifyReply, json: Buffer | string, own?: NextStep[]) => {
  const end = endOf(reply, own)
  reply.type(contentTypes.json)
  if (typeof json === 'string') return reply.send(json.slice(0, -1) + end)
  const parts = [json.subarray(0, -1), Buffer.from(end)] as const
  if (json.byteLength <= pieceBytes) return reply.send(Buffer.concat(parts))
  reply.header('content-length', parts[0].byteLength + parts[1].byteLength)
  return reply.send(Readable.from(piecesOf(parts)))
}

/** Sends a document that is stored compressed: unchanged, to clients that accept gzip. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, json: CompressedJson) {
  const end = Buffer.from(endOf(reply))
  const parts = gzipParts(json, end)
  reply.type(contentTypes.json).header('vary', 'accept-encoding')
  if (acceptedEncodings(request).includes('gzip')) {
    reply.header('content-encoding', 'gzip').header('content-length', parts[0].byteLength + parts[1].byteLength)
    return reply.send(Readable.from(piecesOf(parts)))
  }
  reply.header('content-length', json.bytes + end.byteLength)
  return reply.send(Readable.from(piecesOf(parts)).pipe(createGunzip({ chunkSize: pieceBytes })))
}

/** Returns the encodings that a client accepts, by its `Accept-Encoding`. */
export const acceptedEncodings = ({ headers }: Pick<FastifyRequest, 'headers'>): string[] =>
  (headers['accept-encoding'] ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]!.trim())

/**
 * Pieces, because writing an answer of 10 MB at once delays other requests until it is copied and the system has taken
 * as much as it can.
 */
const pieceBytes = 256 * 1024

function* piecesOf(parts: readonly Buffer[]) {
  for (const part of parts)
    for (let at = 0; at < part.byteLength; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
}

/** Whether a schema describes a single record, whose `updated_at` identifies its version. */
export const isRecord = (schema: object | undefined): boolean =>
  'updated_at' in ((schema as { properties?: object } | undefined)?.properties ?? {})

/** Adds the record's `ETag` to the answer of every route that creates or changes a single record. */
export function tagRecords(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const { 200: changed, 201: created } = (route.schema?.response ?? {}) as Record<number, TSchema>
    if (answeredMethod(String(route.method)) === 'GET' || !isRecord(changed ?? created)) return
    route.preSerialization = (_request, reply, payload, done) => {
      if (reply.statusCode < 300 && !reply.hasHeader('etag'))
        reply.header('etag', etagOf(payload as { updated_at: string }))
      done(null, payload)
    }
  })
}
