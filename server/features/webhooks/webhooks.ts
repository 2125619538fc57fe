import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { badRequest, conflict, notFound } from '#core/base/errors.ts'
import type { Page } from '#core/domain/requests/page.ts'
import { testEvent, type WebhookEvent } from '#core/domain/requests/webhook-events.ts'
import { beginChange } from '../../db/change.ts'
import type { Database } from '../../db/connect.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Tables, Webhook, WebhookDelivery } from '../../db/tables.ts'
import { json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { requireOwner } from '../accounts/members.ts'
import { newWebhookSecret, webhookSecretData } from '../connections/webhook-secrets.ts'
import { auditHead, payloadOf } from './payload.ts'

/** The receivers of an organization's events, which its owners manage (behavior: Webhooks). */

/** The most webhooks of one organization. */
const maxWebhooks = 20

export interface NewWebhook {
  url: string
  events: WebhookEvent[]
  agent_id?: string | null
}

/** A webhook as it is answered, without its secret. */
const webhookFields = ({ secret, last_seq, layer_seq, layer_agent_id, ...webhook }: Webhook) => webhook

const deliveryFields = ({ org_id, lane_id, subject_id, retried_since, payload, ...delivery }: WebhookDelivery) => ({
  ...delivery,
  payload: JSON.parse(payload) as Record<string, unknown>,
})

export async function listWebhooks(ctx: Ctx, orgId: string) {
  const webhooks = await ctx.db.selectFrom('webhooks').selectAll().where('org_id', '=', orgId).orderBy('id').execute()
  return { data: webhooks.map(webhookFields), count: webhooks.length }
}

/** @throws 404 for a webhook of another organization. */
async function findWebhook({ db }: Ctx, orgId: string, id: string): Promise<Webhook> {
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!webhook) throw notFound('Webhook')
  return webhook
}

