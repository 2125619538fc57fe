import { syncSourceById } from '../../../features/sync/sync.ts'
import { contextOf } from '../../access/auth.ts'
import { Id, Integer, Nullable, nextStep, responses, withNextSteps } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Content']
const SourceParams = Type.Object({ sourceId: Id })
const count = Integer(42)

/** Syncs a source immediately (behavior: Sync). */
export const syncRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/content-sources/:sourceId/sync',
    {
      config: { access: 'write', agentKeys: true, tier: 'heavy' },
      schema: {
        tags,
        summary: 'Import new content now',
        description:
          'Discovery runs afterwards, as the job that job_id names. Failures of the platform are sentences in errors; what was imported before them is kept, and the next sync continues from there. While the source is being synced already, the response is the result of that run, or a sentence in errors if another process runs it.',
        params: SourceParams,
        response: responses(
          200,
          Type.Object({
            source_id: Id,
            imported: count,
            updated: count,
            skipped: count,
            commits_imported: count,
            paths_read: count,
            reviews_imported: count,
            files_imported: count,
            pages_imported: count,
            pages_skipped: count,
            tweets_imported: count,
            rss_entries_imported: count,
            errors: Type.Array(Type.String({ examples: ["GitHub's rate limit is reached"] })),
            affected_agent_ids: Type.Array(Id),
            job_id: Nullable(Id),
            ...withNextSteps,
          }),
          [400, 401, 404],
        ),
      },
    },
    async (request) => {
      const { agent_id, ...result } = await syncSourceById(contextOf(request, deps), request.params.sourceId)
      const content = nextStep('list_content', 'GET', `/content-items?agentId=${agent_id}`, 'See what was imported')
      const { job_id } = result
      const job = job_id === null ? [] : [nextStep('follow_job', 'GET', `/jobs/${job_id}`, 'Follow the discovery')]
      return { ...result, next_steps: [...job, content] }
    },
  )
}
