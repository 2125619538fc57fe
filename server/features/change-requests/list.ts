import type { AdditionSource, ChangeRequestStatus } from '#core/domain/identity/change-requests.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Ctx } from '../../deps.ts'
import { organizationOfAgent } from '../layers/owners.ts'
import { headOf, namesOf } from './find.ts'

export interface ChangeRequestFilter {
  status?: ChangeRequestStatus
  agent_id?: string
  source_type?: AdditionSource
}

/**
 * Lists the change requests of an organization, newest first; with an agent, only requests that change a layer of its
 * identity; with a source type, only those that add an item of such a source.
 *
 * @throws 404 when the agent is missing, foreign, or of another organization.
 */
export async function listChangeRequests(
  ctx: Ctx,
  orgId: string,
  { status, agent_id, source_type }: ChangeRequestFilter,
  page: Page,
) {
  if (agent_id !== undefined) await organizationOfAgent(ctx, agent_id, { org_id: orgId })
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('change_requests')
      .selectAll('change_requests')
      .select((eb) =>
        (['proposed_changes', 'change_request_comments'] as const).map((table) =>
          eb
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef(`${table}.org_id`, '=', 'change_requests.org_id')
            .whereRef(`${table}.change_request_id`, '=', 'change_requests.id')
            .$asScalar()
            .$notNull()
            .as(table === 'proposed_changes' ? 'change_count' : 'comment_count'),
        ),
      )
      .where('change_requests.org_id', '=', parameter('org_id'))
      .$if(status !== undefined, (all) => all.where('change_requests.status', '=', parameter('status')))
      .$if(agent_id !== undefined, (all) =>
        all.where('change_requests.id', 'in', requestsAbout(db, parameter('org_id'), parameter('agent_id'))),
      )
      .$if(source_type !== undefined, (all) =>
        all.where('change_requests.id', 'in', requestsFrom(db, parameter('org_id'), parameter('source_type'))),
      )
  const order = [descending('change_requests.number', 'integer')]
  const list = { name: 'change requests', values: { org_id: orgId, status, agent_id, source_type }, order, query }
  return listPage(ctx, list, page, async (requests) => {
    const nameOf = await namesOf(
      ctx.db,
      requests.flatMap(({ author_id, decided_by }) => [author_id, decided_by]),
    )
    return requests.map((request) => headOf(request, nameOf))
  })
}

/** Selects the ids of the requests that add items of a source. */
const requestsFrom = (db: Database, orgId: string, sourceType: string) =>
  db
    .selectFrom('proposed_changes')
    .select('change_request_id')
    .where('org_id', '=', orgId)
    .where('op', '=', 'add')
    .where('source_type', '=', sourceType as AdditionSource)

/** Selects the ids of the requests that concern one of the agent's layers. */
function requestsAbout(db: Database, orgId: string, agentId: string) {
  const group = db.selectFrom('agents').select('group_id').where('org_id', '=', orgId).where('id', '=', agentId)
  return db
    .selectFrom('change_request_owners')
    .select('change_request_id')
    .where('org_id', '=', orgId)
    .where((eb) =>
      eb.or([
        eb('owner_id', '=', agentId),
        eb('owner_id', '=', group.$castTo<{ group_id: string }>().$asScalar()),
        eb('owner_id', '=', orgId),
      ]),
    )
}