/** Creates a webhook, which gets the events from now on. The secret is only in this answer. */
export async function createWebhook(ctx: Ctx, orgId: string, { url, events, agent_id = null }: NewWebhook) {
  await requireOwner(ctx, orgId)
  const id = newId()
  const secret = newWebhookSecret()
  const created_at = ctx.now().toISOString()
  const address = ctx.webPost.checkAddress(url, 'url')
  const webhook = await ctx.db.transaction().execute(async (trx) => {
    await forNoKeyUpdate(trx)(trx.selectFrom('organizations').select('id').where('id', '=', orgId)).execute()
    const others = await trx.selectFrom('webhooks').select('id').where('org_id', '=', orgId).execute()
    if (others.length >= maxWebhooks)
      throw conflict(`An organization can have at most ${maxWebhooks} webhooks; delete one first`, 'limit_reached')
    if (agent_id !== null) {
      const agent = trx.selectFrom('agents').select('id').where('org_id', '=', orgId).where('id', '=', agent_id)
      if (!(await agent.executeTakeFirst())) throw notFound('Agent')
    }
    const { seq } = await auditHead(trx, orgId)
    return trx
      .insertInto('webhooks')
      .values({
        org_id: orgId,
        id,
        url: address,
        events: json([...new Set(events)]),
        agent_id,
        secret: ctx.secrets.encrypt(secret, webhookSecretData({ org_id: orgId, id })),
        last_seq: seq,
        created_by: ctx.caller.userId,
        created_at,
        updated_at: created_at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { ...webhookFields(webhook), secret }
}

export interface WebhookChange {
  url?: string
  events?: WebhookEvent[]
  enabled?: boolean
}

/**
 * Locks a webhook for a change. Returns its new `updated_at`.
 *
 * @throws 404, or 412 in another state than expected.
 */
async function lockWebhook(ctx: Ctx, trx: Transaction<Tables>, orgId: string, id: string): Promise<string> {
  const state = trx.selectFrom('webhooks').select('updated_at').where('org_id', '=', orgId).where('id', '=', id)
  const updated_at = await beginChange(ctx, trx, state)
  if (updated_at === undefined) throw notFound('Webhook')
  return updated_at
}

/**
 * Changes a webhook. One that is switched on again gets what waited for it, and the events since.
 *
 * @throws 404, or 412 in another state than expected.
 */
export async function updateWebhook(ctx: Ctx, orgId: string, id: string, { url, events, enabled }: WebhookChange) {
  await requireOwner(ctx, orgId)
  if (url === undefined && events === undefined && enabled === undefined)
    throw badRequest('url, events or enabled is required')
  const address = url === undefined ? undefined : ctx.webPost.checkAddress(url, 'url')
  const webhook = await ctx.db.transaction().execute(async (trx) => {
    const updated_at = await lockWebhook(ctx, trx, orgId, id)
    const changed = await trx
      .updateTable('webhooks')
      .set({
        ...(address !== undefined && { url: address }),
        ...(events !== undefined && { events: json([...new Set(events)]) }),
        ...(enabled !== undefined && { enabled, failing_since: null }),
        ...(enabled && { disabled_reason: null }),
        updated_at,
      })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const now = ctx.now().toISOString()
    // Attempts begin again, and with them the days for which they are made.
    if (enabled)
      await trx
        .updateTable('webhook_deliveries')
        .set({ due_at: now, retried_since: now, attempts: 0 })
        .where('org_id', '=', orgId)
        .where('webhook_id', '=', id)
        .where('status', '=', 'pending')
        .execute()
    return changed
  })
  return webhookFields(webhook)
}

/** @throws 404, or 412 in another state than expected. */
export async function deleteWebhook(ctx: Ctx, orgId: string, id: string): Promise<void> {
  await requireOwner(ctx, orgId)
  await ctx.db.transaction().execute(async (trx) => {
    await lockWebhook(ctx, trx, orgId, id)
    await trx.deleteFrom('webhooks').where('org_id', '=', orgId).where('id', '=', id).execute()
  })
}

/** Sends a test event, whatever the webhook subscribes to. @throws 409 while it is off. */
export async function testWebhook(ctx: Ctx, orgId: string, id: string) {
  await requireOwner(ctx, orgId)
  requireOn(await findWebhook(ctx, orgId, id))
  const at = ctx.now().toISOString()
  const head = await auditHead(ctx.db, orgId)
  const delivery = await ctx.db
    .insertInto('webhook_deliveries')
    .values({
      org_id: orgId,
      id: newId(),
      webhook_id: id,
      type: testEvent,
      lane_id: newId(),
      payload: payloadOf(testEvent, at, { org_id: orgId, webhook_id: id }, head),
      status: 'pending',
      due_at: at,
      retried_since: at,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return deliveryFields(delivery)
}

/** Lists what was sent and what waits, the newest first. */
export async function listDeliveries(ctx: Ctx, orgId: string, id: string, page: Page) {
  await findWebhook(ctx, orgId, id)
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('org_id', '=', parameter('org_id'))
      .where('webhook_id', '=', parameter('webhook_id'))
  const list = { name: 'deliveries', values: { org_id: orgId, webhook_id: id }, order: [descending('id', 'id')], query }
  return listPage(ctx, list, page, async (deliveries: WebhookDelivery[]) => deliveries.map(deliveryFields))
}

/** Sends a delivery again, under its own id. @throws 409 while the webhook is off. */
export async function redeliver(ctx: Ctx, orgId: string, webhookId: string, id: string) {
  await requireOwner(ctx, orgId)
  requireOn(await findWebhook(ctx, orgId, webhookId))
  const at = ctx.now().toISOString()
  const delivery = await ctx.db
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', attempts: 0, due_at: at, retried_since: at, error: null })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!delivery) throw notFound('Delivery')
  return deliveryFields(delivery)
}

function requireOn({ enabled }: Webhook): void {
  if (!enabled) throw conflict('The webhook is switched off; send {"enabled": true} to it first')
}
