import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Deps } from '../deps.ts'

/** The routes of one section of the specification, given what the service is made of. */
export type Routes = (deps: Deps) => FastifyPluginAsyncTypebox

/** What routes are registered with. */
export type App = Parameters<FastifyPluginAsyncTypebox>[0]
