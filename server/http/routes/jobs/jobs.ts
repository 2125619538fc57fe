import { jobStatuses, jobTypes } from '#core/domain/requests/jobs.ts'
import { jobFields } from '../../../features/jobs/fields.ts'
import { cancelJob, findJob, listJobs } from '../../../features/jobs/jobs.ts'
import { resolveScope } from '../../../features/layers/owners.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, Id, OneOf, orgReference, PagedList, pageOf, pageQuery, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Job } from '../../resources/jobs.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Jobs']
const defaultLimit = 100
const JobParams = Type.Object({ jobId: Id })
const JobType = OneOf(jobTypes)

/** Background work (behavior: Jobs). */
export const jobRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/jobs',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List jobs',
        description: 'Newest first. Finished jobs are kept for 30 days. `type` is an alias of `jobType`.',
        querystring: Type.Object({
          ...orgReference,
          agent_id: Type.Optional(AgentId),
          status: Type.Optional(OneOf(jobStatuses)),
          job_type: Type.Optional(JobType),
          type: Type.Optional(JobType),
          ...pageQuery(defaultLimit),
        }),
        response: responses(200, PagedList(Job), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { agent_id, status, job_type, type = job_type } = request.query
      const orgId = await resolveScope(ctx, request.query)
      const page = pageOf(request.query, defaultLimit)
      const { data, ...rest } = await listJobs(ctx, orgId, { agent_id, status, type }, page)
      return { data: data.map(jobFields), ...rest }
    },
  )

  app.get(
    '/jobs/:jobId',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read a job',
        description: 'Poll it until status is completed or failed.',
        params: JobParams,
        response: responses(200, Job, [401, 404]),
      },
    },
    async (request) => jobFields(await findJob(contextOf(request, deps), request.params.jobId)),
  )

  app.delete(
    '/jobs/:jobId',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Stop a job',
        description: 'Only one that has not ended; it becomes failed. What it has already done is kept.',
        params: JobParams,
        response: responses(200, Job, [400, 401, 404]),
      },
    },
    async (request) => jobFields(await cancelJob(contextOf(request, deps), request.params.jobId)),
  )
}
