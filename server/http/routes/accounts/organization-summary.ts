import { firstAgent } from '../../../features/accounts/organization-summary.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { contextOf } from '../../access/auth.ts'
import { sendJson } from '../../answers/documents.ts'
import {
  Id,
  Integer,
  Name,
  Named,
  nextStep,
  OrgInPath,
  responses,
  Text,
  withNextSteps,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { OrganizationHead } from '../../resources/accounts.ts'
import { Job } from '../../resources/jobs.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Organizations']
const OrgParams = Type.Object({ orgId: OrgInPath })
const count = Integer()

const byKind = Named('ItemCounts', { beliefs: count, responsibilities: count })

/** A summary of an organization. */
export const organizationSummaryRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/summary',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read an organization summary',
        description:
          'Its agents and groups with counts of the items in prompts, and apart from them those that await a decision, content sources and running jobs.',
        params: OrgParams,
        response: responses(
          200,
          Type.Object({
            organization: OrganizationHead,
            organization_items: byKind,
            running_jobs: Type.Array(Job),
            groups: Type.Array(Type.Object({ id: Id, name: Name('Platform'), agent_count: count })),
            agents: Type.Array(
              Type.Object({
                id: Id,
                name: Name('Ada'),
                belief_count: count,
                responsibility_count: count,
                pending: byKind,
              }),
            ),
            content_sources: Type.Array(
              Type.Object({ id: Id, platform: Text(50, 'github'), scope: Text(20, 'agent') }),
            ),
            content_items_count: count,
            counts: Type.Object({ agents: count, groups: count, content_sources: count, content_items: count }),
            ...withNextSteps,
          }),
          [401, 404, 413, 429],
        ),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const agent = await firstAgent(ctx.db, orgId)
      const next = agent
        ? nextStep('read_identity', 'GET', `/agents/${agent.id}/resolved-identity`, `Read who ${agent.name} is`)
        : nextStep('create_agent', 'POST', '/agents', 'Create your first agent')
      return sendJson(reply, await deps.heavyReads.share('summary', ctx, { orgId }), [next])
    },
  )
}
