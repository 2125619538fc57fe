import type { Compilable, Transaction } from 'kysely'
import { bufferOf } from '../../base/buffer-of.ts'
import { uuidPattern } from '../../base/ids.ts'
import type { MaybePromise } from '../../base/maybe-promise.ts'
import type { Database } from '../../db/connect.ts'
import type { ReadNow } from '../../db/embedded/sqlite.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import { SharedRuns } from '../../db/shared-runs.ts'
import type { Tables } from '../../db/tables.ts'

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
  stamp?: string
  body?: Uint8Array
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
 * of most reads, so readers share it; none of them sees a state from before it came (docs/decisions/068).
 */
export class StampReader {
  readonly #queries: PreparedQueries
  readonly #stamps = new SharedRuns((orgIds, agentIds: string[]) => this.#ask(stampQuery(orgIds, agentIds)), maxBatch)
  readonly #documents = new SharedRuns(
    ([document, ...orgIds], agentIds: string[]) => this.#ask(documentQuery(orgIds, agentIds, document!)),
    maxDocuments,
  )

  constructor(db: Database, readNow?: ReadNow) {
    this.#queries = new PreparedQueries(db, readNow)
  }

  /**
   * An agent's stamp, and the document of this name if it is stored and up to date. Undefined for an agent that is
   * missing or in none of the organizations. The embedded engine answers at once when no document is asked for.
   */
  read(orgIds: string[], agentId: string, document?: string): MaybePromise<Stamped | undefined> {
    if (document === undefined) return this.#readStamp(orgIds, agentId)
    return this.#readStored(orgIds, agentId, document).then((stored) =>
      stored?.body ? stored : this.#readStamp(orgIds, agentId),
    )
  }

  #readStamp(orgIds: string[], agentId: string): MaybePromise<Stamped | undefined> {
    const rows = this.#queries.runNow<StampRow>(...stampQuery(orgIds, [agentId]))
    if (rows) return rows[0] && stampedOf(rows[0])
    return this.#stamps.join(orgIds, agentId).then((found) => found.get(agentId))
  }

  /** A document that is stored, and without its body if that is no longer up to date. */
  #readStored(orgIds: string[], agentId: string, document: string): Promise<Stamped | undefined> {
    return this.#documents.join([document, ...orgIds], agentId).then((found) => found.get(agentId))
  }

  /** The stamp as a transaction sees it. */
  async readIn(trx: Transaction<Tables>, orgIds: string[], agentId: string): Promise<Stamp | undefined> {
    return (await this.#ask(stampQuery(orgIds, [agentId]), trx)).get(agentId)?.stamp
  }

  async #ask(query: StampQuery, db?: Transaction<Tables>) {
    const rows = await this.#queries.run<StampRow>(...query, db)
    return new Map(rows.map((row) => [row.agent_id, stampedOf(row)]))
  }
}

/** A query as `PreparedQueries` takes it: its name, how it is built, and its values. */
type StampQuery = readonly [string, (db: Database) => Compilable<StampRow>, readonly string[]]

function stampQuery(orgIds: readonly string[], agentIds: string[]): StampQuery {
  const places = placesFor(agentIds)
  const build = (db: Database) => stampsOf(db, orgIds).where('agents.id', 'in', places)
  return [`stamps ${orgIds.length} ${places.length}`, build, [...orgIds, ...places]]
}

function documentQuery(orgIds: readonly string[], agentIds: string[], name: string): StampQuery {
  const places = placesFor(agentIds)
  const build = (db: Database) => documentsOf(db, orgIds, places, name)
  return [`documents ${orgIds.length} ${places.length}`, build, [...orgIds, ...places, name]]
}

/** As many as a query has places for. */
function placesFor(agentIds: string[]): string[] {
  const size = batchSizes.find((size) => size >= agentIds.length)!
  return size === agentIds.length ? agentIds : Array.from({ length: size }, (_, i) => agentIds[i] ?? agentIds[0]!)
}

function stampedOf(row: StampRow): Stamped {
  const group = row.group_id === null ? null : { id: row.group_id, revision: row.group! }
  const text = [promptVersion, row.organization, group?.id ?? '', group?.revision ?? '', row.agent].join('-')
  const stamp = { orgId: row.org_id, organization: row.organization, group, agent: row.agent, text }
  const { body } = row
  const isCurrent = body && row.stamp === text
  return { stamp, body: isCurrent ? bufferOf(body) : undefined }
}

/** The agent that a slug or id names, with a text of it and its stamp: slugs move from one agent to another. */
export interface NamedStamp {
  agentId: string
  text: string
}

/** The stamps of an organization's agents, by the slugs and ids that name them; names of no agent are left out. */
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
      const named = { agentId: row.agent_id, text: `${row.agent_id} ${stampedOf(row).stamp.text}` }
      return [[row.agent_id, named] as const, [row.slug, named] as const]
    }),
  )
}

const layersAbove = [
  'organizations.revision as organization',
  'groups.id as group_id',
  'groups.revision as group',
] as const

const stampsOf = (db: Database, orgIds: readonly string[]) =>
  db
    .selectFrom('agents')
    .innerJoin('organizations', 'organizations.id', 'agents.org_id')
    .leftJoin('groups', (join) =>
      join.onRef('groups.org_id', '=', 'agents.org_id').onRef('groups.id', '=', 'agents.group_id'),
    )
    .select(['agents.id as agent_id', 'agents.org_id', ...layersAbove, 'agents.revision as agent'])
    .where('agents.org_id', 'in', orgIds)

/**
 * Stored documents, without their agents: a change of an agent deletes its documents, so that the revision that a stored one
 * carries is the agent's. Looking the agent up takes half as long again as the document itself (docs/decisions/061).
 */
const documentsOf = (db: Database, orgIds: readonly string[], agentIds: string[], name: string) =>
  db
    .selectFrom('documents')
    .innerJoin('organizations', 'organizations.id', 'documents.org_id')
    .leftJoin('groups', (join) =>
      join.onRef('groups.org_id', '=', 'documents.org_id').onRef('groups.id', '=', 'documents.group_id'),
    )
    .select([
      'documents.agent_id',
      'documents.org_id',
      ...layersAbove,
      'documents.agent_revision as agent',
      'documents.stamp',
      'documents.body',
    ])
    .where('documents.org_id', 'in', orgIds)
    .where('documents.agent_id', 'in', agentIds)
    .where('documents.name', '=', name)
