import type { CompiledQuery } from 'kysely'
import type { Database } from '../db/connect.ts'

interface StampRow {
  agent_id: string
  organization: number
  group_id: string | null
  group: number | null
  agent: number
}

/** Agents whose stamps are read by one query; `stamps` by agent id. */
interface Batch {
  agentIds: Set<string>
  stamps: Promise<Map<string, string>>
}

/** Raised when the wording of prompts changes, so that prompts cached by an earlier version are rendered again. */
const promptVersion = 1

/** How many agents a query has places for; the last one is the most that a batch takes. */
const batchSizes = [1, 4, 16, 64]
const maxBatch = batchSizes.at(-1)!

/**
 * Reads what agents' identities are made of at this moment. This is the one query of most reads, so callers that come
 * while it is under way share the next one: it always begins after they came, so that none of them sees an older state,
 * and under load one query answers many (PostgreSQL: 0.5 of the throughput of a bare read alone, more than that shared).
 */
export class StampReader {
  readonly #db: Database
  /** The batch that still takes agents, by the organizations that it is limited to. */
  readonly #open = new Map<string, Batch>()
  /** The batch that was opened last, by the same; the next one waits for it. */
  readonly #last = new Map<string, Promise<unknown>>()
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
    const line = orgIds.join()
    const open = this.#open.get(line)
    const batch = open && open.agentIds.size < maxBatch ? open : this.#openBatch(line, orgIds)
    batch.agentIds.add(agentId)
    return (await batch.stamps).get(agentId)
  }

  #openBatch(line: string, orgIds: string[]): Batch {
    const agentIds = new Set<string>()
    const before = this.#last.get(line) ?? Promise.resolve()
    const stamps = before.then(() => {
      if (this.#open.get(line) === batch) this.#open.delete(line)
      return this.#ask(orgIds, [...agentIds])
    })
    const batch = { agentIds, stamps }
    this.#open.set(line, batch)
    const settled: Promise<void> = stamps.then(
      () => this.#forget(line, settled),
      () => this.#forget(line, settled),
    )
    this.#last.set(line, settled)
    return batch
  }

  #forget(line: string, settled: Promise<unknown>): void {
    if (this.#last.get(line) === settled) this.#last.delete(line)
  }

  async #ask(orgIds: string[], agentIds: string[]): Promise<Map<string, string>> {
    const size = batchSizes.find((size) => size >= agentIds.length)!
    const places = Array.from({ length: size }, (_, i) => agentIds[i] ?? agentIds[0]!)
    const query = this.#query(orgIds, places)
    const { rows } = await this.#db.executeQuery<StampRow>({ ...query, parameters: [...orgIds, ...places] })
    return new Map(
      rows.map((row) => [
        row.agent_id,
        [promptVersion, row.organization, row.group_id ?? '', row.group ?? '', row.agent].join('.'),
      ]),
    )
  }

  #query(orgIds: string[], places: string[]): CompiledQuery<StampRow> {
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
