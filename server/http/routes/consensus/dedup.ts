import type { TSchema } from 'typebox'
import { badRequest } from '#core/base/errors.ts'
import { categories, itemStatuses, kindNames, scopes } from '#core/domain/kinds.ts'
import { jobStatuses } from '#core/domain/requests/jobs.ts'
import { resolveBodyOrganization, resolveOrganization } from '../../../features/accounts/organizations.ts'
import { dedupAgent, dedupOrganization, requestDedup } from '../../../features/consensus/dedup.ts'
import { undoMerge } from '../../../features/consensus/dedup-undo.ts'
import { requestBackfill } from '../../../features/discovery/backfill.ts'
import { contextOf } from '../../access/auth.ts'
import {
  AgentId,
  Flag,
  Id,
  Named,
  Nullable,
  OneOf,
  OrgInPath,
  orgReference,
  responses,
  Share,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Near-duplicates']
const count = Type.Integer({ examples: [1] })
const DuplicateItem = {
  id: Id,
  statement: Type.String({ examples: ['Write tests first'] }),
  starred: Flag,
  status: OneOf(itemStatuses),
  n_count: count,
}
const Dedup = Named('Deduplication', {
  dry_run: Flag,
  clusters: Type.Array(
    Type.Object({
      scope: OneOf(scopes),
      owner_id: Id,
      kind: OneOf(kindNames),
      category: OneOf(categories),
      keep: Type.Object(DuplicateItem),
      merge: Type.Array(Type.Object({ ...DuplicateItem, similarity: Share })),
      n_count: Type.Integer({ description: 'of the item that is kept: the sum', examples: [4] }),
    }),
    { description: 'the first 2,000; the counts are of all' },
  ),
  clusters_count: count,
  duplicates_count: count,
  merged_count: count,
  merge_id: Nullable(Id),
})
const StartedJob = Named('StartedJob', { jobId: Id, job_id: Id, status: OneOf(jobStatuses) })
const startedJob = ({ id, status }: { id: string; status: (typeof jobStatuses)[number] }) => ({
  jobId: id,
  job_id: id,
  status,
})
const mergedOrStarted: Record<number, TSchema> = {
  ...responses(200, Dedup, [400, 401, 404, 413]),
  202: { ...StartedJob, description: 'the job that merges' },
}
const dryRun = Type.Optional(Type.Boolean({ description: 'true by default: nothing is changed', examples: [true] }))
const itemIds = Type.Optional(
  Type.Array(Id, { maxItems: 5000, description: 'merge only these duplicates; all by default' }),
)
const description =
  'Visible, non-rejected items of one layer, kind and category that say the same in other words, and which of them would stay: a starred one, then an approved one, then the most observed, the oldest. With `dryRun` false the others are merged into it: it keeps its wording and takes their n-counts, provenance, overrides and approval. Hidden and rejected items are left as they are.'

/** Finds and merges near-duplicates, and maintains the vectors that they are found with. */
export const dedupRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/agents/:agentId/dedup',
    {
      config: {
        access: 'write',
        agentKeys: true,
        dryRun: { byDefault: true },
        changesPrompts: true,
        tier: 'heavy',
        turns: 'always',
      },
      schema: {
        tags,
        summary: "Find or merge an agent's near-duplicates",
        description,
        params: Type.Object({ agentId: AgentId }),
        body: Type.Object({ dry_run: dryRun, item_ids: itemIds }),
        response: responses(200, Dedup, [400, 401, 404, 413]),
      },
    },
    (request) => {
      const { dry_run: dryRun = true, item_ids } = request.body
      return dedupAgent(contextOf(request, deps), request.params.agentId, { dryRun, itemIds: item_ids })
    },
  )

  app.post(
    '/organizations/:orgId/dedup',
    {
      config: { access: 'write', dryRun: { byDefault: true }, changesPrompts: true, tier: 'heavy', turns: 'always' },
      schema: {
        tags,
        summary: "Find or merge an organization's near-duplicates",
        description: `At every layer: the organization's own items, and those of each group and each agent separately. ${description} With \`background\` the merge is a job.`,
        params: Type.Object({ orgId: OrgInPath }),
        body: Type.Object({
          dry_run: dryRun,
          item_ids: itemIds,
          background: Type.Optional(
            Type.Boolean({ description: 'merge as a job, with dryRun false', examples: [false] }),
          ),
        }),
        response: mergedOrStarted,
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { dry_run = true, background = false, item_ids } = request.body
      if (background && dry_run) throw badRequest('background requires dryRun to be false')
      if (background && item_ids) throw badRequest('itemIds cannot be combined with background; send one of them')
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      if (!background) return dedupOrganization(ctx, orgId, { dryRun: dry_run, itemIds: item_ids })
      reply.status(202)
      return startedJob(await requestDedup(ctx, orgId))
    },
  )

  app.post(
    '/organizations/:orgId/merges/:mergeId/undo',
    {
      config: { access: 'write', changesPrompts: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Undo a merge of near-duplicates',
        description:
          'Once, within 30 days. Merged items are restored with their n-count, provenance and overrides, and the kept item is as it was before; items that were created again or removed meanwhile are left alone.',
        params: Type.Object({ orgId: OrgInPath, mergeId: Id }),
        response: responses(200, Type.Object({ restored_count: count }), [401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      return { restored_count: await undoMerge(ctx, orgId, request.params.mergeId) }
    },
  )

  app.post(
    '/beliefs/backfill-embeddings',
    {
      config: { access: 'write', tier: 'heavy' },
      schema: {
        tags,
        summary: 'Embed items without a vector',
        description:
          'Starts a job that embeds the items of an organization whose vectors are missing or from another embedding model. If one is already waiting, returns that one.',
        body: Type.Object(orgReference),
        response: responses(202, StartedJob, [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveBodyOrganization(ctx, request.body)
      reply.status(202)
      return startedJob(await requestBackfill(ctx, orgId))
    },
  )
}
