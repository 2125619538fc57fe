import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { listCarriers, release, rollBackRelease } from '../../../features/versions/releases.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, Flag, Id, List, notEmpty, OrgInPath, pageOf, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { LabelCarrier, LabelName, NewLabel, Reason, ReleaseResult, RestoredRelease } from '../../resources/versions.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Prompt versions']
const defaultLimit = 100
const LabelParams = Type.Object({ orgId: OrgInPath, label: LabelName })
const NewLabelParams = Type.Object({ orgId: OrgInPath, label: NewLabel })

/** A label of many agents: who carries it, moving it for all, and taking that back (behavior: Releases). */
export const releaseRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/labels/:label',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List the agents that carry a label',
        description: 'Furthest behind their live prompts first, as far as these were read.',
        params: LabelParams,
        querystring: Type.Object({
          limit: Type.Optional(
            Type.Integer({ minimum: 1, description: `1 to 1000, default ${defaultLimit}`, examples: [defaultLimit] }),
          ),
          offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [0] })),
        }),
        response: responses(200, List(LabelCarrier), [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      return listCarriers(ctx, orgId, request.params.label, pageOf(request.query, defaultLimit))
    },
  )

  app.put(
    '/organizations/:orgId/labels/:label',
    {
      config: { access: 'write', tier: 'heavy', turns: 'always' },
      schema: {
        tags,
        summary: 'Release to many agents',
        description:
          'Sets the label of each of `agentIds`, of the agents of a group, or of all, to the prompt that it reads now. More than 100 agents are moved by a job (202, `moved` null; its result has the number).',
        params: NewLabelParams,
        body: Type.Object(
          {
            agent_ids: Type.Optional(Type.Array(AgentId, { minItems: 1, maxItems: 1000 })),
            group_id: Type.Optional(Id),
            all: Type.Optional(Flag),
            reason: Type.Optional(Reason),
          },
          { ...notEmpty, examples: [{ all: true, reason: 'Reviewed by the platform team' }] },
        ),
        response: {
          ...responses(200, ReleaseResult, [400, 401, 404, 429]),
          202: { ...ReleaseResult, description: 'the job that moves them' },
        },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const released = await release(ctx, orgId, request.params.label, request.body)
      if (released.moved === null) reply.status(202)
      return released
    },
  )

  app.post(
    '/organizations/:orgId/labels/:label/rollback',
    {
      config: { access: 'write', tier: 'heavy', turns: 'always' },
      schema: {
        tags,
        summary: 'Take a release back',
        description:
          'Returns the label of exactly the agents that the job moved; an agent whose label moved since keeps it, and a label that the job made is taken away.',
        params: LabelParams,
        body: Type.Object({ job_id: Id, reason: Type.Optional(Reason) }),
        response: responses(200, RestoredRelease, [400, 401, 404, 409]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const { job_id, reason } = request.body
      return rollBackRelease(ctx, orgId, request.params.label, job_id, reason)
    },
  )
}
