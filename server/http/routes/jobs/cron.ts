import { dedupAll } from '../../../features/consensus/dedup-schedule.ts'
import { runAllConsensus } from '../../../features/consensus/schedule.ts'
import { syncAllSources } from '../../../features/sync/schedule.ts'
import { requireBearer } from '../../access/bearer.ts'
import { Id, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { consensusCounts } from '../../resources/consensus.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Jobs']

/** Runs scheduled work on demand, for an external scheduler (behavior: Schedules). */
export const cronRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/cron/sync-sources',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Sync every source now',
        description:
          'For an external scheduler: `Authorization: Bearer $CRON_SECRET`. The service also runs it hourly.',
        response: responses(
          200,
          Type.Object({
            sources_synced: Type.Integer({ examples: [3] }),
            items_imported: Type.Integer({ examples: [12] }),
            jobs: Type.Array(Id, { description: 'the discovery jobs for the new content' }),
            errors: Type.Array(Type.String({ examples: ['acme/api: GitHub has no repository acme/api'] })),
          }),
          [401],
        ),
      },
    },
    async (request) => {
      requireBearer(deps.config.cronSecret, request.headers.authorization)
      return syncAllSources(deps)
    },
  )

  app.post(
    '/cron/consensus',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Run consensus in every organization that uses it',
        description:
          'For an external scheduler: `Authorization: Bearer $CRON_SECRET`. For every organization with an auto-promote setting turned on and at least 2 agents. The service also runs it nightly.',
        response: responses(
          200,
          Type.Object({
            organizations_processed: Type.Integer({ examples: [1] }),
            ...consensusCounts,
            errors: Type.Array(Type.String({ examples: ['Organization …: Internal error'] })),
          }),
          [401],
        ),
      },
    },
    async (request) => {
      requireBearer(deps.config.cronSecret, request.headers.authorization)
      return runAllConsensus(deps)
    },
  )

  app.post(
    '/cron/dedup',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Merge near-duplicates in every organization that uses it',
        description:
          'For an external scheduler: `Authorization: Bearer $CRON_SECRET`. For every organization with auto_dedup turned on: items of one owner whose similarity is at least 0.95. The service also runs it nightly.',
        response: responses(
          200,
          Type.Object({
            organizations_processed: Type.Integer({ examples: [1] }),
            clusters_merged: Type.Integer({ examples: [2] }),
            items_merged: Type.Integer({ examples: [5] }),
            errors: Type.Array(Type.String({ examples: ['Organization …: Internal error'] })),
          }),
          [401],
        ),
      },
    },
    async (request) => {
      requireBearer(deps.config.cronSecret, request.headers.authorization)
      return dedupAll(deps)
    },
  )
}
