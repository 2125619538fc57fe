import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import type { Caller } from '#core/domain/requests/caller.ts'
import { hasAccess } from '#core/domain/requests/key-access.ts'
import { type NextStep, nextStep } from '#core/domain/requests/next-steps.ts'
import { mayReach } from '../access/route-access.ts'
import { withNextSteps } from '../requests/schemas.ts'
import { answerSteps, type StepRequest } from './answer-steps.ts'
import { answeredMethod } from './head.ts'
import { withIgnoredFields, withWarnings } from './warnings.ts'

/**
 * Adds `next_steps` to the answer of every route that returns an object (behavior: Next steps): the route's own, or
 * those in `answer-steps.ts`, without steps that the caller is not allowed to take. Adds `warnings` in the same place,
 * about fields of the body that the route does not know.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer gives its recipient credentials, which the next steps may use. */
    signsIn?: boolean
  }
  interface FastifyInstance {
    /** Returns the steps after an answer that the caller may take: the answer's own, or those known for its route. */
    nextSteps(request: FastifyRequest, answer: object | undefined): NextStep[]
  }
}

const maxSteps = 4
const jsonType = 'application/json'

interface ObjectSchema {
  type?: string
  properties?: Record<string, TSchema>
  anyOf?: ObjectSchema[]
  content?: Record<string, { schema?: ObjectSchema }>
}

/** Adds fields to an object schema; returns undefined for any other schema. */
function extended(schema: ObjectSchema, fields: Record<string, TSchema>): ObjectSchema | undefined {
  if (schema.anyOf) {
    const alternatives = schema.anyOf.map((each) => extended(each, fields))
    return alternatives.every((each) => each !== undefined) ? { ...schema, anyOf: alternatives } : undefined
  }
  const json = schema.content?.[jsonType]?.schema
  const told = json && extended(json, fields)
  if (told)
    return { ...schema, content: { ...schema.content, [jsonType]: { ...schema.content![jsonType], schema: told } } }
  if (!schema.properties) return undefined
  // Not required, because operations that tools call answer without steps.
  return { ...schema, properties: { ...schema.properties, ...fields } }
}

/** Adds the steps to schemas and answers. Register it before the routes. */
export function suggestNextSteps(app: FastifyInstance) {
  const known = new KnownRoutes()
  app.addHook('onRoute', (route) => {
    known.add(route)
    const responses = (route.schema?.response ?? {}) as Record<string, ObjectSchema>
    const fields = { ...withNextSteps, ...(route.schema?.body !== undefined && withWarnings) }
    const told = Object.entries(responses).flatMap(([status, schema]) => {
      const told = status.startsWith('2') && extended(schema, fields)
      return told ? [[status, told] as const] : []
    })
    if (told.length === 0) return
    route.schema = { ...route.schema, response: { ...responses, ...Object.fromEntries(told) } }
    const before = [route.preSerialization ?? []].flat()
    route.preSerialization = [
      ...before,
      (request, reply, payload, done) => {
        const isTold = reply.statusCode < 300 && payload !== null && !Array.isArray(payload)
        if (!isTold) return done(null, payload)
        const answer = withIgnoredFields(request, payload as object)
        done(null, { ...answer, next_steps: app.nextSteps(request, payload as object) })
      },
    ]
  })

  /** Returns the step if its caller may take it, otherwise a proposal in its place, or nothing. */
  const possible = (step: NextStep, caller: Caller | undefined, signsIn = false): NextStep[] => {
    // A key that made an organization is pointed to creating a key, although it may not: the step says that it needs a
    // session.
    if (step.action === 'create_key' || signsIn) return [step]
    const config = known.find(step) ?? {}
    // Routes outside of the API are open to everyone.
    const { access, changesPrompts } = config
    if (access === undefined || access === 'public') return [step]
    if (caller?.kind !== 'key') return caller ? [step] : []
    if (access === 'session' || !mayReach(config, caller)) return []
    if (hasAccess(caller, access) && !(changesPrompts && caller.requiresReview)) return [step]
    return isCreation(step) && hasAccess(caller, 'propose') ? [proposeStep] : []
  }
  app.decorate('nextSteps', (request: FastifyRequest, answer: object | undefined) => {
    // Read once, because Fastify rebuilds the options on every access.
    const { method, url = '', config } = request.routeOptions
    const stepsOf = answerSteps[`${answeredMethod(String(method))} ${url.replace('/api/v1', '')}`]
    const own = (answer as { next_steps?: NextStep[] } | undefined)?.next_steps
    const steps = own ?? stepsOf?.(answer, request as unknown as StepRequest) ?? []
    return [...new Set(steps.flatMap((step) => possible(step, request.caller, config.signsIn)))].slice(0, maxSteps)
  })
}

const proposeStep = nextStep(
  'propose',
  'POST',
  '/change-requests',
  'Send {"title": "…", "changes": […]} to propose it, for someone else to merge',
)

/** Whether a change request can contain the step instead. */
const isCreation = ({ method, path }: NextStep) =>
  method === 'POST' && /\/(beliefs|responsibilities|import-claude-md|bootstrap\/apply)$/.test(path)

interface KnownRoute {
  pattern: RegExp
  config: FastifyContextConfig
}

/** The routes that steps lead to, grouped by method and number of path segments, which distinguishes most of them. */
class KnownRoutes {
  readonly #routes = new Map<string, KnownRoute[]>()

  add({ method, url, config }: RouteOptions) {
    const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
    const route = { pattern, config: config ?? {} }
    const name = nameOf(String(method), url)
    this.#routes.set(name, [...(this.#routes.get(name) ?? []), route])
  }

  find({ method, path }: NextStep): FastifyContextConfig | undefined {
    const [address] = path.split('?') as [string]
    return this.#routes.get(nameOf(method, address))?.find(({ pattern }) => pattern.test(address))?.config
  }
}

const nameOf = (method: string, address: string) => `${method} ${address.split('/').length}`

/**
 * Returns the steps after an answer that is sent as bytes. For a call by a tool there is no server: then the answer's
 * own only.
 */
export const stepsAfter = (
  { request, server }: Pick<FastifyReply, 'request'> & { server?: FastifyReply['server'] },
  answer?: { next_steps?: NextStep[] },
): NextStep[] => server?.nextSteps(request, answer) ?? answer?.next_steps ?? []
