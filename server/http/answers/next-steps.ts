import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import type { Caller } from '../../domain/requests/caller.ts'
import { hasAccess } from '../../domain/requests/key-access.ts'
import { type NextStep, nextStep } from '../../domain/requests/next-steps.ts'
import { mayReach } from '../access/route-access.ts'
import { withNextSteps } from '../requests/schemas.ts'
import { answerSteps, type StepRequest } from './answer-steps.ts'
import { answeredMethod } from './head.ts'

/**
 * `next_steps` in the answer of every route that answers an object (behavior: Next steps): what the route itself names, or
 * what `answer-steps.ts` knows for it, without what the caller may not do.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whoever gets its answer has credentials from then on. */
    signsIn?: boolean
  }
  interface FastifyInstance {
    /** The steps after an answer: its own, or those that are known for its route, which the caller may take. */
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

/** The same schema with `next_steps`; undefined for one of another kind. */
function withSteps(schema: ObjectSchema): ObjectSchema | undefined {
  if (schema.anyOf) {
    const alternatives = schema.anyOf.map(withSteps)
    return alternatives.every((each) => each !== undefined) ? { ...schema, anyOf: alternatives } : undefined
  }
  const json = schema.content?.[jsonType]?.schema
  const told = json && withSteps(json)
  if (told)
    return { ...schema, content: { ...schema.content, [jsonType]: { ...schema.content![jsonType], schema: told } } }
  if (!schema.properties) return undefined
  // Not required: operations that tools call answer without them.
  return { ...schema, properties: { ...schema.properties, ...withNextSteps } }
}

/** Registered before the routes: their schemas get the steps, and their answers too. */
export function suggestNextSteps(app: FastifyInstance) {
  const known = new KnownRoutes()
  app.addHook('onRoute', (route) => {
    known.add(route)
    const responses = (route.schema?.response ?? {}) as Record<string, ObjectSchema>
    const told = Object.entries(responses).flatMap(([status, schema]) => {
      const told = status.startsWith('2') && withSteps(schema)
      return told ? [[status, told] as const] : []
    })
    if (told.length === 0) return
    route.schema = { ...route.schema, response: { ...responses, ...Object.fromEntries(told) } }
    const before = [route.preSerialization ?? []].flat()
    route.preSerialization = [
      ...before,
      (request, reply, payload, done) => {
        const isTold = reply.statusCode < 300 && payload !== null && !Array.isArray(payload)
        done(null, isTold ? { ...(payload as object), next_steps: app.nextSteps(request, payload as object) } : payload)
      },
    ]
  })

  /** The step as its caller may take it: itself, a proposal in its place, or nothing. */
  const possible = (step: NextStep, caller: Caller | undefined, signsIn = false): NextStep[] => {
    // Creating a key is named to whoever made an organization with a key: it says that it needs a session.
    if (step.action === 'create_key' || signsIn) return [step]
    const config = known.find(step) ?? {}
    // Outside of the API there is nothing that anyone may not read.
    const { access, changesPrompts } = config
    if (access === undefined || access === 'public') return [step]
    if (caller?.kind !== 'key') return caller ? [step] : []
    if (access === 'session' || !mayReach(config, caller)) return []
    if (hasAccess(caller, access) && !(changesPrompts && caller.requiresReview)) return [step]
    return isCreation(step) && hasAccess(caller, 'propose') ? [proposeStep] : []
  }
  app.decorate('nextSteps', (request: FastifyRequest, answer: object | undefined) => {
    // Fastify rebuilds the options on every access.
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

/** What a change request can hold instead. */
const isCreation = ({ method, path }: NextStep) =>
  method === 'POST' && /\/(beliefs|responsibilities|import-claude-md|bootstrap\/apply)$/.test(path)

interface KnownRoute {
  pattern: RegExp
  config: FastifyContextConfig
}

/** The routes that steps lead to, by what tells most of them apart. */
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

/** The steps after an answer that is sent as bytes; its own alone where a tool asked for it, not a request. */
export const stepsAfter = (
  { request, server }: Pick<FastifyReply, 'request'> & { server?: FastifyReply['server'] },
  answer?: { next_steps?: NextStep[] },
): NextStep[] => server?.nextSteps(request, answer) ?? answer?.next_steps ?? []
