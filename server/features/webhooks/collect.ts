import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import type { WebhookEvent } from '#core/domain/requests/webhook-events.ts'
import type { Content } from '../../db/audit/entry.ts'
import { forUpdateSkipLocked } from '../../db/locks.ts'
import type { AuditEntryRow, Tables, Webhook } from '../../db/tables.ts'
import { chunks } from '../../db/values.ts'
import type { Deps } from '../../deps.ts'
import { type AuditHead, auditHead, payloadOf } from './payload.ts'

/**
 * Makes deliveries of what the audit log tells: it has every change without a gap, so no verb has to know of webhooks,
 * and no event is lost when a process dies. The log itself is the queue of a receiver that falls behind.
 */

/** How many entries, and how many agents of a changed layer, are gone through at a time. */
const maxEntries = 500
const maxAgents = 500
/** A webhook with so many deliveries waiting gets no more for now. */
const maxWaiting = 10_000
const dayMs = 86_400_000

type Delivery = Insertable<Tables['webhook_deliveries']>

interface Event {
  type: WebhookEvent
  agentId: string | null
  subjectId: string | null
  data: Record<string, unknown>
}

/** Whether a webhook has no delivery of a job, in a query of jobs. */
const isUntold = (webhookId: RawBuilder<unknown>) => sql<boolean>`not exists (
  select 1 from webhook_deliveries as told
  where told.org_id = jobs.org_id and told.webhook_id = ${webhookId} and told.subject_id = jobs.id)`

/** Returns the webhooks for which there are entries or ended jobs that they have not seen. */
export async function webhooksBehind({ db, now }: Deps): Promise<Pick<Webhook, 'org_id' | 'id'>[]> {
  const since = new Date(now().getTime() - dayMs).toISOString()
  return db
    .selectFrom('webhooks')
    .leftJoin('audit_heads', 'audit_heads.org_id', 'webhooks.org_id')
    .select(['webhooks.org_id', 'webhooks.id'])
    .where('webhooks.enabled', '=', true)
    .where(({ eb, or, exists, selectFrom, ref }) =>
      or([
        eb('audit_heads.seq', '>', ref('webhooks.last_seq')),
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.org_id', '=', 'webhooks.org_id')
            .where('jobs.finished_at', '>=', since)
            .whereRef('jobs.finished_at', '>=', 'webhooks.created_at')
            .where(sql<boolean>`cast(webhooks.events as text) like '%"job.' || jobs.status || '"%'`)
            .where((job) =>
              job.or([job('webhooks.agent_id', 'is', null), job('webhooks.agent_id', '=', job.ref('jobs.agent_id'))]),
            )
            .where(isUntold(sql.ref('webhooks.id'))),
        ),
      ]),
    )
    .execute()
}

/**
 * Makes the next deliveries of one webhook. Returns false for one that gets none now: it is off, has too many waiting, or
 * another process collects for it.
 */
export function collectEvents(deps: Deps, orgId: string, id: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const found = trx.selectFrom('webhooks').selectAll().where('org_id', '=', orgId).where('id', '=', id)
    const webhook = await forUpdateSkipLocked(trx)(found).executeTakeFirst()
    if (!webhook?.enabled || (await isFull(trx, webhook))) return false
    const jobs = await endedJobs(trx, webhook, deps.now())
    const entries = await nextEntries(trx, webhook)
    const head = await auditHead(trx, orgId)
    if (entries.length === 0) {
      await insert(trx, webhook, jobs, head, deps.now())
      return true
    }
    const agents = await changedAgents(trx, webhook, entries)
    const isWhole = agents.length < maxAgents
    const lastSeq = entries.at(-1)!.seq
    const events = [...jobs, ...promptEvents(agents, entries), ...(isWhole ? entries.flatMap(eventsOf) : [])]
    await insert(trx, webhook, events, head, deps.now())
    await trx
      .updateTable('webhooks')
      .set(
        isWhole
          ? { last_seq: lastSeq, layer_seq: null, layer_agent_id: null }
          : { layer_seq: lastSeq, layer_agent_id: agents.at(-1)!.id },
      )
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute()
    return true
  })
}

async function isFull(trx: Transaction<Tables>, { org_id, id }: Webhook): Promise<boolean> {
  const last = await trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('org_id', '=', org_id)
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .offset(maxWaiting - 1)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}

/** The next entries; while the agents of a layer are gone through, the same ones again. */
const nextEntries = (trx: Transaction<Tables>, { org_id, last_seq, layer_seq }: Webhook): Promise<AuditEntryRow[]> =>
  trx
    .selectFrom('audit_log')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('seq', '>', last_seq)
    .$if(layer_seq !== null, (query) => query.where('seq', '<=', layer_seq!))
    .orderBy('seq')
    .limit(maxEntries)
    .execute()

