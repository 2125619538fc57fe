import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type CompressedJson, gzipParts } from '../../base/compressed-json.ts'
import { etagOf, isNamed } from '../../domain/requests/etag.ts'
import type { NextStep } from '../../domain/requests/next-steps.ts'
import type { Document } from '../../features/agents/documents.ts'
import { answeredMethod } from './head.ts'
import { stepsAfter } from './next-steps.ts'

export const contentTypes = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
}

/** For the client alone, which asks each time whether its copy is current. */
const documentCaching = 'private, no-cache'

/** Sends a document with its `ETag`, or 304 without a body to a client that has it already. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, { body, etag }: Document, type: string) {
  reply.header('etag', etag).header('cache-control', documentCaching)
  if (isNamed(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.type(type).send(body)
}

const endWith = (steps: NextStep[]) => `,"next_steps":${JSON.stringify(steps)}}`

/** Sends an object that was encoded elsewhere, with its next steps: `own`, or those of the route. */
export const sendJson = (reply: FastifyReply, json: Buffer | string, own?: NextStep[]) => {
  const steps = stepsAfter(reply, own && { next_steps: own })
  reply.type(contentTypes.json)
  if (typeof json === 'string') return reply.send(json.slice(0, -1) + endWith(steps))
  const parts = [json.subarray(0, -1), Buffer.from(endWith(steps))] as const
  if (json.byteLength <= pieceBytes) return reply.send(Buffer.concat(parts))
  reply.header('content-length', parts[0].byteLength + parts[1].byteLength)
  return reply.send(Readable.from(piecesOf(parts)))
}

/** The same for what is kept compressed: as it is, to clients that take gzip. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, json: CompressedJson) {
  const end = Buffer.from(endWith(stepsAfter(reply)))
  const parts = gzipParts(json, end)
  reply.type(contentTypes.json).header('vary', 'accept-encoding')
  if (acceptedEncodings(request).includes('gzip')) {
    reply.header('content-encoding', 'gzip').header('content-length', parts[0].byteLength + parts[1].byteLength)
    return reply.send(Readable.from(piecesOf(parts)))
  }
  reply.header('content-length', json.bytes + end.byteLength)
  return reply.send(Readable.from(piecesOf(parts)).pipe(createGunzip({ chunkSize: pieceBytes })))
}

/** The encodings that a client takes, by its `Accept-Encoding`. */
export const acceptedEncodings = ({ headers }: Pick<FastifyRequest, 'headers'>): string[] =>
  (headers['accept-encoding'] ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]!.trim())

/** Of an answer of 10 MB others would wait until it is copied, and until the system has taken as much as it can. */
const pieceBytes = 256 * 1024

function* piecesOf(parts: readonly Buffer[]) {
  for (const part of parts)
    for (let at = 0; at < part.byteLength; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
}

/** Whether a schema is that of one record, whose `updated_at` tells its states apart. */
export const isRecord = (schema: object | undefined): boolean =>
  'updated_at' in ((schema as { properties?: object } | undefined)?.properties ?? {})

/** Gives the answer of every route that creates or changes one record the record's `ETag`. */
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
