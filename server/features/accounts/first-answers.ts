import type { Transaction } from 'kysely'
import { AppError, conflict, requestRunning } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import type { OnceOnly } from '#core/domain/audit/origin.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import type { Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'

/** The answer to a request, as it is sent. */
export interface FirstAnswer {
  status: number
  headers: Record<string, string>
  /** Null for an answer that is not kept: it shows a secret, is large, or was a failure after a change. */
  body: Uint8Array | null
}

/** How long a repetition gets the first answer (behavior: Idempotency). */
const keptMs = 86_400_000
/** How long after the change the answer of another process is waited for; the answer of a process that died never comes. */
const answerMs = 60_000

/**
 * Identifies a request by its `Idempotency-Key` among those of its credential. The key is part of both hashes, so that a
 * password in a body cannot be guessed from what is stored.
 */
export const onceOnlyOf = (credentialHash: string, key: string, request: string): OnceOnly => ({
  id: sha256(`${credentialHash} ${key}`),
  requestHash: sha256(`${credentialHash} ${key} ${request}`),
  isRecorded: false,
})

/**
 * Returns the first answer to a request, or undefined if there was none.
 *
 * @param isDeletion whether the answer may be repeated to a caller who lost access, as a deletion can cause.
 * @throws 409 while the first request runs, and where its answer is not kept or was lost; 422 if it was another request.
 */
export async function findFirstAnswer(
  { db, now }: Deps,
  caller: Caller,
  { id, requestHash }: OnceOnly,
  isDeletion: boolean,
): Promise<FirstAnswer | undefined> {
  const row = await db.selectFrom('first_answers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  if (row.created_at <= oldest(now())) {
    await db.deleteFrom('first_answers').where('id', '=', id).where('created_at', '=', row.created_at).execute()
    return undefined
  }
  if (row.request_hash !== requestHash)
    throw new AppError('key_reused', 'Idempotency-Key was sent with another request before; use a new one')
  if (row.status === null && now().getTime() - Date.parse(row.created_at) < answerMs) throw requestRunning()
  if (row.status === null)
    throw conflict('This request made its change, and its answer was lost; read what it changed', 'answer_not_kept')
  const orgIds: string[] = JSON.parse(row.org_ids!)
  const hasAccess = isDeletion || orgIds.every((orgId) => caller.orgIds.includes(orgId))
  if (row.body === null || !hasAccess)
    throw conflict('This request was carried out, and its answer is not kept; read what it changed', 'answer_not_kept')
  return { status: row.status, headers: JSON.parse(row.headers!), body: row.body }
}

/**
 * Keeps the answer to a request. Returns false for one that changed nothing while a twin did in another process: its
 * answer may be about what the twin changed.
 */
export async function keepFirstAnswer(
  { db, now }: Deps,
  caller: Caller,
  request: OnceOnly,
  { status, headers, body }: FirstAnswer,
): Promise<boolean> {
  const answer = { status, headers: JSON.stringify(headers), body, org_ids: JSON.stringify(caller.orgIds) }
  const { id, requestHash: request_hash, isRecorded } = request
  request.isRecorded = true
  if (isRecorded) {
    await db.updateTable('first_answers').set(answer).where('id', '=', id).execute()
    return true
  }
  const added = await db
    .insertInto('first_answers')
    .values({ id, request_hash, created_at: now().toISOString(), ...answer })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function deleteOldAnswers(trx: Transaction<Tables>, now: Date): Promise<void> {
  await trx.deleteFrom('first_answers').where('created_at', '<=', oldest(now)).execute()
}

const oldest = (now: Date) => new Date(now.getTime() - keptMs).toISOString()
