import type { CompiledQuery, Transaction } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { SharedRuns } from '../../db/shared-runs.ts'
import type { Tables } from '../../db/tables.ts'

interface StampRow {
  agent_id: string
  organization: number
  group_id: string | null
  group: number | null
  agent: number
}

/** Bumped when the wording of prompts changes, so that prompts cached by an earlier version are rendered again. */
const promptVersion = 2

/** How many agents a query has places for; the last one is the most that a batch takes. */
const batchSizes = [1, 4, 16, 64]
const maxBatch = batchSizes.at(-1)!

/**
 * Reads what agents' identities are made of at this moment. This is the one query of most reads, so readers share it
 * (PostgreSQL: 0.5 of the throughput of a bare read alone, more than that shared); none of them sees a state from before
 * it came.
 */
export class StampReader {
  readonly #db: Database
  readonly #batches = new SharedRuns((orgIds, agentIds: string[]) => this.#ask(orgIds, agentIds), maxBatch)
  /** Compiled once: building the query anew takes as long as running it. By the numbers of organizations and agents. */
  readonly #queries = new Map<string, CompiledQuery<StampRow>>()

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Revisions of organization, group (with its id, since agents move) and agent, as one text. Undefined for an agent
   * that is missing or in none of the organizations.
   */
  async read(orgIds: string[], agentId: string): Promise<string | undefined> {
    return (await this.#batches.join(orgIds, agentId)).get(agentId)
  }

  /** The same as a transaction sees it. */
  async readIn(trx: Transaction<Tables>, orgIds: string[], agentId: string): Promise<string | undefined> {
    return (await this.#ask(orgIds, [agentId], trx)).get(agentId)
  }

  async #ask(orgIds: readonly string[], agentIds: string[], db = this.#db): Promise<Map<string, string>> {
    const size = batchSizes.find((size) => size >= agentIds.length)!
    const places = Array.from({ length: size }, (_, i) => agentIds[i] ?? agentIds[0]!)
    const query = this.#query(orgIds, places)
    const { rows } = await db.executeQuery<StampRow>({ ...query, parameters: [...orgIds, ...places] })
    return new Map(
      rows.map((row) => [
        row.agent_id,
        [promptVersion, row.organization, row.group_id ?? '', row.group ?? '', row.agent].join('.'),
      ]),
    )
  }

  #query(orgIds: readonly string[], places: string[]): CompiledQuery<StampRow> {
    const shape = `${orgIds.length} ${places.length}`
    const known = this.#queries.get(shape)
    if (known) return known
    const query = this.#db
      .selectFrom('agents')
      .innerJoin('organizations', 'organizations.id', 'agents.org_id')
      .leftJoin('groups', (join) =>
        join.onRef('groups.org_id', '=', 'agents.org_id').onRef('groups.id', '=', 'agents.group_id'),
      )
      .select([
        'agents.id as agent_id',
        'organizations.revision as organization',
        'groups.id as group_id',
        'groups.revision as group',
        'agents.revision as agent',
      ])
      .where('agents.org_id', 'in', orgIds)
      .where('agents.id', 'in', places)
      .compile()
    this.#queries.set(shape, query)
    return query
  }
}
