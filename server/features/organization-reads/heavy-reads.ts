import { CompiledQuery, SelectQueryNode } from 'kysely'
import { bufferOf } from '#core/base/buffer-of.ts'
import { type CompressedJson, compressJson } from '#core/base/compressed-json.ts'
import { FairQueue } from '#core/base/fair-queue.ts'
import type { Pool, TaskGroup } from '#core/base/pool.ts'
import type { Requester } from '#core/base/requester.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import { viewFor } from '../../db/caller-view.ts'
import type { Connected, Database } from '../../db/connect.ts'
import type { ListReader } from '../../db/page.ts'
import { PreparedQueries } from '../../db/prepared-queries.ts'
import { SharedRuns } from '../../db/shared-runs.ts'
import { summarizeOrganization } from '../accounts/organization-summary.ts'
import { type PlannedChange, previewChanges } from '../agents/change-preview.ts'
import { LayerCache } from '../agents/layer-cache.ts'
import { type AgentQuery, listAgents } from '../agents/lists.ts'
import {
  type ChangesInput,
  changedItems,
  changesOf,
  diffSnapshots,
  type SnapshotPair,
} from '../agents/own-layer-reads.ts'
import type { AgentChange } from '../agents/prompt-preview.ts'
import { StampReader } from '../agents/stamps.ts'
import { discoveryStats, type StatsFilter } from '../discovery/stats.ts'
import { type ItemSearch, searchItems } from './item-search.ts'
import { readOverview } from './overview.ts'
import { search } from './search.ts'

/** Dependencies of a heavy read, which a thread also has. */
export interface ReadContext {
  db: Database
  now: () => Date
}

/** The request, or another requester such as a job. */
export interface ReadRequester {
  now: () => Date
  signal?: Requester['signal']
  /** The caller whose view of the organization is read; the whole organization when absent. */
  caller?: Pick<Caller, 'orgIds' | 'agentId'>
}

/** Enough for the organization's layer and some groups, which many agents share. */
const previewCacheBytes = 4 * 1024 * 1024

/** Reads that take longer the larger an organization is, by name. */
export const reads = {
  overview: ({ db, now }: ReadContext, input: { orgId: string; days: number }) =>
    readOverview(db, now(), input.orgId, input.days),
  agents: ({ db, now }: ReadContext, { orgId, ...query }: { orgId: string } & AgentQuery) => {
    const heavyReads: ListReader['heavyReads'] = { scan: (_reader, _orgId, scan) => runSelect(db, scan) }
    return listAgents({ db, queries: new PreparedQueries(db), counts: undefined, now, heavyReads }, orgId, query)
  },
  /** Runs a query that returns few rows, such as a count. */
  scan: ({ db }: ReadContext, query: { orgId: string; sql: string; parameters: readonly unknown[] }) =>
    runSelect(db, query),
  summary: ({ db }: ReadContext, { orgId }: { orgId: string }) => summarizeOrganization(db, orgId),
  /** Returns the effect of planned changes, as the user who asks would see it. */
  preview: (
    { db, now }: ReadContext,
    {
      orgId,
      userId,
      changes,
      agentId,
      agentChanges,
    }: {
      orgId: string
      userId: string
      changes: PlannedChange[]
      agentId?: string | undefined
      agentChanges?: AgentChange[]
    },
  ) => {
    // The agents come from the caller's view already, so the layers may be read without its filter.
    const whole = db.withoutPlugins()
    const identities = { stamps: new StampReader(whole), layers: new LayerCache(whole, previewCacheBytes) }
    return previewChanges(
      { db, now, identities, caller: { orgIds: [orgId], userId } },
      orgId,
      changes,
      agentId,
      agentChanges,
    )
  },
  /** Returns the changes of one agent's own layer since a moment. */
  changes: async ({ db }: ReadContext, input: ChangesInput) =>
    changesOf(await changedItems(db, input).execute(), input.since),
  snapshotDiff: ({ db }: ReadContext, pair: SnapshotPair) => diffSnapshots(db, pair),
  discoveryStats: ({ db }: ReadContext, { orgId, ...filter }: { orgId: string } & StatsFilter) =>
    discoveryStats(db, orgId, filter),
  search: ({ db }: ReadContext, input: { orgId: string; text: string; limit: number }) => search(db, input),
  searchItems: ({ db }: ReadContext, input: ItemSearch) => searchItems(db, input),
}
type Reads = typeof reads

/** Marks the query as a select, because the embedded engine reads those outside a transaction. */
async function runSelect<Row>(db: Database, { sql, parameters }: Pick<CompiledQuery<Row>, 'sql' | 'parameters'>) {
  const query = { ...CompiledQuery.raw(sql, [...parameters]), query: SelectQueryNode.create() }
  return (await db.executeQuery<Row>(query)).rows
}

/** Returns the database as a key of one agent sees it, if the requester is such a key. */
const seenBy = (db: Database, orgId: string, agentId: string | undefined): Database =>
  agentId === undefined ? db : viewFor(db, { orgIds: [orgId], agentId })

type OverviewInput = Parameters<Reads['overview']>[1]

