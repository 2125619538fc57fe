import { type Compilable, sql, type Transaction } from 'kysely'
import { notFound } from '#core/base/errors.ts'
import { uuidPattern } from '#core/base/ids.ts'
import type { MaybePromise } from '#core/base/maybe-promise.ts'
import type { Database } from '../../db/connect.ts'
import type { ReadNow } from '../../db/embedded/sqlite.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import { SharedRuns } from '../../db/shared-runs.ts'
import type { Tables } from '../../db/tables.ts'

/** The revisions of all parts of an agent's identity, at one moment. */
export interface Stamp {
  orgId: string
  organization: number
  /** With the group's id, since agents can move. */
  group: { id: string; revision: number } | null
  agent: number
  /** All of them as one text: identities with the same text are equal. */
  text: string
}

export interface StampRow {
  agent_id: string
  org_id: string
  organization: number
  group_id: string | null
  group: number | null
  agent: number
}

/**
 * Bumped when documents change, such as the wording of prompts or a new field, because clients identify a document by
 * its stamp.
 */
const promptVersion = 4

/** How many agents a query has parameters for; the last number is the largest batch. */
const batchSizes = [1, 4, 16, 64]
const maxBatch = batchSizes.at(-1)!

/**
 * Reads the current revisions of agents' identities. On a server this is the only query of most reads, so readers share
 * it; none of them sees a state from before its request.
 */
export class StampReader {
  readonly #queries: PreparedQueries
  readonly #stamps = new SharedRuns((orgIds, agentIds: string[]) => this.#ask(stampQuery(orgIds, agentIds)), maxBatch)

  constructor(db: Database, readNow?: ReadNow) {
    this.#queries = new PreparedQueries(db, readNow)
  }

  /**
   * Reads an agent's stamp, synchronously on the embedded engine; undefined for an agent that is missing or in none of
   * the organizations.
   */
  read(orgIds: string[], agentId: string): MaybePromise<Stamp | undefined> {
    const rows = this.#queries.runNow<StampRow>(...stampQuery(orgIds, [agentId]))
    if (rows) return rows[0] && stampOf(rows[0])
    return this.#stamps.join(orgIds, agentId).then((stamps) => stamps.get(agentId))
  }

  /**
   * Reads at the agent's stamp, and again if `read` finds that the agent was moved or deleted after its stamp was read.
   *
   * @throws 404 for an agent that is missing or in none of the organizations.
   */
  async readAt<Read>(
    orgIds: string[],
    agentId: string,
    read: (stamp: Stamp) => MaybePromise<Read | undefined>,
  ): Promise<Read> {
    while (true) {
      const stamp = await this.read(orgIds, agentId)
      if (!stamp) throw notFound('Agent')
      const result = await read(stamp)
      if (result !== undefined) return result
    }
  }

  /** Reads the stamp as seen by a transaction. */
  async readIn(trx: Transaction<Tables>, orgIds: string[], agentId: string): Promise<Stamp | undefined> {
    return (await this.#ask(stampQuery(orgIds, [agentId]), trx)).get(agentId)
  }

  async #ask(query: StampQuery, db?: Transaction<Tables>) {
    const rows = await this.#queries.run<StampRow>(...query, db)
    return new Map(rows.map((row) => [row.agent_id, stampOf(row)]))
  }
}

/** A query for `PreparedQueries`: its name, its builder, and its values. */
type StampQuery = readonly [string, (db: Database) => Compilable<StampRow>, readonly string[]]

function stampQuery(orgIds: readonly string[], agentIds: string[]): StampQuery {
  const places = placesFor(agentIds)
  const build = (db: Database) => stampsOf(db, orgIds).where('agents.id', 'in', places)
  return [`stamps ${orgIds.length} ${places.length}`, build, [...orgIds, ...places]]
}

/** Fills the ids up to the number of parameters of a query. */
export function placesFor(agentIds: string[]): string[] {
  const size = batchSizes.find((size) => size >= agentIds.length)!
  return size === agentIds.length ? agentIds : Array.from({ length: size }, (_, i) => agentIds[i] ?? agentIds[0]!)
}

export function stampOf(row: StampRow): Stamp {
  const group = row.group_id === null ? null : { id: row.group_id, revision: row.group! }
  const text = [promptVersion, row.organization, group?.id ?? '', group?.revision ?? '', row.agent].join('-')
  return { orgId: row.org_id, organization: row.organization, group, agent: row.agent, text }
}

/** The text of the stamp in a query on agents, organizations and groups, as `stampOf` writes it. */
export const stampText = sql<string>`${sql.lit(`${promptVersion}-`)} || cast(organizations.revision as text) || '-' ||
  coalesce(cast(groups.id as text), '') || '-' || coalesce(cast(groups.revision as text), '') || '-' ||
  cast(agents.revision as text)`

/**
 * The agent of a slug or id, and its stamp's text, which includes the id because slugs move from one agent to another.
 */
export interface NamedStamp {
  agentId: string
  text: string
}

/** Returns the stamps of an organization's agents by the given slugs and ids; unknown names are left out. */
export async function stampsByName(
  db: Database,
  orgId: string,
  names: readonly string[],
): Promise<Map<string, NamedStamp>> {
  const { id = [], slug = [] } = Object.groupBy(names, (name) => (uuidPattern.test(name) ? 'id' : 'slug'))
  if (names.length === 0) return new Map()
  const rows = await stampsOf(db, [orgId])
    .select('agents.slug')
    .where((eb) =>
      eb.or([
        ...(id.length > 0 ? [eb('agents.id', 'in', id)] : []),
        ...(slug.length > 0 ? [eb('agents.slug', 'in', slug)] : []),
      ]),
    )
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const named = { agentId: row.agent_id, text: `${row.agent_id} ${stampOf(row).text}` }
      return [[row.agent_id, named] as const, [row.slug, named] as const]
    }),
  )
}

export const stampsOf = (db: Database, orgIds: readonly string[]) =>
  db
    .selectFrom('agents')
    .innerJoin('organizations', 'organizations.id', 'agents.org_id')
    .leftJoin('groups', (join) =>
      join.onRef('groups.org_id', '=', 'agents.org_id').onRef('groups.id', '=', 'agents.group_id'),
    )
    .select([
      'agents.id as agent_id',
      'agents.org_id',
      'organizations.revision as organization',
      'groups.id as group_id',
      'groups.revision as group',
      'agents.revision as agent',
    ])
    .where('agents.org_id', 'in', orgIds)
