import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { agentActivity } from '../../../features/organization-reads/agent-activity.ts'
import { contextOf } from '../../access/auth.ts'
import { Id, Integer, Named, Nullable, OrgInPath, responses, Timestamp } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

/** The activity of agents, which the list of agents shows beside their names. */
export const agentActivityRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/agent-activity',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Agents'],
        summary: 'Read the activity of all agents',
        description:
          '`inherited_count`: items of the organization and of the group that are neither hidden nor rejected, with those that the agent overrides. `characters`: of the statements of these and of its own items, by layer. `changed_at`: when its profile or one of its own items changed last. `last_read_at`: when a client that names itself read its prompt last. `version`: of the live prompt, as far as it was read; null before the first read. `tokens`: of this version by o200k_base; null before the first read, and while more than 100 other prompts wait for their count.',
        params: Type.Object({ orgId: OrgInPath }),
        response: responses(
          200,
          Type.Object({
            data: Type.Array(
              Named('AgentActivity', {
                agent_id: Id,
                inherited_count: Integer(),
                characters: Type.Object({ agent: Integer(1200), group: Integer(0), org: Integer(640) }),
                changed_at: Timestamp,
                last_read_at: Nullable(Timestamp),
                version: Nullable(Integer()),
                tokens: Nullable(Integer(1112)),
              }),
            ),
          }),
          [401, 404, 413, 429],
        ),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      return { data: await agentActivity(ctx, orgId) }
    },
  )
}