/** Inputs of a thread, and the JSON that it returns. */
export type ReadWork = {
  [Name in keyof Reads]: {
    input: Parameters<Reads[Name]>[1] & { now: string; agentView?: string | undefined }
    output: Uint8Array
  }
} & {
  largeOverview: { input: OverviewInput & { now: string; largeBytes: number }; output: Uint8Array | CompressedJson }
}

const encoder = new TextEncoder()

/**
 * Returns the result of a read, as JSON in a buffer of its own, which can move to another thread.
 *
 * @param agentId the agent whose view of the organization is read; the whole organization when absent.
 */
export async function answerRead<Name extends keyof Reads>(
  name: Name,
  { db, now }: ReadContext,
  input: Parameters<Reads[Name]>[1],
  agentId: string | undefined,
): Promise<Uint8Array> {
  const read: (ctx: ReadContext, input: never) => Promise<unknown> = reads[name]
  return encoder.encode(JSON.stringify(await read({ db: seenBy(db, input.orgId, agentId), now }, input as never)))
}

/** Reads of all items of an organization, which take seconds for a large one. */
const long: ReadonlySet<keyof Reads> = new Set(['overview', 'summary'])

/** Long reads at a time, and as many of the others: in threads on the embedded engine. */
const atOnce = 2
const waiting = 4
const deadlineSeconds = 60

/**
 * Answers heavy reads with JSON. With the embedded engine they run in threads with connections of their own, since a
 * statement blocks the thread that runs it; a database server does that work itself. Two long reads run at a time, one
 * of an organization, so that a large organization does not delay the others. As many other reads run beside them and
 * never wait for a long one, not even of the same organization.
 */
export class HeavyReads {
  readonly #tasks: { quick: TaskGroup<ReadWork>; long: TaskGroup<ReadWork> } | undefined
  readonly #queue = new FairQueue({ name: 'heavy reads', slots: atOnce, running: 1, waiting })
  readonly #longQueue = new FairQueue({ name: 'long reads', slots: atOnce, running: 1, waiting })
  readonly #connected: Pick<Connected, 'heavyReadsDb' | 'longReadsDb'>
  readonly #shared = new SharedRuns<() => Date, Buffer>(
    ([name, input], [now]) => this.run(name as keyof Reads, { now: now! }, JSON.parse(input!)),
    1,
  )

  /** @param pool the threads that read the embedded database; undefined with a server. */
  constructor(connected: Pick<Connected, 'heavyReadsDb' | 'longReadsDb'>, pool: Pool | undefined) {
    this.#connected = connected
    const limits = {
      deadlineSeconds,
      tooMuch: (taken: string) => `Reading this takes ${taken}; ask for less`,
      waiting,
    }
    this.#tasks = pool && {
      quick: pool.tasks('organization', limits),
      long: pool.tasks('organization', { ...limits, isLong: true }),
    }
  }

  /**
   * Runs a read.
   *
   * @throws 429 when too many reads of the organization wait already.
   */
  async run<Name extends keyof Reads>(
    name: Name,
    { now, signal, caller }: ReadRequester,
    input: Parameters<Reads[Name]>[1],
  ): Promise<Buffer> {
    const requester = { org_id: input.orgId, signal }
    if (this.#tasks) {
      const json = await this.#tasks[long.has(name) ? 'long' : 'quick'].run(
        name,
        { ...input, now: now().toISOString(), agentView: caller?.agentId },
        requester,
      )
      return bufferOf(json)
    }
    const { heavyReadsDb, longReadsDb } = this.#connected
    const [queue, db] = long.has(name) ? [this.#longQueue, longReadsDb] : [this.#queue, heavyReadsDb]
    return queue.run(requester, async () => bufferOf(await answerRead(name, { db, now }, input, caller?.agentId)))
  }

  /** Returns the overview of the whole organization, compressed when it is larger than `largeBytes`. */
  async largeOverview(
    requester: ReadRequester,
    input: OverviewInput,
    largeBytes: number,
  ): Promise<Buffer | CompressedJson> {
    if (this.#tasks) {
      const { now, signal } = requester
      const work = { ...input, now: now().toISOString(), largeBytes }
      // Compress in the thread: 10 MB of garbage for each overview would block the main thread.
      const made = await this.#tasks.long.run('largeOverview', work, { org_id: input.orgId, signal })
      return made instanceof Uint8Array ? bufferOf(made) : { ...made, start: bufferOf(made.start) }
    }
    const json = await this.run('overview', requester, input)
    return json.byteLength > largeBytes ? compressJson(json) : json
  }

  /** Runs a read once for all requesters that ask for it meanwhile: they share its next run. */
  share<Name extends keyof Reads>(
    name: Name,
    requester: ReadRequester,
    input: Parameters<Reads[Name]>[1],
  ): Promise<Buffer> {
    // A requester with a limited view shares with no one.
    if (requester.caller?.agentId !== undefined) return this.run(name, requester, input)
    return this.#shared.join([name, JSON.stringify(input)], requester.now)
  }

  /** Returns the few rows that a select yields after reading many. */
  async scan<Row>(requester: ReadRequester, orgId: string, { sql, parameters }: CompiledQuery<Row>): Promise<Row[]> {
    return JSON.parse((await this.share('scan', requester, { orgId, sql, parameters })).toString())
  }
}
