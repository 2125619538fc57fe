import type { Static, TSchema } from 'typebox'
import { answeredCodes, badRequest } from '#core/base/errors.ts'
import { type Category as CategoryName, type Kind, kinds } from '#core/domain/kinds.ts'
import type { Page } from '#core/domain/requests/page.ts'
import { maxStatementLength } from '#core/domain/statement.ts'
import { agentFormat, visibleOnly } from './key-case.ts'
import { Type } from './type.ts'
import { wordNames } from './word-names.ts'

/**
 * The building blocks of the route schemas. A schema is type, validator, serializer and OpenAPI at once. Keys are
 * snake_case here, as everywhere inside; `http/requests/key-case.ts` lets clients use either case, and
 * `http/answers/reference-work.ts` documents request keys in the specification's spelling.
 */

export const Id = Type.String({ format: 'uuid', examples: ['019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'] })

/**
 * An agent in a request, by id or slug. `http/requests/agent-slugs.ts` replaces a slug with the id before validation,
 * so that a route only ever sees ids (behavior: Agent slugs).
 */
export const AgentId = Type.String({
  format: agentFormat,
  description: 'id or slug of the agent',
  examples: ['019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'],
})

export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-21T09:30:00.000Z'] })

/** Makes a schema nullable. Uses a list of types, because serializing that is many times faster than a union. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [(schema as { type?: string }).type, 'null'],
    ...('enum' in schema && { enum: [...(schema.enum as unknown[]), null] }),
  })

/** An object schema with its name in the OpenAPI document (`http/answers/named-schemas.ts`). */
export const Named = <const P extends Parameters<typeof Type.Object>[0]>(
  title: string,
  properties: P,
  options: object = {},
) => Type.Object(properties, { title, ...options })

/** A record by its id and name. */
export const Reference = (name: string) => Named('Reference', { id: Id, name: AnyText(name) })

/** One of several constant words. */
export const OneOf = <const T extends readonly string[]>(
  values: T,
  options: { title?: string; description?: string } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...titleOf(values), ...options })

function titleOf(words: readonly string[]) {
  const title = wordNames.get(words)
  return title === undefined ? {} : { title }
}

export const Text = (maxLength: number, example: string, options: { minLength?: number; description?: string } = {}) =>
  Type.String({ maxLength, examples: [example], [visibleOnly]: true, ...options })

const lineOnly = { [visibleOnly]: 'line' }

/** A single-line text. */
export const Line = (maxLength: number, example: string, options: { minLength?: number; description?: string } = {}) =>
  Type.String({ maxLength, examples: [example], ...lineOnly, ...options })

/** A text in an answer, without limits, because it is already stored. */
export const AnyText = (example: string) => Type.String({ examples: [example] })

export const Integer = (example = 1) => Type.Integer({ examples: [example] })

/** Allows more than any normalized statement: the length is checked after normalization (behavior: Statements). */
export const Statement = (example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 20_000,
    description: 'at most 4,000 characters after normalization',
    documented: { maxLength: maxStatementLength, pattern: '\\S' },
    examples: [example],
    [visibleOnly]: true,
  })

/** For a body of optional keys that must not be empty: the route reports the missing key where it reads the body. */
export const notEmpty = { documented: { minProperties: 1 } }

/** Matches anything but white space and the Braille blank, which is not visible either. */
export const notBlank = '[^\\s\\u2800]'
const saysSomething = { minLength: 1, pattern: notBlank }

/** A name, title or label: a single-line text that must not be blank. */
export const Name = (
  example: string,
  { maxLength = 200, ...options }: { maxLength?: number; description?: string } = {},
) => Type.String({ ...saysSomething, maxLength, examples: [example], ...lineOnly, ...options })

/** A text by a person that must not be empty. */
export const Words = (maxLength: number, example: string, options: { description?: string } = {}) =>
  Type.String({ ...saysSomething, maxLength, examples: [example], [visibleOnly]: true, ...options })

export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] })
export const Password = Type.String({ minLength: 8, maxLength: 256, examples: ['correct horse battery staple'] })

/** The token in a link that works once. */
export const LinkToken = Type.String({
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'the last part of the link',
  examples: ['kq0Vh3tMb8yWm2uPd5sXn7cRf1gJz4eLa6oQiTwYrUE'],
})

export const Slug = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description: 'lowercase letters, digits and single hyphens',
  examples: ['brave-otter-4821'],
})

export const Category = (kind: Kind) => OneOf(kinds[kind].categories as readonly CategoryName[])

/** A free-form object: its keys and values are passed on unchanged. */
export const FreeForm = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: 'JsonObject',
  additionalProperties: true,
  examples: [{}],
})

/** Integers that both engines can store. */
export const Count = Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [1] })
export const Share = Type.Number({ minimum: 0, maximum: 1, examples: [0.7] })
export const DisplayOrder = Type.Number({ minimum: -1e15, maximum: 1e15, examples: [0] })

/** The caller's choice for new items; without it the organization's setting applies (behavior: Status). */
export const InitialStatus = OneOf(['pending', 'approved'], { title: 'InitialStatus' })

/** An organization in a path, by id or slug; a text that can be neither does not exist (behavior: Identifiers). */
export const OrgInPath = Type.String({
  maxLength: 64,
  pattern: '^[0-9A-Za-z-]+$',
  description: 'id or slug of the organization',
  examples: ['acme'],
})

