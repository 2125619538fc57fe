import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { NextStep } from '../domain/next-steps.ts'
import { answerSteps, type StepRequest } from './answer-steps.ts'
import { withNextSteps } from './schemas.ts'

/**
 * `next_steps` in the answer of every route that answers an object (behavior: Next steps): what the route itself names, or
 * what `answer-steps.ts` knows for it, without what the caller may not do.
 */

declare module 'fastify' {
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
  /** Routes that a key may never call, as patterns of their addresses. */
  const sessionOnly: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', (route) => {
    const method = String(route.method)
    if (route.config?.access === 'session') sessionOnly.push({ method, pattern: patternOf(route.url) })
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

  const isPossible = ({ action, method, path }: NextStep, { caller }: FastifyRequest): boolean => {
    // Creating a key is named to whoever made an organization with a key: it says that it needs a session.
    if (caller?.kind !== 'key' || action === 'create_key') return true
    const [address] = path.split('?') as [string]
    return !sessionOnly.some((route) => route.method === method && route.pattern.test(address))
  }
  app.decorate('nextSteps', (request: FastifyRequest, answer: object | undefined) => {
    const { method, url = '' } = request.routeOptions
    const known = answerSteps[`${method} ${url.replace('/api/v1', '')}`]
    const own = (answer as { next_steps?: NextStep[] } | undefined)?.next_steps
    const steps = own ?? known?.(answer, request as unknown as StepRequest) ?? []
    return steps.filter((step) => isPossible(step, request)).slice(0, maxSteps)
  })
}

const patternOf = (url: string) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)

/** The steps after an answer that is sent as bytes; its own alone where a tool asked for it, not a request. */
export const stepsAfter = (
  { request, server }: Pick<FastifyReply, 'request'> & { server?: FastifyReply['server'] },
  answer?: { next_steps?: NextStep[] },
): NextStep[] => server?.nextSteps(request, answer) ?? answer?.next_steps ?? []
