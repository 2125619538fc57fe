import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../deps.ts'
import { type OrganizationReference, resolveOrganization } from '../accounts/organizations.ts'
import { labelsOf, staleBefore } from '../versions/label-states.ts'
import { behind, clientsOf, isOfKind, refreshVersions } from './fleet.ts'

const dayMs = 86_400_000
/** The most labels that are counted. */
const maxLabels = 100

const countIf = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})`

/**
 * Counts the clients of an organization by how far they are behind, and the agents that carry each label (behavior:
 * Fleet).
 *
 * @throws 404 for an organization that is not the caller's.
 */
export async function summarizeFleet(ctx: Ctx, reference: OrganizationReference) {
  const orgId = await resolveOrganization(ctx, reference)
  await refreshVersions(ctx, orgId)
  const since = new Date(ctx.now().getTime() - dayMs).toISOString()
  const counts = clientsOf(ctx.db, orgId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('clients'))
    .select([
      countIf(sql`clients.last_seen_at >= ${since}`).as('clients_in_24h'),
      countIf(sql`${behind} = 0`).as('current'),
      countIf(sql`${behind} > 0`).as('behind'),
      sql<number>`coalesce(max(${behind}), 0)`.as('furthest_behind'),
      countIf(isOfKind(sql`'cli'`)).as('cli'),
      countIf(isOfKind(sql`'sdk'`)).as('sdk'),
      countIf(isOfKind(sql`'mcp'`)).as('mcp'),
    ])
  const [row] = await ctx.heavyReads.scan(ctx, orgId, counts.compile())
  const agents = await ctx.db
    .selectFrom('agents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const { cli, sdk, mcp, ...clients } = row!
  return { agents: agents.count, ...clients, kinds: { cli, sdk, mcp }, labels: await countLabels(ctx, orgId) }
}

async function countLabels(ctx: Ctx, orgId: string) {
  const isStale = sql`version <> live_version and behind > 0 and moved_at < ${staleBefore(ctx.now()).toISOString()}`
  const labels = ctx.db
    .selectFrom(labelsOf(ctx.db, orgId).as('labels'))
    .select(({ fn }) => ['label', fn.countAll<number>().as('agents'), countIf(isStale).as('stale')])
    .groupBy('label')
    .orderBy('agents', 'desc')
    .orderBy('label')
    .limit(maxLabels)
  return ctx.heavyReads.scan(ctx, orgId, labels.compile())
}