/** The organization of a request (behavior: Organization of a request); requests with a key need not name it. */
export const orgReference = {
  org_id: Type.Optional(
    Type.String({ maxLength: 64, description: 'id or slug of the organization; a key infers it', examples: ['acme'] }),
  ),
  org_slug: Type.Optional(Type.String({ maxLength: 64, description: 'slug of the organization', examples: ['acme'] })),
}

const Cursor = { maxLength: 4096, pattern: '^[A-Za-z0-9_-]+$', examples: ['WyJOZWh0WGpBVUY4WjBzUWwzIiwiQWRhIl0'] }

/** Query keys of a page; limits above 1000 are treated as 1000 (behavior: Lists). */
export const pageQuery = (defaultLimit: number) => ({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, description: `1 to 1000, default ${defaultLimit}`, examples: [defaultLimit] }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [0] })),
  cursor: Type.Optional(
    Type.String({ description: 'the next_cursor of the page before, in place of offset', ...Cursor }),
  ),
})

/** Returns the page that a query requests. @throws 400 when it has a cursor and an offset. */
export function pageOf({ limit, offset, cursor }: Partial<Page>, defaultLimit: number): Page {
  if (cursor !== undefined && offset !== undefined)
    throw badRequest('cursor takes the place of offset; send one of them')
  return { limit: Math.min(limit ?? defaultLimit, 1000), offset: offset ?? 0, cursor }
}

/** The cursor of a list's next page. */
export const nextCursor = {
  next_cursor: Nullable(Type.String({ description: 'for the next page; null on the last one', ...Cursor })),
}

/** A body that names an agent and nothing else. */
export const AgentReference = Named('AgentReference', { agent_id: AgentId })

export const Flag = Type.Boolean({ examples: [true] })

const NextSteps = Type.Array(
  Named('NextStep', {
    action: Type.String({ examples: ['create_agent'] }),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({ examples: ['/api/v1/agents'] }),
    description: Type.String({ examples: ['Create an agent'] }),
  }),
  { description: 'what a client can do next; paths are complete' },
)

export { nextStep } from '#core/domain/requests/next-steps.ts'

export const withNextSteps = { next_steps: NextSteps }

export const List = <T extends TSchema>(item: T) =>
  Type.Object(
    {
      data: Type.Array(item),
      count: Type.Integer({ description: 'number of all matches, not of this page', examples: [1] }),
    },
    titledList(item),
  )

/** A list that is answered in pages. */
export const PagedList = <T extends TSchema>(item: T) =>
  Type.Object({ ...List(item).properties, ...nextCursor }, titledList(item))

const titledList = ({ title }: { title?: string }) =>
  title === undefined ? {} : { title: `${title.replace(/Summary$/, '')}List` }

export const Success = Named('Success', { success: Type.Boolean({ examples: [true] }) })
export const success = { success: true }

/** A deletion that can be undone for a while. */
export const Deleted = Named('Deleted', {
  ...Success.properties,
  restorable_until: Nullable({
    ...Timestamp,
    description: 'until when `POST …/restore` undoes it; null where the record is too large to be kept',
  }),
})

const ErrorSentence = Type.String({ examples: ['name is required'] })
const ErrorBody = Type.Object({ error: ErrorSentence, code: OneOf(answeredCodes, { title: 'ErrorCode' }) })
/** The specification gives the body of a 401 word for word, so it has no code (beyond B1). */
const Unauthorized = Type.Object({ error: ErrorSentence })

const meanings: Record<number, string> = {
  400: 'missing or invalid fields',
  401: 'missing or invalid credentials',
  404: 'missing or not accessible',
  409: 'duplicate, or a state that does not allow it',
  412: 'If-Match names another state: it was changed since',
  413: 'the body is too large',
  415: 'the body is compressed, or in a charset other than UTF-8',
  422: 'the text could not be read, or the Idempotency-Key was sent with another request',
  429: 'rate limited; Retry-After tells the seconds to wait',
  431: 'the address and headers are too large',
  500: 'database or language-model failure',
  502: 'GitHub cannot be reached or answers nonsense',
  503: 'the database is away or busy; Retry-After tells the seconds to wait',
  507: 'the disk is full, or a quota of the organization is reached',
}

/** Describes the responses of a route: the success body and the errors specific to it, besides those of any route. */
export const responses = <const S extends number, B extends TSchema, const E extends number = never>(
  status: S,
  body: B,
  errors: readonly E[] = [],
): Record<S, B> & Record<E, typeof ErrorBody> =>
  ({
    [status]: { ...body, description: (body as { description?: string }).description ?? 'success' },
    ...failures(errors),
  }) as Record<S, B> & Record<E, typeof ErrorBody>

/** Returns the schemas of errors by their status. */
export const failures = <const E extends number>(statuses: readonly E[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      Type.Object(status === 401 ? Unauthorized.properties : ErrorBody.properties, {
        title: status === 401 ? 'Unauthorized' : 'Error',
        description: meanings[status],
      }),
    ]),
  ) as Record<E, typeof ErrorBody>

/** The answer to a client that already has the document. */
export const NotModified = { 304: Type.Null({ description: 'unchanged since the ETag in If-None-Match' }) }
