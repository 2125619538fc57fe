import { kinds } from '#core/domain/kinds.ts'
import { jobTypes } from '#core/domain/requests/jobs.ts'
import { contentPlatforms, contentSourceTypes } from '#core/domain/sources/content-platforms.ts'
import { resolveOrganization } from '../../features/accounts/organizations.ts'
import { contextOf } from '../access/auth.ts'
import { sendCompressed, sendJson } from '../answers/documents.ts'
import { Flag, Id, Name, Named, Nullable, OneOf, OrgInPath, responses, Text, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import type { Routes } from '../routes.ts'

const defaultDays = 30
const count = Type.Integer({ examples: [1] })
const Day = Type.String({ format: 'date', description: 'in UTC', examples: ['2026-11-21'] })
const Seconds = Nullable(Type.Number({ description: 'of the completed ones', examples: [12.5] }))

const held = {
  beliefs: Named('BeliefCounts', Object.fromEntries(kinds.belief.categories.map((category) => [category, count]))),
  belief_count: count,
  responsibility_count: count,
}
const Overview = Type.Object({
  as_of: Timestamp,
  days: count,
  since: Timestamp,
  layers: Type.Object({
    organization: Type.Object(held),
    groups: Type.Array(Type.Object({ id: Id, name: Name('Platform'), manager_agent_id: Nullable(Id), ...held })),
    agents: Type.Array(Type.Object({ id: Id, name: Name('Ada'), group_id: Nullable(Id), ...held })),
  }),
  growth: Type.Array(Type.Object({ date: Day, org: count, group: count, agent: count })),
  diversity: Type.Object({
    shared_by: Type.Array(Type.Object({ agents: count, statements: count })),
    most_alike: Type.Array(Type.Object({ id: Id, name: Name('Ada'), statements: count, shared: count })),
  }),
  content: Type.Object({
    earlier: count,
    days: Type.Array(Type.Object({ date: Day, source_type: OneOf(contentSourceTypes), count })),
  }),
  sources: Type.Object({
    count,
    data: Type.Array(
      Named('OverviewSource', {
        id: Id,
        agent_id: Id,
        agent_name: Name('Ada'),
        platform: OneOf(contentPlatforms),
        name: Text(500, 'acme/api'),
        enabled: Flag,
        last_synced_at: Nullable(Timestamp),
        item_count: count,
        errors: Type.Array(Type.String({ examples: ['GitHub knows no repository acme/api'] })),
      }),
      { description: 'at most 100, those that need attention first' },
    ),
  }),
  jobs: Type.Array(
    Type.Object({
      type: OneOf(jobTypes),
      queued: count,
      running: count,
      completed: count,
      failed: count,
      average_seconds: Seconds,
      longest_seconds: Seconds,
    }),
  ),
})

/** The data of the dashboard's overview. */
export const overviewRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/overview',
    {
      config: { access: 'read', agentKeys: true, tier: 'heavy' },
      schema: {
        tags: ['Organizations'],
        summary: 'Read organization statistics',
        description:
          '`as_of`: when these figures were true; of a large organization the last ones are sent at once, and new ones follow. `layers`: the items of the organization, of each group and of each agent, without hidden ones. `growth`: by layer, how many of the items in today’s prompts existed at the end of each day. `diversity`: how many statements of agents are held word for word by how many agents, and the agents that share the largest part of their statements with others. `content`: what was written on each day, by source. `jobs`: those created in these days; jobs are kept for 30 days.',
        params: Type.Object({ orgId: OrgInPath }),
        querystring: Type.Object({
          days: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 366,
              description: `days in UTC that growth, content and jobs cover, including today; default ${defaultDays}`,
              examples: [defaultDays],
            }),
          ),
        }),
        response: responses(200, Overview, [400, 401, 404, 413, 429]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { days = defaultDays } = request.query
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const json = await deps.overviews.read(ctx, orgId, days)
      return Buffer.isBuffer(json) ? sendJson(reply, json) : sendCompressed(request, reply, json)
    },
  )
}
