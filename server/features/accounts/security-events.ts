import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import type { SecurityEventName } from '#core/domain/requests/security-events.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'

/** How many events `GET /account` lists (behavior: Accounts), and the most that are stored. */
const listedEvents = 20
const storedEvents = 200

export interface SecurityEvent {
  /** The account that is notified. */
  userId: string
  what: SecurityEventName
  /** The actor, in words: `session`, `key ending in x7Qa`, `reset link`. */
  by: string
  ip: string | null
  at: Date
}

/** Records that an account's credentials changed, in the transaction that changes them. */
export async function recordSecurityEvent(trx: Transaction<Tables>, { userId, at, ...event }: SecurityEvent) {
  const id = newId()
  await trx
    .insertInto('security_events')
    .values({ id, user_id: userId, at: at.toISOString(), ...event })
    .execute()
  await trx
    .deleteFrom('security_events')
    .where('user_id', '=', userId)
    .where('id', '<', (eb) =>
      eb
        .selectFrom('security_events')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .offset(storedEvents - 1)
        .limit(1),
    )
    .execute()
}

/** Actor, address and time of an event that the caller of a request causes. */
export const causeOf = ({ caller, ip, now }: Ctx) => ({
  by: caller.kind === 'key' ? `key ending in ${caller.keyHint}` : 'session',
  ip: ip ?? null,
  at: now(),
})

/** Cause of a change that an owner makes to another account, whose user must not mistake it for their own. */
export const byOwner = (ctx: Ctx) => ({ ...causeOf(ctx), by: 'an owner of the organization', ip: null })

/** Lists the latest events, newest first. */
export const listSecurityEvents = ({ db }: Pick<Ctx, 'db'>, userId: string) =>
  db
    .selectFrom('security_events')
    .select(['at', 'what', 'by', 'ip'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(listedEvents)
    .execute()
