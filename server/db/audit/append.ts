import { CompiledQuery, type QueryResult } from 'kysely'
import { firstHash, hashOf } from '#core/domain/audit/chain.ts'
import type { Engine } from '../values.ts'
import { chunks } from '../values.ts'
import { type Change, entryOf, type NewEntry } from './entry.ts'

/** Runs a statement in the transaction of the changes. */
export type Run = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/**
 * Writes the entries of a transaction's changes, as its last statements: the row that gives an organization's entries
 * their numbers stays locked until the commit, and nothing else is locked after it, so two transactions cannot deadlock.
 */
export async function appendChanges(run: Run, engine: Engine, changes: readonly Change[]): Promise<void> {
  const deleted = new Set(changes.flatMap(({ table, before, after }) => isDeletion(table, after) && before!.id))
  const byOrganization = Map.groupBy(changes, ({ table, before, after }) => {
    const row = (after ?? before)!
    return String(table === 'organizations' ? row.id : row.org_id)
  })
  // All transactions lock organizations in one order.
  for (const orgId of [...byOrganization.keys()].sort()) {
    // Its log goes with it.
    if (deleted.has(orgId)) continue
    const entries = byOrganization.get(orgId)!.flatMap((change) => entryOf(change) ?? [])
    if (entries.length > 0) await append[engine](run, orgId, entries)
  }
}

const isDeletion = (table: string, after: unknown) => table === 'organizations' && after === undefined

/** Appends entries to the log of an organization, in one transaction with what they tell. */
export const append = {
  /** The function of migration 061 locks the head, chains the entries and moves the head. */
  async postgres(run: Run, orgId: string, entries: readonly NewEntry[]): Promise<void> {
    await run(CompiledQuery.raw('select append_audit_entries($1, $2)', [orgId, JSON.stringify(entries)]))
  },

  /** One transaction writes at a time here, so the head needs no lock. */
  async sqlite(run: Run, orgId: string, entries: readonly NewEntry[]): Promise<void> {
    const { rows } = await run(CompiledQuery.raw(selectHead, [orgId]))
    let { seq, hash } = (rows[0] as { seq: number; hash: string } | undefined) ?? { seq: 0, hash: firstHash }
    const chained = entries.map((entry) => {
      seq++
      hash = hashOf(hash, { ...entry, seq })
      return { ...entry, seq, hash }
    })
    // The log refers to its head, which therefore comes first.
    await run(CompiledQuery.raw(upsertHead, [orgId, seq, hash]))
    for (const chunk of chunks(chained, entriesPerStatement))
      await run(CompiledQuery.raw(insertEntries, [orgId, JSON.stringify(chunk)]))
  },
}

/** About 2 ms of the thread. */
const entriesPerStatement = 100

const selectHead = 'select seq, hash from audit_heads where org_id = ?'
const upsertHead = `insert into audit_heads (org_id, seq, hash) values (?, ?, ?)
  on conflict (org_id) do update set seq = excluded.seq, hash = excluded.hash`
const insertEntries = `insert into audit_log
  (org_id, seq, at, action, actor_id, target_id, agent_id, group_id, layer_id, content, salt, covers, hash)
  select ?, value ->> 'seq', value ->> 'at', value ->> 'action', value ->> 'actor_id', value ->> 'target_id',
    value ->> 'agent_id', value ->> 'group_id', value ->> 'layer_id', value ->> 'content', value ->> 'salt', value ->> 'covers',
    value ->> 'hash'
  from json_each(?)`
