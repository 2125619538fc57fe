import { notFound } from '#core/base/errors.ts'
import { kindNames, kinds } from '#core/domain/kinds.ts'
import type { Database } from '../../db/connect.ts'
import { jobFields } from '../jobs/fields.ts'

/** A limit above the number of jobs that one organization can run at a time. */
const maxRunningJobs = 100

/** Returns the organization at a glance (behavior: Membership). */
export async function summarizeOrganization(db: Database, orgId: string) {
  const [organization, groups, agents, sources, contentItems, ownItems, runningJobs] = await Promise.all([
    db.selectFrom('organizations').select(['id', 'name', 'slug']).where('id', '=', orgId).executeTakeFirst(),
    db
      .selectFrom('groups')
      .leftJoin('agents', (join) =>
        join.onRef('agents.org_id', '=', 'groups.org_id').onRef('agents.group_id', '=', 'groups.id'),
      )
      .select(({ fn }) => ['groups.id', 'groups.name', fn.count<number>('agents.id').as('agent_count')])
      .where('groups.org_id', '=', orgId)
      .groupBy(['groups.id', 'groups.name', 'groups.display_order'])
      .orderBy('groups.display_order')
      .orderBy('groups.name')
      .orderBy('groups.id')
      .execute(),
    db
      .selectFrom('agents')
      .leftJoin('items', (join) =>
        join.onRef('items.org_id', '=', 'agents.org_id').onRef('items.owner_id', '=', 'agents.id'),
      )
      .select(({ fn }) => [
        'agents.id',
        'agents.name',
        ...kindNames.map((kind) =>
          fn
            .count<number>('items.id')
            .filterWhere('items.kind', '=', kind)
            .filterWhere('items.hidden', '=', false)
            .as(`${kind}_count` as const),
        ),
        ...kindNames.map((kind) =>
          fn
            .count<number>('items.id')
            .filterWhere('items.kind', '=', kind)
            .filterWhere('items.status', '=', 'pending')
            .as(`pending_${kind}` as const),
        ),
      ])
      .where('agents.org_id', '=', orgId)
      .groupBy(['agents.id', 'agents.name'])
      .orderBy('agents.name')
      .orderBy('agents.id')
      .execute(),
    db.selectFrom('content_sources').select(['id', 'platform']).where('org_id', '=', orgId).orderBy('id').execute(),
    db
      .selectFrom('content_items')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('org_id', '=', orgId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('items')
      .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
      .where('org_id', '=', orgId)
      .where('owner_id', '=', orgId)
      .where('hidden', '=', false)
      .groupBy('kind')
      .execute(),
    db
      .selectFrom('jobs')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('status', '=', 'running')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxRunningJobs)
      .execute(),
  ])
  if (!organization) throw notFound('Organization')
  return {
    organization,
    organization_items: Object.fromEntries(
      kindNames.map((kind) => [kinds[kind].plural, ownItems.find((own) => own.kind === kind)?.count ?? 0]),
    ),
    groups,
    agents: agents.map(({ pending_belief, pending_responsibility, ...agent }) => ({
      ...agent,
      pending: { beliefs: pending_belief, responsibilities: pending_responsibility },
    })),
    running_jobs: runningJobs.map(jobFields),
    content_sources: sources.map((source) => ({ ...source, scope: 'agent' })),
    content_items_count: contentItems.count,
    counts: {
      agents: agents.length,
      groups: groups.length,
      content_sources: sources.length,
      content_items: contentItems.count,
    },
  }
}

/** Finds the agent that the summary lists first. */
export const firstAgent = (db: Database, orgId: string) =>
  db
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .orderBy('name')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
