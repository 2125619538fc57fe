import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { ascending, descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Tables } from '../../db/tables.ts'
import { holdsPattern, patternOf } from '../../db/text-search.ts'
import type { Ctx } from '../../deps.ts'
import { organizationOfAgent } from '../layers/owners.ts'
import { withSession } from './source-sessions.ts'

/** Maximum number of sources with each proposal; the item's own list of sources has the others. */
const shownSources = 5

export interface ProposalFilter {
  agentId?: string | undefined
  isByStatement?: boolean | undefined
  /** In any case, without diacritics of Latin letters. */
  text?: string | undefined
}

/**
 * Returns an organization's items that await a decision, of every kind and layer, or those of one agent: proposals of
 * discovery before what people wrote or imported, words of people that cannot stand as a rule behind the others, then
 * those of which the reader is surest, those said most often, and the oldest. Each has its owner's name, where people said it, the number of its sources and the first of them.
 * `proposed` counts the proposals among them.
 *
 * With `isByStatement`, a statement that awaits a decision for several agents is listed once, as its first item, which
 * `also_for` follows with the others: one decision is made on all of them.
 *
 * With `text`, only statements that contain it are listed, and those of agents and groups whose names contain it.
 *
 * @throws 404 when the agent is missing, foreign, or of another organization.
 */
export async function listProposals(
  ctx: Ctx,
  orgId: string,
  { agentId, text = '', ...how }: ProposalFilter,
  page: Page,
) {
  const isByStatement = how.isByStatement === true && agentId === undefined
  const pattern = text.trim() === '' ? undefined : patternOf(text)
  if (agentId !== undefined) await organizationOfAgent(ctx, agentId, { org_id: orgId })
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('items')
      .leftJoin('agents', (join) =>
        join.onRef('agents.org_id', '=', 'items.org_id').onRef('agents.id', '=', 'items.agent_id'),
      )
      .leftJoin('groups', (join) =>
        join.onRef('groups.org_id', '=', 'items.org_id').onRef('groups.id', '=', 'items.group_id'),
      )
      .select([
        'items.id',
        'items.kind',
        'items.scope',
        'items.agent_id',
        'agents.name as agent_name',
        'items.group_id',
        'groups.name as group_name',
        'items.category',
        'items.statement',
        'items.statement_hash',
        'items.starred',
        'items.hidden',
        'items.status',
        'items.n_count',
        'items.origin',
        'items.certainty',
        'items.needs_wording',
        'items.created_at',
        'items.updated_at',
      ])
      .where('items.org_id', '=', parameter('org_id'))
      // A literal, because with a parameter the engines do not know that the partial index applies.
      .where('items.status', '=', sql.lit('pending' as const))
      .$if(agentId !== undefined, (all) => all.where('items.agent_id', '=', parameter('agent_id')))
      .$if(pattern !== undefined, (all) =>
        all.where((eb) =>
          eb.or([
            holdsPattern(['items.statement', 'agents.name', 'groups.name'], parameter('pattern')),
            ...(isByStatement ? [isForNamed(eb, parameter('pattern'))] : []),
          ]),
        ),
      )
      .$if(isByStatement, (all) =>
        all.where(({ or, not, eb, exists, selectFrom }) =>
          or([
            eb('items.agent_id', 'is', null),
            not(
              exists(
                selectFrom('items as same')
                  .select('same.id')
                  .whereRef('same.org_id', '=', 'items.org_id')
                  .whereRef('same.statement_hash', '=', 'items.statement_hash')
                  .whereRef('same.category', '=', 'items.category')
                  .where('same.status', '=', sql.lit('pending' as const))
                  .where('same.agent_id', 'is not', null)
                  .whereRef('same.id', '<', 'items.id'),
              ),
            ),
          ]),
        ),
      )
  const found = (db: Database, parameter: Parameter) =>
    query(db, parameter).where('items.origin', '=', sql.lit('discovery' as const))
  const withSources = async (items: Awaited<ReturnType<ReturnType<typeof query>['execute']>>) => {
    const ids = items.map(({ id }) => id)
    const evidence = await firstSources(ctx, orgId, ids)
    const said = await readSaid(ctx, orgId, ids)
    const others = isByStatement ? await otherAgents(ctx, orgId, ids) : undefined
    return items.map(({ statement_hash, ...item }) => ({
      ...item,
      ...(others && { also_for: others.get(item.id) ?? [] }),
      said: said.get(item.id) ?? null,
      source_count: evidence.get(item.id)?.[0]?.source_count ?? 0,
      sources: (evidence.get(item.id) ?? []).map(({ item_id, position, source_count, ...source }) =>
        withSession(source),
      ),
    }))
  }
  const order = [
    ascending('items.origin', 'text'),
    ascending('items.needs_wording', 'flag'),
    descending('items.certainty', 'number'),
    descending('items.n_count', 'integer'),
    ascending('items.id', 'id'),
  ]
  const form = isByStatement ? ' by statement' : ''
  const values = { org_id: orgId, agent_id: agentId, pattern }
  const { data, ...rest } = await listPage(ctx, { name: `proposals${form}`, values, order, query }, page, withSources)
  const first = { limit: 1, offset: 0 }
  const { count: proposed } = await listPage(
    ctx,
    { name: `proposals found${form}`, values, order, query: found },
    first,
  )
  const answered = data.map((item) => ({
    ...item,
    // Content that is gone was said by nobody.
    certainty: item.said && item.certainty,
    needs_wording: item.said !== null && item.needs_wording,
  }))
  return { data: answered, ...rest, proposed }
}

