import type { ContentSourceType } from '#core/domain/sources/content-platforms.ts'
import type { Ctx } from '../../server/deps.ts'
import { cleanContents } from '../../server/features/content/cleaning.ts'
import { saveContent } from '../../server/features/content/content-items.ts'
import { runDueJobs } from '../../server/jobs/worker.ts'
import type { Service, Tenant } from './service.ts'

/** Shared by tests of discovery: meaningful content, and complete runs. */

const day = 86_400_000

/** Sentences that the built-in engine reads as one habit in varied words. */
export const testsFirst = [
  'I always write tests before I change the code.',
  'I always write tests before changing code.',
  'I always write the tests before I change any code.',
  'I always write tests before I change code.',
]

/** Imports texts as content of an agent, a day apart, the first one oldest; returns their ids in that order. */
export async function importContent(
  { deps }: Pick<Service, 'deps'>,
  tenant: Tenant,
  agentId: string,
  texts: string[],
  { type = 'substack_post' as ContentSourceType, prefix = 'post', daysAgo = 0 } = {},
): Promise<string[]> {
  const now = deps.now()
  const today = Math.floor(now.getTime() / day) * day
  const contents = await cleanContents(
    texts.map((content, at) => ({
      agent_id: agentId,
      source_id: null,
      source_type: type,
      external_id: `${prefix}-${at}`,
      title: null,
      url: null,
      author: null,
      content,
      metadata: {},
      published_at: new Date(today - (daysAgo + texts.length - at) * day).toISOString(),
    })),
    { org_id: tenant.orgId },
  )
  await deps.db.transaction().execute((trx) => saveContent(trx, tenant.orgId, contents, now, 'key'))
  const rows = await deps.db
    .selectFrom('content_items')
    .select(['id', 'external_id'])
    .where('agent_id', '=', agentId)
    .execute()
  return texts.map((_, at) => rows.find(({ external_id }) => external_id === `${prefix}-${at}`)!.id)
}

/** Runs discovery for an agent to its end and returns the job. */
export async function discover(service: Pick<Service, 'deps'>, tenant: Tenant, agentId: string, body: object = {}) {
  const { body: answer } = await tenant.post('/pbd/process', { agentId, ...body })
  await runDueJobs(service.deps)
  return (await tenant.get(`/jobs/${answer.jobId}`)).body
}

/** Everything that discovery has created for an agent, without ids and times: two equal runs give the same. */
export async function discovered({ deps }: { deps: Pick<Ctx, 'db'> }, agentId: string) {
  const signals = await deps.db
    .selectFrom('signals')
    .select(['id', 'kind', 'category', 'statement', 'n_count', 'promoted'])
    .where('agent_id', '=', agentId)
    .orderBy('id')
    .execute()
  const observations = await deps.db
    .selectFrom('observations')
    .innerJoin('content_items', 'content_items.id', 'observations.content_item_id')
    .select(['content_items.external_id', 'signal_id', 'observations.statement', 'quote'])
    .where('observations.agent_id', '=', agentId)
    .orderBy('external_id')
    .orderBy('quote')
    .execute()
  const items = await deps.db
    .selectFrom('items')
    .select(['id', 'kind', 'category', 'statement', 'status', 'hidden', 'n_count'])
    .where('agent_id', '=', agentId)
    .orderBy('statement')
    .execute()
  const sources = await deps.db
    .selectFrom('item_sources')
    .innerJoin('items', 'items.id', 'item_sources.item_id')
    .select(['item_id', 'quote'])
    .where('items.agent_id', '=', agentId)
    .orderBy('quote')
    .execute()
  const positions = new Map(signals.map(({ id }, at) => [id, at]))
  return {
    signals: signals.map(({ id, ...signal }) => signal),
    observations: observations.map(({ signal_id, ...observation }) => ({
      ...observation,
      signal: positions.get(signal_id),
    })),
    items: items.map(({ id, ...item }) => ({
      ...item,
      quotes: sources.flatMap(({ item_id, quote }) => (item_id === id ? [quote] : [])),
    })),
    unread: await deps.db
      .selectFrom('content_items')
      .select('external_id')
      .where('agent_id', '=', agentId)
      .where('processed_at', 'is', null)
      .execute(),
  }
}
