import type { Transaction } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import { SharedRuns } from '../../db/shared-runs.ts'
import type { ReadNow } from '../../db/sqlite.ts'
import type { Tables } from '../../db/tables.ts'
import { bufferOf } from '../../domain/buffer-of.ts'
import type { MaybePromise } from '../../domain/maybe-promise.ts'

/** The revisions of what an agent's identity is made of, at one moment. */
export interface Stamp {
  orgId: string
  organization: number
  /** With its id, since agents move. */
  group: { id: string; revision: number } | null
  agent: number
  /** All of them as one text: two identities with the same text are the same. */
  text: string
}

export interface Stamped {
  stamp: Stamp
  /** The body of the stored document that was asked for, if it is as of the stamp. */
  body: Buffer | undefined
}

interface StampRow {
  agent_id: string
  org_id: string
  organization: number
  group_id: string | null
  group: number | null
  agent: number
  stamp?: string | null
  body?: Uint8Array | null
}

/** Bumped when documents change, such as the wording of prompts or a field that they get, so that documents stored by an earlier version are rendered again. */
const promptVersion = 4

/** How many agents a query has places for; the last one is the most that a batch takes. */
const batchSizes = [1, 4, 16, 64]
const maxBatch = batchSizes.at(-1)!
/** Fewer, since a document may take megabytes. */
const maxDocuments = 16

/**
 * Reads what agents' identities are made of at this moment, and their stored documents with it. This is the one query
 * of most reads, so readers share it (PostgreSQL: 0.5 of the throughput of a bare read alone, more than that shared);
 * none of them sees a state from before it came.
 */
export class StampReader {
  readonly #queries: PreparedQueries
  readonly #stamps = new SharedRuns((orgIds, agentIds: string[]) => this.#ask(orgIds, agentIds), maxBatch)
  readonly #documents = new SharedRuns(
    ([document, ...orgIds], agentIds: string[]) => this.#ask(orgIds, agentIds, document),
    maxDocuments,
  )

  constructor(db: Database, readNow?: ReadNow) {
    this.#queries = new PreparedQueries(db, readNow)
  }

  /**
   * An agent's stamp, and the document of this name if it is stored and up to date. Undefined for an agent that is
   * missing or in none of the organizations. The embedded engine answers at once.
   */
  read(orgIds: string[], agentId: string, document?: string): MaybePromise<Stamped | undefined> {
    const rows = this.#queries.runNow<StampRow>(...stampQuery(orgIds, [agentId], document))
    if (rows) return rows[0] && stampedOf(rows[0])
    const batch = document ? this.#documents.join([document, ...orgIds], agentId) : this.#stamps.join(orgIds, agentId)
    return batch.then((found) => found.get(agentId))
  }

  /** The stamp as a transaction sees it. */
  async readIn(trx: Transaction<Tables>, orgIds: string[], agentId: string): Promise<Stamp | undefined> {
    return (await this.#ask(orgIds, [agentId], undefined, trx)).get(agentId)?.stamp
  }

  async #ask(orgIds: readonly string[], agentIds: string[], document?: string, db?: Transaction<Tables>) {
    const size = batchSizes.find((size) => size >= agentIds.length)!
    const places = Array.from({ length: size }, (_, i) => agentIds[i] ?? agentIds[0]!)
    const rows = await this.#queries.run<StampRow>(...stampQuery(orgIds, places, document), db)
    return new Map(rows.map((row) => [row.agent_id, stampedOf(row)]))
  }
}

/** The query for these agents as `PreparedQueries` takes it: its name, how it is built, and its values. */
function stampQuery(orgIds: readonly string[], agentIds: string[], document: string | undefined) {
  const build = (db: Database) => {
    const stamps = stampsOf(db, orgIds, agentIds)
    return document === undefined ? stamps : withDocument(stamps, document)
  }
  const values = document === undefined ? [...orgIds, ...agentIds] : [document, ...orgIds, ...agentIds]
  return [`${orgIds.length} ${agentIds.length} ${document !== undefined}`, build, values] as const
}

function stampedOf(row: StampRow): Stamped {
  const group = row.group_id === null ? null : { id: row.group_id, revision: row.group! }
  const text = [promptVersion, row.organization, group?.id ?? '', group?.revision ?? '', row.agent].join('.')
  const stamp = { orgId: row.org_id, organization: row.organization, group, agent: row.agent, text }
  const { body } = row
  const isCurrent = body && row.stamp === text
  return { stamp, body: isCurrent ? bufferOf(body) : undefined }
}

const stampsOf = (db: Database, orgIds: readonly string[], agentIds: string[]) =>
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
    .where('agents.id', 'in', agentIds)

const withDocument = (stamps: ReturnType<typeof stampsOf>, name: string) =>
  stamps
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.org_id', '=', 'agents.org_id')
        .onRef('documents.agent_id', '=', 'agents.id')
        .on('documents.name', '=', name),
    )
    .select(['documents.stamp', 'documents.body'])
