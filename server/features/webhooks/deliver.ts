import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { Webhook as Signer } from 'standardwebhooks'
import { version } from '#core/base/version.ts'
import { retriedMs, secondsToRetry } from '#core/domain/requests/webhook-events.ts'
import type { Tables, Webhook, WebhookDelivery } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { PostAnswer } from '../../outside/web/post.ts'
import { webhookSecretData } from '../connections/webhook-secrets.ts'

/** Sends deliveries, at least once each: a process that dies leaves them for another one (behavior: Webhooks). */

/** Longer than an attempt may take. */
const leaseMs = 30_000
/** How many deliveries one process sends at a time, and how many of them for one organization. */
const slots = 16
const slotsOfOrganization = 2
const keptDays = 30
const dayMs = 86_400_000

type Due = Pick<WebhookDelivery, 'org_id' | 'id'>

/**
 * Returns the deliveries whose turn it is: the first one of each lane, and of each organization as many as it has free
 * slots. Organizations take turns.
 */
async function dueDeliveries({ db, now }: Deps, running: ReadonlyMap<string, number>): Promise<Due[]> {
  const { rows } = await sql<Due & { turn: number }>`
    select org_id, id, turn from (
      select delivery.org_id, delivery.id,
        row_number() over (partition by delivery.org_id order by delivery.due_at, delivery.id) as turn
      from webhook_deliveries as delivery
      join webhooks on webhooks.org_id = delivery.org_id and webhooks.id = delivery.webhook_id and webhooks.enabled
      where delivery.status = 'pending' and delivery.due_at <= ${now().toISOString()}
        and not exists (
          select 1 from webhook_deliveries as earlier
          where earlier.org_id = delivery.org_id and earlier.webhook_id = delivery.webhook_id
            and earlier.lane_id = delivery.lane_id and earlier.status = 'pending' and earlier.id < delivery.id
        )
    ) as due
    where turn <= ${sql.lit(slots)} order by turn, id limit ${sql.lit(slots * 4)}`.execute(db)
  return rows.filter(({ org_id, turn }) => turn <= slotsOfOrganization - (running.get(org_id) ?? 0))
}

/** Sends due deliveries in the background, as many as there are slots. */
export class Sender {
  readonly #deps: Deps
  readonly #signal: AbortSignal
  readonly #running = new Map<string, number>()
  readonly #attempts = new Set<Promise<void>>()

  constructor(deps: Deps, signal: AbortSignal) {
    this.#deps = deps
    this.#signal = signal
  }

  /** Begins what is due. Returns how many. */
  async begin(): Promise<number> {
    if (this.#attempts.size >= slots) return 0
    const due = (await dueDeliveries(this.#deps, this.#running)).slice(0, slots - this.#attempts.size)
    for (const delivery of due) {
      const count = (change: number) =>
        this.#running.set(delivery.org_id, (this.#running.get(delivery.org_id) ?? 0) + change)
      count(1)
      const attempt = attemptDelivery(this.#deps, delivery, this.#signal)
        .catch((error) => {
          if (!this.#signal.aborted) this.#deps.log.warn({ err: error }, 'a webhook delivery was interrupted')
        })
        .finally(() => {
          count(-1)
          if (this.#running.get(delivery.org_id) === 0) this.#running.delete(delivery.org_id)
          this.#attempts.delete(attempt)
        })
      this.#attempts.add(attempt)
    }
    return due.length
  }

  /** Waits until one of the attempts in progress ends, at most `maxMs`. */
  async untilOneEnds(maxMs: number): Promise<void> {
    const isOver = new AbortController()
    const signal = AbortSignal.any([isOver.signal, this.#signal])
    await Promise.race([...this.#attempts, sleep(maxMs, undefined, { signal }).catch(() => {})])
    isOver.abort()
  }

  /** Waits for the attempts in progress. */
  async settle(): Promise<void> {
    await Promise.all(this.#attempts)
  }
}

async function attemptDelivery(deps: Deps, { org_id, id }: Due, signal: AbortSignal): Promise<void> {
  const { db, now } = deps
  const at = now()
  const claimed = await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({ due_at: new Date(at.getTime() + leaseMs).toISOString(), attempts: eb('attempts', '+', 1) }))
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('due_at', '<=', at.toISOString())
    .returningAll()
    .executeTakeFirst()
  if (!claimed) return
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('id', '=', claimed.webhook_id)
    .executeTakeFirst()
  if (!webhook) return
  const answer = await send(deps, webhook, claimed, signal)
  await db.transaction().execute((trx) => note(trx, deps, webhook, claimed, answer))
}

async function send(
  { secrets, webPost, now }: Deps,
  webhook: Webhook,
  { id, payload }: WebhookDelivery,
  signal: AbortSignal,
): Promise<PostAnswer> {
  let signer: Signer
  try {
    signer = new Signer(secrets.decrypt(webhook.secret, webhookSecretData(webhook)))
  } catch {
    const error = 'The secret was encrypted with another SECRET_KEY; delete the webhook and create it again'
    return { status: null, error, retryAfterSeconds: undefined }
  }
  const at = now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': `agent-identity-service/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signer.sign(id, at, payload),
  }
  return webPost.post(webhook.url, headers, payload, signal)
}

/** Notes the outcome of an attempt, unless another process took the delivery over. */
async function note(
  trx: Transaction<Tables>,
  { now }: Deps,
  { failing_since }: Webhook,
  { org_id, id, webhook_id, attempts, retried_since }: WebhookDelivery,
  { status: response_status, error, retryAfterSeconds }: PostAnswer,
): Promise<void> {
  const time = now().getTime()
  const at = new Date(time).toISOString()
  const isLast = time - Date.parse(retried_since) >= retriedMs
  const outcome =
    error === null
      ? { status: 'delivered' as const, delivered_at: at }
      : isLast
        ? { status: 'failed' as const }
        : { due_at: new Date(time + secondsToRetry(attempts, retryAfterSeconds) * 1000).toISOString() }
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set({ ...outcome, response_status, error })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const isGone = response_status === 410
  const failsTooLong = failing_since !== null && time - Date.parse(failing_since) >= retriedMs
  const disabled_reason = isGone ? 'The address answered 410: it is gone' : 'Every delivery failed for three days'
  const webhook = trx.updateTable('webhooks').where('org_id', '=', org_id).where('id', '=', webhook_id)
  if (error === null) {
    if (failing_since !== null) await webhook.set({ failing_since: null }).execute()
  } else if (isGone || failsTooLong) {
    await webhook.set({ enabled: false, disabled_reason, failing_since: failing_since ?? at }).execute()
  } else if (failing_since === null) await webhook.set({ failing_since: at }).execute()
}

export async function deleteOldDeliveries(trx: Transaction<Tables>, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * dayMs).toISOString()
  await trx.deleteFrom('webhook_deliveries').where('created_at', '<', oldest).where('status', '<>', 'pending').execute()
}
