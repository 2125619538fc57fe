import type { Kysely, Transaction, TransactionBuilder } from 'kysely'
import { monotonicMs } from '#core/base/clock.ts'
import { noteWait } from '#core/base/waits.ts'

/**
 * Runs a transaction again that PostgreSQL rolled back in favor of a concurrent one. Nothing of it was written, so the
 * client should not have to send it again. Callbacks of transactions therefore change nothing but the database.
 */

/** A deadlock, and a transaction that cannot be put in order with the concurrent ones. */
const codes = ['40P01', '40001']

/** Each attempt begins when the other transaction has its locks; meeting further ones again and again is unlikely. */
const maxAttempts = 3

export const isRolledBack = (error: unknown) => codes.includes(String((error as { code?: unknown } | null)?.code))

/** @throws the error of the last attempt. */
export async function repeatWhenRolledBack<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    const startedAt = monotonicMs()
    try {
      return await attempt()
    } catch (error) {
      if (!isRolledBack(error) || attempts === maxAttempts) throw error
      noteWait('deadlock', startedAt)
    }
  }
}

/** Makes the transactions of a database, with whatever plugins, run again when they were rolled back. */
export function withRepeatedTransactions<Tables>(db: Kysely<Tables>): Kysely<Tables> {
  const { transaction, withPlugin, withoutPlugins } = db
  return Object.assign(db, {
    transaction: () => repeated<Tables>(transaction.call(db)),
    withPlugin: (...input: Parameters<typeof withPlugin>) =>
      withRepeatedTransactions<Tables>(withPlugin.apply(db, input)),
    withoutPlugins: () => withRepeatedTransactions<Tables>(withoutPlugins.call(db)),
  })
}

function repeated<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const { execute } = builder
  return Object.assign(builder, {
    execute: <T>(callback: (trx: Transaction<Tables>) => Promise<T>) =>
      repeatWhenRolledBack(() => execute.call(builder, callback) as Promise<T>),
  })
}
