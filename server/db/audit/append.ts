import { CompiledQuery, type QueryResult } from 'kysely'
import { firstHash, hashOf } from '#core/domain/audit/chain.ts'
import { requireQuotas, type Usage, usageIn, usageNames } from '#core/domain/requests/quotas.ts'
import type { Engine } from '../values.ts'
import { chunks } from '../values.ts'
import { type Change, entryOf, type NewEntry } from './entry.ts'
import type { UsageChanges } from './usage.ts'

/** Runs a statement in the transaction of the changes. */
export type Run = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/**
 * Writes the entries of a transaction's changes, as its last statements: the row that gives an organization's entries
 * their numbers stays locked until the commit, and nothing else is locked after it, so two transactions cannot deadlock.
 * The same row counts what the organization stores, so quotas are exact under concurrent writes.
 *
 * @throws 507 when an organization would store more than its quotas allow.
 */
export async function appendChanges(
  run: Run,
  { engine, quotas }: { engine: Engine; quotas: Usage },
  changes: readonly Change[],
  usage: UsageChanges,
): Promise<void> {
  const deleted = new Set(changes.flatMap(({ table, before, after }) => isDeletion(table, after) && before!.id))
  const byOrganization = Map.groupBy(changes, ({ table, before, after }) => {
    const row = (after ?? before)!
    return String(table === 'organizations' ? row.id : row.org_id)
  })
  // All transactions lock organizations in one order.
  for (const orgId of [...new Set([...byOrganization.keys(), ...usage.organizations()])].sort()) {
    // Its log goes with it.
    if (deleted.has(orgId)) continue
    const entries = (byOrganization.get(orgId) ?? []).flatMap((change) => entryOf(change) ?? [])
    const change = usage.of(orgId)
    if (entries.length > 0) requireQuotas(quotas, await append[engine](run, orgId, entries, change), change)
    else if (usageNames.some((name) => change[name] !== 0)) await adjust[engine](run, orgId, change)
  }
}

const isDeletion = (table: string, after: unknown) => table === 'organizations' && after === undefined

/** Appends entries to the log of an organization, in one transaction with what they tell, and returns what it stores. */
export const append = {
  /** The function of migration 090 locks the head, chains the entries and moves the head. */
  async postgres(run: Run, orgId: string, entries: readonly NewEntry[], change: Usage): Promise<Usage> {
    const { items, agents, bytes } = change
    const call = 'select items, agents, bytes from append_audit_entries($1, $2, $3, $4, $5)'
    const { rows } = await run(CompiledQuery.raw(call, [orgId, JSON.stringify(entries), items, agents, bytes]))
    return usageIn(rows[0] as Usage)
  },

  /** One transaction writes at a time here, so the head needs no lock. */
  async sqlite(run: Run, orgId: string, entries: readonly NewEntry[], change: Usage): Promise<Usage> {
    const { rows } = await run(CompiledQuery.raw(selectHead, [orgId]))
    const head = rows[0] as ({ seq: number; hash: string } & Usage) | undefined
    let { seq, hash } = head ?? { seq: 0, hash: firstHash }
    const chained = entries.map((entry) => {
      seq++
      hash = hashOf(hash, { ...entry, seq })
      return { ...entry, seq, hash }
    })
    const usage = {
      items: (head?.items ?? 0) + change.items,
      agents: (head?.agents ?? 0) + change.agents,
      bytes: (head?.bytes ?? 0) + change.bytes,
    }
    // The log refers to its head, which therefore comes first.
    await run(CompiledQuery.raw(upsertHead, [orgId, seq, hash, usage.items, usage.agents, usage.bytes]))
    for (const chunk of chunks(chained, entriesPerStatement))
      await run(CompiledQuery.raw(insertEntries, [orgId, JSON.stringify(chunk)]))
    return usage
  },
}

/** Counts what a change without entries adds or takes; the organization may be gone. */
const adjust = {
  postgres: (run: Run, orgId: string, { items, agents, bytes }: Usage) =>
    run(CompiledQuery.raw(`${adjustHead} where org_id = $4`, [items, agents, bytes, orgId])),
  sqlite: (run: Run, orgId: string, { items, agents, bytes }: Usage) =>
    run(CompiledQuery.raw(`${adjustHead.replaceAll(/\$\d/g, '?')} where org_id = ?`, [items, agents, bytes, orgId])),
}

/** About 2 ms of the thread. */
const entriesPerStatement = 100

const adjustHead = 'update audit_heads set items = items + $1, agents = agents + $2, bytes = bytes + $3'
const selectHead = 'select seq, hash, items, agents, bytes from audit_heads where org_id = ?'
const upsertHead = `insert into audit_heads (org_id, seq, hash, items, agents, bytes) values (?, ?, ?, ?, ?, ?)
  on conflict (org_id) do update set seq = excluded.seq, hash = excluded.hash, items = excluded.items,
    agents = excluded.agents, bytes = excluded.bytes`
const insertEntries = `insert into audit_log
  (org_id, seq, at, action, actor_id, target_id, agent_id, group_id, layer_id, content, salt, covers, hash)
  select ?, value ->> 'seq', value ->> 'at', value ->> 'action', value ->> 'actor_id', value ->> 'target_id',
    value ->> 'agent_id', value ->> 'group_id', value ->> 'layer_id', value ->> 'content', value ->> 'salt', value ->> 'covers',
    value ->> 'hash'
  from json_each(?)`
