import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { sample } from 'openapi-sampler'
import { stringify } from 'yaml'
import type { Tasks } from '#core/base/task-runner.ts'
import { version } from '#core/base/version.ts'
import { agentFormat, camelCase } from '../requests/key-case.ts'
import { answerName, bodyName, operationId, parameterName } from '../requests/operation-id.ts'
import { failures } from '../requests/schemas.ts'
import { isRecord } from './documents.ts'
import { NamedSchemas, type Schema } from './named-schemas.ts'
import type { ReferenceSubject, ReferenceWork } from './reference.ts'
import { headersOf } from './reference-headers.ts'
import { referenceTags } from './reference-tags.ts'

/** The tasks behind `reference.ts`: they describe every route from its schemas as OpenAPI 3.1. */

const apiPrefix = '/api/v1'
/** Documented addresses outside of the API's prefix. */
const outsidePrefix = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/avatars/{file}',
  '/llms.txt',
  '/.well-known/agent-card.json',
]

type Json = Record<string, unknown>

const description = `Structured identities for AI agents, turned into system prompts that are never stale.

Request keys may be written in camelCase or snake_case; responses use snake_case. The prefix \`/api\` reaches the same
handlers as \`/api/v1\`.

The \`ETag\` of a record is its \`updated_at\` in quotes, also of one that stands in a list. Sent as \`If-Match\` with a
change or deletion, it makes sure that nobody changed the record since: if somebody did, the answer is 412 and nothing
is written. \`GET /agents/{agentId}\` has a tag of its own, which moves with every layer of the identity; as \`If-Match\`
both are understood. A tag sent as \`If-None-Match\` with a read gives 304 while nothing changed.

Errors are \`{"error": "<message>"}\`. Every response carries \`X-Request-Id\`, and, where a rate
limit applies, \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`.`

const parse = (json: Uint8Array) => JSON.parse(Buffer.from(json).toString(), withoutOwnFormat)

/** Hides the format that only our validator knows: generators warn about it. */
function withoutOwnFormat(_key: string, value: unknown) {
  const { format, ...rest } = (value ?? {}) as Json
  return format === agentFormat ? { ...rest, 'x-format': format } : value
}

export const work: Tasks<ReferenceWork> = {
  document: (json) => {
    const subject: ReferenceSubject = parse(json)
    return Buffer.from(JSON.stringify(withComponents(withExamples(describe(subject), subject.publicUrl))))
  },
  yaml: (document) => Buffer.from(stringify(parse(document), { strict: false })),
}

/** Describes the routes with the plugin's generator, which gets them as from a server that registers them. */
function describe({ routes, publicUrl, sessionCookie }: ReferenceSubject): Document {
  const hooks: Record<string, (argument: unknown) => void> = {}
  let generate: (() => Document) | undefined
  const server = {
    addHook: (name: string, hook: (argument: unknown) => void) => {
      hooks[name] = hook
    },
    decorate: (_name: string, generator: () => Document) => {
      generate = generator
    },
    getSchemas: () => ({}),
  }
  swagger(
    server as unknown as FastifyInstance,
    {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Agent Identity Service', version, description },
        tags: referenceTags,
        servers: [{ url: `${publicUrl}${apiPrefix}` }],
        components: {
          securitySchemes: {
            apiKey: { type: 'http', scheme: 'bearer', description: 'an API key of one organization' },
            session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'a signed-in person' },
          },
        },
      },
      transform: ({ schema, url, route }) => {
        const config = route.config ?? {}
        const { body, querystring, response = {}, ...rest } = (schema ?? {}) as DocumentedSchema
        const spell = config.documentedKeys === 'snake_case' ? (value: Json) => value : asDocumented
        const access: Record<string, string[]>[] =
          config.access === 'public'
            ? []
            : config.access === 'session'
              ? [{ session: [] }]
              : [{ apiKey: [] }, { session: [] }]
        return {
          url,
          schema: {
            ...rest,
            operationId: operationId(String(route.method), url),
            ...(body !== undefined && { body: spell(body) }),
            ...(querystring !== undefined && { querystring: spell(querystring) }),
            ...headersOf(route.method !== 'GET', config, 412 in response),
            response: {
              ...failures(anywhere(route.method !== 'GET', config)),
              ...withTags(response),
            },
            security: access,
          },
        }
      },
    },
    () => {},
  )
  for (const route of routes) hooks.onRoute!(route)
  hooks.onReady!(() => {})
  return generate!()
}

/** The parts of a route's schema that are documented differently from how they are validated. */
interface DocumentedSchema extends Json {
  body?: Json
  querystring?: Json
  response?: Record<number, Json>
}

/** Documents the `ETag` that answers carry. */
const withTags = (responses: Record<number, Json>) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => [
      status,
      isRecord(answer) ? { ...answer, headers: { ETag: { type: 'string', description: 'for `If-Match`' } } } : answer,
    ]),
  )

/**
 * Returns the errors that any route may answer: those of the address, the credentials, the body (of any method except
 * reads), the limits and the database, where two writes may deadlock until the server ends one of them (409).
 */
const anywhere = (isWrite: boolean, { access, unlimited }: FastifyContextConfig) => [
  400,
  ...(access === 'public' ? [] : [401]),
  ...(isWrite ? [409, 413, 415] : []),
  // Only requests with credentials are repeated by their key.
  ...(isWrite && access !== 'public' ? [422] : []),
  ...(unlimited ? [] : [429]),
  431,
  500,
  503,
  ...(isWrite ? [507] : []),
]

/**
 * Converts request keys to the specification's spelling: camelCase. `documented` holds limits that apply only after
 * normalization, and are checked there.
 */
function asDocumented(schema: Json): Json {
  const { documented, ...described } = schema
  const { properties, required, items, anyOf } = described as {
    properties?: Record<string, Json>
    required?: string[]
    items?: Json
    anyOf?: Json[]
  }
  return {
    ...described,
    ...(documented as Json | undefined),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [camelCase(name), asDocumented(property)]),
      ),
    }),
    ...(required && { required: required.map(camelCase) }),
    ...(items && { items: asDocumented(items) }),
    ...(anyOf && { anyOf: anyOf.map(asDocumented) }),
  }
}

interface Document {
  components: Json
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  parameters?: (Media & { name: string })[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Answer>
}

interface Answer {
  description?: string
  content?: Record<string, Media>
}

interface Media {
  schema: Schema
  example?: unknown
}

/** Whether a body may be empty, which is equivalent to `{}` (behavior: Addresses). */
const mayBeEmpty = ({ required, minProperties }: Json): boolean =>
  ((required as string[] | undefined) ?? []).length === 0 && minProperties === undefined

/** Adds an example to every parameter, body and answer, made from the examples of their fields. */
function withExamples(document: Document, publicUrl: string): Document {
  const exemplify = (media: Media) => {
    media.example ??= sample(media.schema as object, { skipReadOnly: false })
  }
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const operation of Object.values(operations)) {
      for (const parameter of operation.parameters ?? []) exemplify(parameter)
      for (const media of Object.values(operation.requestBody?.content ?? {})) {
        exemplify(media)
        operation.requestBody!.required = !mayBeEmpty(media.schema)
      }
      for (const answer of Object.values(operation.responses)) {
        for (const media of Object.values(answer.content ?? {})) exemplify(media)
      }
    }
    // Addresses outside of the API's prefix name their own server.
    if (outsidePrefix.includes(path)) Object.assign(operations, { servers: [{ url: publicUrl }] })
  }
  return document
}

/** Moves schemas and answers that operations share to the document's components. */
function withComponents(document: Document): Document {
  const schemas = new NamedSchemas()
  const responses: Record<string, Answer> = {}
  for (const operation of operationsOf(document)) {
    const { operationId: id, parameters = [], requestBody } = operation
    for (const parameter of parameters)
      parameter.schema = schemas.refer(parameter.schema, parameterName(id, parameter.name))
    for (const media of Object.values(requestBody?.content ?? {}))
      media.schema = schemas.refer(media.schema, bodyName(id))
    for (const [status, answer] of Object.entries(operation.responses)) {
      for (const media of Object.values(answer.content ?? {})) {
        // The answer has its description already.
        const { description: _, ...schema } = media.schema
        media.schema = schemas.refer(schema, answerName(id))
      }
      if (Number(status) < 400) continue
      const name = STATUS_CODES[status]!.replace(/\W/g, '')
      responses[name] ??= answer
      if (isDeepStrictEqual(responses[name], answer))
        operation.responses[status] = { $ref: `#/components/responses/${name}` } as Answer
    }
  }
  Object.assign(document.components, { schemas: sorted(schemas.components), responses: sorted(responses) })
  return document
}

const operationsOf = ({ paths }: Document) =>
  Object.values(paths).flatMap(({ servers: _, ...operations }) => Object.values(operations))

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
