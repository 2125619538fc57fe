import { type RawBuilder, sql } from 'kysely'
import { type Scope, scopes } from '#core/domain/kinds.ts'
import type { Ctx } from '../../deps.ts'
import { type AnsweredEntry, entryFields } from '../audit/entries.ts'

/** The entries of the audit log that changed a prompt from one version to the next (behavior: Prompt versions). */

/** A change as versions show it: without what only readers of the audit log see. */
type VersionChange = Pick<AnsweredEntry, 'seq' | 'at' | 'actor' | 'surface' | 'action' | 'target'> & { layer: Scope }

export interface VersionChanges {
  /** The version before; null for the first one that is kept. */
  previous: number | null
  /** The newest first. */
  changes: VersionChange[]
  /** How many there are in each layer, at most `maxCounted`. */
  changes_by_layer: Record<Scope, number>
}

/** The most entries of a layer that are counted, since a layer of many items may have changed as a whole. */
const maxCounted = 1000

interface Row extends Record<Scope, number> {
  version: number
  previous: number | null
  /** The numbers of the newest entries, separated by commas; null if there are none. */
  newest: string | null
}

/**
 * Returns the changes of an agent's versions since the version before each, by version: at most `most` of each, and
 * their numbers. Each layer is one range of an index, so that what other agents changed costs nothing.
 */
export async function changesOfVersions(
  { db }: Ctx,
  orgId: string,
  agentId: string,
  versions: readonly number[],
  most: number,
): Promise<Map<number, VersionChanges>> {
  const newestOf = (layer: RawBuilder<unknown>, limit: number) =>
    sql`(select seq from audit_log
      where org_id = ${orgId} and layer_id = ${layer} and seq > periods.since and seq <= periods.until
      order by seq desc limit ${sql.lit(limit)}) as newest`
  const layers = {
    agent: [sql`${agentId}`],
    group: [sql`periods.group_id`, sql`periods.group_before`],
    org: [sql`${orgId}`],
  }
  // Added up, because SQLite counts none in a correlated `union all`.
  const counts = (layer: Scope) =>
    sql.join(
      layers[layer].map((id) => sql`(select count(*) from ${newestOf(id, maxCounted)})`),
      sql` + `,
    )
  const newest = Object.values(layers)
    .flat()
    .map((id) => sql`select seq from ${newestOf(id, most)}`)
  const { rows } = await sql<Row>`
    with periods as (
      select own.version, earlier.version as previous,
        own.audit_seq as until, coalesce(earlier.audit_seq, 0) as since, own.group_id,
        case when earlier.group_id = own.group_id then null else earlier.group_id end as group_before
      from prompt_versions as own
      left join prompt_versions as earlier on earlier.org_id = own.org_id and earlier.agent_id = own.agent_id
        and earlier.version = (select max(version) from prompt_versions
          where org_id = own.org_id and agent_id = own.agent_id and version < own.version)
      where own.org_id = ${orgId} and own.agent_id = ${agentId} and own.version in (${sql.join(versions)})
    )
    select version, previous, ${sql.join(scopes.map((layer) => sql`${counts(layer)} as ${sql.ref(layer)}`))}, (
      select string_agg(cast(seq as text), ',') from (
        select seq from (${sql.join(newest, sql` union all `)}) as all_layers order by seq desc limit ${sql.lit(most)}
      ) as shown
    ) as newest
    from periods`.execute(db)
  const numbersOf = ({ newest: numbers }: Row) => numbers?.split(',').map(Number) ?? []
  const entries = await readBySeq(db, orgId, agentId, rows.flatMap(numbersOf))
  return new Map(
    rows.map((row) => [
      row.version,
      {
        previous: row.previous,
        changes: numbersOf(row)
          .sort((a, b) => b - a)
          .flatMap((seq) => entries.get(seq) ?? []),
        changes_by_layer: { agent: Number(row.agent), group: Number(row.group), org: Number(row.org) },
      },
    ]),
  )
}

async function readBySeq(db: Ctx['db'], orgId: string, agentId: string, numbers: number[]) {
  if (numbers.length === 0) return new Map<number, VersionChange>()
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('seq', 'in', [...new Set(numbers)])
    .execute()
  const layerOf = (id: string | null): Scope => {
    if (id === agentId) return 'agent'
    return id === orgId ? 'org' : 'group'
  }
  return new Map(
    rows.map((row) => {
      const { seq, at, actor, surface, action, target } = entryFields(row)
      return [seq, { seq, at, actor, surface, action, target, layer: layerOf(row.layer_id) }]
    }),
  )
}