/** Whether another agent for which the statement awaits a decision has the text in its name. */
const isForNamed = (eb: ExpressionBuilder<Tables, 'items'>, pattern: Expression<unknown>) =>
  eb.exists(
    eb
      .selectFrom('items as other')
      .innerJoin('agents as named', (join) =>
        join.onRef('named.org_id', '=', 'other.org_id').onRef('named.id', '=', 'other.agent_id'),
      )
      .select('other.id')
      .whereRef('other.org_id', '=', 'items.org_id')
      .whereRef('other.statement_hash', '=', 'items.statement_hash')
      .whereRef('other.category', '=', 'items.category')
      .where('other.status', '=', sql.lit('pending' as const))
      .where('items.agent_id', 'is not', null)
      .where(holdsPattern(['named.name'], pattern)),
  )

/** Returns by item the others of agents that await a decision with the same words and category. */
async function otherAgents({ db }: Ctx, orgId: string, itemIds: string[]) {
  if (itemIds.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('items as listed')
    .innerJoin('items as same', (join) =>
      join
        .onRef('same.org_id', '=', 'listed.org_id')
        .onRef('same.statement_hash', '=', 'listed.statement_hash')
        .onRef('same.category', '=', 'listed.category')
        .on('same.status', '=', sql.lit('pending' as const))
        .onRef('same.id', '<>', 'listed.id'),
    )
    .innerJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'same.org_id').onRef('agents.id', '=', 'same.agent_id'),
    )
    .select(['listed.id as listed_id', 'same.id', 'same.agent_id', 'agents.name as agent_name', 'same.hidden'])
    .where('listed.org_id', '=', orgId)
    .where('listed.id', 'in', itemIds)
    .where('listed.agent_id', 'is not', null)
    .orderBy('same.id')
    .execute()
  return Map.groupBy(
    rows.map(({ listed_id, agent_id, ...other }) => ({ listed_id, ...other, agent_id: agent_id! })),
    ({ listed_id }) => listed_id,
  )
}

/** Returns by item in how many sessions and conversations people said it, and when last; items that nobody said are missing. */
async function readSaid(ctx: Ctx, orgId: string, itemIds: string[]) {
  if (itemIds.length === 0) return new Map<string, never>()
  const rows = await ctx.db
    .selectFrom('item_sources')
    .innerJoin('observations', (join) =>
      join
        .onRef('observations.org_id', '=', 'item_sources.org_id')
        .onRef('observations.id', '=', 'item_sources.observation_id'),
    )
    .select(({ fn, eb }) => [
      'item_sources.item_id',
      fn.count<number>('observations.session').distinct().as('sessions'),
      fn
        .count<number>(
          eb.case().when('observations.session', 'is', null).then(eb.ref('observations.content_item_id')).end(),
        )
        .distinct()
        .as('conversations'),
      fn.max<string>('observations.observed_at').as('last_at'),
    ])
    .where('item_sources.org_id', '=', orgId)
    .where('item_sources.item_id', 'in', itemIds)
    .where((eb) => eb.or([eb('observations.session', 'is not', null), eb.ref('observations.told')]))
    .groupBy('item_sources.item_id')
    .execute()
  return new Map(rows.map(({ item_id, ...said }) => [item_id, said]))
}

/** Returns the oldest sources of each item, with the content in which they were found. */
async function firstSources(ctx: Ctx, orgId: string, itemIds: string[]) {
  if (itemIds.length === 0) return new Map<string, never>()
  const { fn } = ctx.db
  const numbered = ctx.db
    .selectFrom('item_sources')
    .select(['id', 'item_id', 'source_type', 'quote', 'content_item_id', 'created_at'])
    .select([
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('item_id').orderBy('id'))
        .as('position'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('item_id'))
        .as('source_count'),
    ])
    .where('org_id', '=', orgId)
    .where('item_id', 'in', itemIds)
  const rows = await ctx.db
    .selectFrom(numbered.as('source'))
    .leftJoin('content_items', (join) =>
      join.on('content_items.org_id', '=', orgId).onRef('content_items.id', '=', 'source.content_item_id'),
    )
    .select([
      'source.id',
      'source.item_id',
      'source.source_type',
      'source.quote',
      'source.content_item_id',
      'source.created_at',
      'source.position',
      'source.source_count',
      'content_items.title',
      'content_items.url',
      'content_items.published_at',
      'content_items.metadata',
    ])
    .where('source.position', '<=', shownSources)
    .orderBy('source.id')
    .execute()
  return Map.groupBy(rows, ({ item_id }) => item_id)
}
