import { importLinkedIn, importSubstack, importX } from '../../../features/sync/archives.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AgentId,
  FreeForm,
  Id,
  Named,
  Nullable,
  nextStep,
  orgReference,
  responses,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { acceptUploads, withUpload } from '../../requests/uploads.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Imports']
const consumes = ['multipart/form-data']
const errors = [400, 401, 404, 413] as const
const config = { access: 'write', tier: 'heavy', turns: 'always' } as const
const count = Type.Integer({ examples: [42] })
const about =
  'At most 64 MiB. Importing the same archive again finds the same source and adds nothing twice. Discovery runs afterwards, as the job that job_id names.'

/** Fields of every form. */
const form = {
  file: Type.String({ format: 'binary', description: 'the archive, a ZIP file', examples: ['export.zip'] }),
  agent_id: AgentId,
  ...orgReference,
}
/** Fields of every answer. */
const outcome = { source_id: Id, job_id: Nullable(Id), ...withNextSteps }

const nextSteps = (agentId: string, jobId: string | null) => [
  ...(jobId === null ? [] : [nextStep('follow_job', 'GET', `/jobs/${jobId}`, 'Follow the discovery')]),
  nextStep('list_content', 'GET', `/content-items?agentId=${agentId}`, 'See what was imported'),
]

/** Imports archives that other platforms give their users (behavior: Archives). Only these routes accept forms. */
export const importRoutes: Routes = (deps) => async (app) => {
  await app.register(archiveRoutes(deps))
}

const archiveRoutes: Routes = (deps) => async (app) => {
  await acceptUploads(app)

  app.post(
    '/linkedin/import',
    {
      config,
      schema: {
        tags,
        consumes,
        summary: 'Import a LinkedIn export',
        description: `Profile, positions, skills, posts and articles. ${about}`,
        body: Named('ArchiveForm', form),
        response: responses(
          201,
          Type.Object({
            ...outcome,
            profile_data: Nullable(FreeForm),
            posts_imported: count,
            articles_imported: count,
          }),
          errors,
        ),
      },
    },
    async (request, reply) => {
      const { file, ...target } = request.body
      const imported = await withUpload(request, (fd) => importLinkedIn(contextOf(request, deps), target, fd))
      reply.status(201)
      return { ...imported, next_steps: nextSteps(target.agent_id, imported.job_id) }
    },
  )

  app.post(
    '/x/import',
    {
      config,
      schema: {
        tags,
        consumes,
        summary: 'Import an X archive',
        description: `The posts of the archive’s account, long ones in full. ${about}`,
        body: Type.Object({
          ...form,
          exclude_retweets: Type.Optional(Type.Boolean({ description: 'true by default', examples: [true] })),
          exclude_replies: Type.Optional(Type.Boolean({ description: 'true by default', examples: [true] })),
        }),
        response: responses(
          201,
          Type.Object({ ...outcome, username: Type.String({ examples: ['ada_writes'] }), posts_imported: count }),
          errors,
        ),
      },
    },
    async (request, reply) => {
      const { file, exclude_retweets = true, exclude_replies = true, ...target } = request.body
      const imported = await withUpload(request, (fd) =>
        importX(contextOf(request, deps), target, fd, { exclude_retweets, exclude_replies }),
      )
      reply.status(201)
      return { ...imported, next_steps: nextSteps(target.agent_id, imported.job_id) }
    },
  )

  app.post(
    '/substack/import',
    {
      config,
      schema: {
        tags,
        consumes,
        summary: 'Import a Substack export',
        description: `Published posts; drafts are skipped. ${about}`,
        body: Named('ArchiveForm', form),
        response: responses(201, Type.Object({ ...outcome, posts_imported: count }), errors),
      },
    },
    async (request, reply) => {
      const { file, ...target } = request.body
      const imported = await withUpload(request, (fd) => importSubstack(contextOf(request, deps), target, fd))
      reply.status(201)
      return { ...imported, next_steps: nextSteps(target.agent_id, imported.job_id) }
    },
  )
}
