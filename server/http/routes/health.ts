import { whyNotReady } from '../../features/health.ts'
import { errorBody } from '../answers/errors.ts'
import { failures, Named } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import type { Routes } from '../routes.ts'

const tags = ['Operations']
const Status = Named('Health', { status: Type.String({ examples: ['ok'] }) })
const Readiness = Named('Readiness', {
  ...Status.properties,
  jobs: Type.Optional(
    Type.String({
      enum: ['running', 'starting'],
      description: 'The thread that runs background jobs; requests do not need it',
    }),
  ),
})

/** Health checks for load balancers; without credentials and limits (behavior: Health and metrics). */
export const healthRoutes: Routes = (deps) => async (app) => {
  const config = { access: 'public', unlimited: true } as const

  app.get(
    '/healthz',
    {
      config,
      schema: {
        tags,
        summary: 'The process is up',
        description: 'Answers without looking at the database; `/readyz` does that.',
        response: { 200: Status },
      },
    },
    () => ({
      status: 'ok',
    }),
  )

  app.get(
    '/readyz',
    {
      config,
      schema: {
        tags,
        summary: 'The service can work',
        description:
          'The database answers, is migrated and its file is sound, and the files of the service are there; 503 with the reason otherwise, and while the service is stopping.',
        response: {
          200: Readiness,
          ...failures([503]),
        },
      },
    },
    async (_request, reply) => {
      if (app.drain.isDraining) return reply.status(503).send(errorBody('unavailable', 'The service is stopping'))
      const reason = await whyNotReady(deps)
      if (reason) return reply.status(503).send(errorBody('unavailable', reason))
      const thread = deps.jobsThread?.()
      return { status: 'ok', ...(thread && { jobs: thread.isRunning ? 'running' : 'starting' }) }
    },
  )
}
