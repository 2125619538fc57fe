import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Deps } from '../deps.ts'

/** Registers the routes of one section of the specification, given the parts of the service. */
export type Routes = (deps: Deps) => FastifyPluginAsyncTypebox

/** The app that routes are registered with. */
export type App = Parameters<FastifyPluginAsyncTypebox>[0]
