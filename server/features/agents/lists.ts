import { ascending, inCategoryOrder } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Item } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { type Kind, kindNames, kinds } from '../../domain/kinds.ts'
import type { Page } from '../../domain/page.ts'

export const summaries = (ctx: Ctx) =>
  ctx.db
    .selectFrom('agents')
    .leftJoin('groups', (join) =>
      join.onRef('groups.org_id', '=', 'agents.org_id').onRef('groups.id', '=', 'agents.group_id'),
    )
    .select([
      'agents.id',
      'agents.org_id',
      'agents.group_id',
      'agents.name',
      'agents.description',
      'agents.job_title',
      'agents.identity_markers',
      'agents.avatar_url',
      'agents.location',
      'agents.timezone',
      'agents.github_username',
      'agents.min_n_count',
      'agents.decay_rate',
      'agents.promotion_threshold',
      'agents.created_at',
      'agents.updated_at',
      'groups.name as group_name',
    ])
    .select((eb) =>
      kindNames.map((kind) =>
        eb
          .selectFrom('items')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('items.org_id', '=', 'agents.org_id')
          .whereRef('items.owner_id', '=', 'agents.id')
          .where('items.kind', '=', kind)
          .$asScalar()
          .as(`${kind}_count`),
      ),
    )
    .where('agents.org_id', 'in', ctx.caller.orgIds)

export const summaryOf = <T extends { group_name: string | null }>({ group_name, ...agent }: T) => ({
  ...agent,
  agent_groups: group_name === null ? null : { name: group_name },
})

const byName = [ascending('agents.name', 'text'), ascending('agents.id', 'id')]

/**
 * The organization's agents by name, without prompts; `include` adds each one's own items, as on the agent's detail
 * (behavior: Categories).
 */
export async function listAgents(
  ctx: Ctx,
  orgId: string,
  { groupId, include, page }: { groupId: string | undefined; include: Kind[]; page: Page },
) {
  const query = summaries(ctx)
    .where('agents.org_id', '=', orgId)
    .$if(groupId !== undefined, (query) => query.where('agents.group_id', '=', groupId!))
  const list = { orgId, of: ['agents', groupId], order: byName }
  const { data, count, next_cursor } = await listPage(ctx, list, query, page)
  const itemsOf = await ownItems(
    ctx,
    orgId,
    data.map(({ id }) => id),
    include,
  )
  return { data: data.map((agent) => ({ ...summaryOf(agent), ...itemsOf(agent.id) })), count, next_cursor }
}

/** Picked one by one: leaving columns out of a row by a rest pattern took a sixth of a list's time. */
const itemInAgent = ({ id, category, statement, starred, hidden }: ItemInAgent): ItemInAgent => ({
  id,
  category,
  statement,
  starred,
  hidden,
})

type ItemInAgent = Pick<Item, 'id' | 'category' | 'statement' | 'starred' | 'hidden'>

async function ownItems(ctx: Ctx, orgId: string, agentIds: string[], include: Kind[]) {
  if (include.length === 0 || agentIds.length === 0) return () => ({})
  const rows = await inCategoryOrder(
    ctx.db
      .selectFrom('items')
      .select(['items.id', 'kind', 'owner_id', 'category', 'statement', 'starred', 'hidden'])
      .where('items.org_id', '=', orgId)
      .where('owner_id', 'in', agentIds)
      .where('kind', 'in', include),
  ).execute()
  const byOwner = Map.groupBy(rows, ({ owner_id }) => owner_id)
  return (agentId: string) => {
    const own = byOwner.get(agentId) ?? []
    return Object.fromEntries(
      include.map((kind) => [kinds[kind].plural, own.filter((item) => item.kind === kind).map(itemInAgent)]),
    )
  }
}