/** The agents whose prompts the entries touch, in the order of their ids. */
async function changedAgents(
  trx: Transaction<Tables>,
  { org_id, events, agent_id, layer_agent_id }: Webhook,
  entries: readonly AuditEntryRow[],
) {
  const layers = [...new Set(entries.flatMap(({ layer_id }) => layer_id ?? []))]
  if (layers.length === 0 || !events.includes('prompt.changed')) return []
  return trx
    .selectFrom('agents')
    .select(['id', 'group_id'])
    .where('org_id', '=', org_id)
    .$if(agent_id !== null, (query) => query.where('id', '=', agent_id!))
    .$if(layer_agent_id !== null, (query) => query.where('id', '>', layer_agent_id!))
    .$if(!layers.includes(org_id), (query) =>
      query.where((eb) => eb.or([eb('id', 'in', layers), eb('group_id', 'in', layers)])),
    )
    .orderBy('id')
    .limit(maxAgents)
    .execute()
}

function promptEvents(
  agents: readonly { id: string; group_id: string | null }[],
  entries: readonly AuditEntryRow[],
): Event[] {
  const lastOf = new Map<string | null, number>(entries.map(({ layer_id, seq }) => [layer_id, seq]))
  return agents.map(({ id, group_id }) => {
    const orgId = entries[0]!.org_id
    const seqs = [id, group_id, orgId].flatMap((layer) => (layer === null ? [] : (lastOf.get(layer) ?? [])))
    return { type: 'prompt.changed', agentId: id, subjectId: id, data: { agent_id: id, audit_seq: Math.max(...seqs) } }
  })
}

const typeOfAction: Partial<Record<string, WebhookEvent>> = {
  'change_request.create': 'change_request.opened',
  'change_request.merge': 'change_request.merged',
  'change_request.close': 'change_request.closed',
  'label.move': 'label.moved',
}

/** The events of one entry besides those of prompts. */
function eventsOf({ seq, action, target_id, agent_id, group_id, content }: AuditEntryRow): Event[] {
  const { after } = (content === null ? { after: null } : JSON.parse(content)) as Pick<Content, 'after'>
  const about = { agent_id, audit_seq: seq }
  const known = typeOfAction[action]
  if (known === 'label.moved') {
    const data = { ...about, label: after?.label ?? null, version: after?.to_version ?? null }
    return [{ type: known, agentId: agent_id, subjectId: target_id, data }]
  }
  if (known)
    return [{ type: known, agentId: agent_id, subjectId: target_id, data: { ...about, change_request_id: target_id } }]
  const kind = /^(belief|responsibility)\.create$/.exec(action)?.[1]
  if (!kind || after?.status !== 'pending') return []
  const data = { ...about, group_id, kind, item_id: target_id }
  return [{ type: 'proposal.created', agentId: agent_id, subjectId: target_id, data }]
}

/** Jobs are not in the audit log: those that ended and have no delivery yet. */
async function endedJobs(
  trx: Transaction<Tables>,
  { org_id, id, events, agent_id, created_at }: Webhook,
  now: Date,
): Promise<Event[]> {
  const statuses = (['completed', 'failed'] as const).filter((status) => events.includes(`job.${status}`))
  if (statuses.length === 0) return []
  const since = new Date(now.getTime() - dayMs).toISOString()
  const jobs = await trx
    .selectFrom('jobs')
    .select(['id', 'type', 'status', 'agent_id', 'finished_at'])
    .where('org_id', '=', org_id)
    .where('finished_at', '>=', created_at > since ? created_at : since)
    .where('status', 'in', statuses)
    .$if(agent_id !== null, (query) => query.where('agent_id', '=', agent_id!))
    .where(isUntold(sql.val(id)))
    .orderBy('finished_at')
    .limit(maxEntries)
    .execute()
  return jobs.map(
    ({ id: job_id, type: job_type, status, agent_id }): Event => ({
      type: status === 'completed' ? 'job.completed' : 'job.failed',
      agentId: agent_id,
      subjectId: job_id,
      data: { agent_id, job_id, job_type, status },
    }),
  )
}

async function insert(trx: Transaction<Tables>, webhook: Webhook, events: Event[], head: AuditHead, now: Date) {
  const { org_id, id: webhook_id, events: wanted, agent_id } = webhook
  const at = now.toISOString()
  const rows = events
    .filter(({ type, agentId }) => wanted.includes(type) && (agent_id === null || agentId === agent_id))
    .map(
      ({ type, agentId, subjectId, data }): Delivery => ({
        org_id,
        id: newId(),
        webhook_id,
        type,
        lane_id: agentId ?? webhook_id,
        subject_id: subjectId,
        payload: payloadOf(type, at, { org_id, ...data }, head),
        status: 'pending',
        due_at: at,
        retried_since: at,
        created_at: at,
      }),
    )
  for (const chunk of chunks(rows)) await trx.insertInto('webhook_deliveries').values(chunk).execute()
}
