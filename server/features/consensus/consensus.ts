import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../deps.ts'
import type { Cluster } from '../../domain/clusters.ts'
import { type HeldStatement, HeldStatements, minAgents } from '../../domain/consensus.ts'
import { notFound } from '../../domain/errors.ts'
import { type Category, type Kind, kindNames, kindOf, kinds } from '../../domain/kinds.ts'
import { mayBeSame } from '../../domain/opposites.ts'
import { cosineAt, dot } from '../../domain/similarity.ts'
import { compareStrings } from '../../domain/strings.ts'
import { insertItems } from '../items/create.ts'
import type { Owner } from '../layers/owners.ts'
import { itemVectors } from '../vectors/item-vectors.ts'
import { findClustersInThread } from '../vectors/vector-thread.ts'
import { type ConsensusReport, consensusReport, type Found } from './report.ts'

/** What enough agents of an organization or group share becomes an item of that level (behavior: Consensus). */

const pageSize = 200

export interface ConsensusOptions {
  kinds?: readonly Kind[]
  /** Further layers whose items count as existing: what the level inherits. */
  inherited?: readonly Owner[]
  /** Creates nothing: counts and sentences say what a run would do. */
  dryRun?: boolean
}

/**
 * Creates at the level of `owner`, an organization or group, what its agents share, as approved. What the level has
 * already, in whatever state, is skipped: what a person rejected there does not come back in other words.
 */
export async function runConsensus(
  ctx: Ctx,
  owner: Owner,
  { kinds: wanted = kindNames, inherited = [], dryRun = false }: ConsensusOptions = {},
): Promise<ConsensusReport> {
  const settings = await consensusSettings(ctx, owner.org_id)
  const agents = await agentsIn(ctx, owner)
  const needed = minAgents(agents.size, settings.consensus_agent_percentage)
  const said = agents.size < 2 ? new HeldStatements() : await statementsOf(ctx, owner, wanted, agents)
  const threshold = cosineAt((cosine) => ctx.embedder.rescale(cosine), settings.consensus_similarity_threshold)
  const found: Found[] = []
  for (const category of wanted.flatMap((kind): readonly Category[] => kinds[kind].categories)) {
    const search = { statements: said.in(category), agents, threshold, needed }
    found.push(...(await sharedIn(ctx, [owner, ...inherited], category, search)))
  }
  const created = dryRun ? new Map<Found, string>() : await createShared(ctx, owner, found)
  return consensusReport(found, created, {
    level: owner.scope === 'org' ? 'organization' : 'group',
    agentCount: agents.size,
    needed,
    threshold: settings.consensus_similarity_threshold,
    dryRun,
  })
}

async function consensusSettings(ctx: Ctx, orgId: string) {
  const settings = await ctx.db
    .selectFrom('organizations')
    .select(['consensus_similarity_threshold', 'consensus_agent_percentage'])
    .where('id', '=', orgId)
    .executeTakeFirst()
  if (!settings) throw notFound('Organization')
  return settings
}

/** The names of the agents in the scope, by id. */
async function agentsIn(ctx: Ctx, owner: Owner): Promise<Map<string, string>> {
  const agents = await ctx.db
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('org_id', '=', owner.org_id)
    .$if(owner.group_id !== null, (query) => query.where('group_id', '=', owner.group_id))
    .execute()
  return new Map(agents.map(({ id, name }) => [id, name]))
}

/** What the agents in the scope say: visible, and not rejected. */
async function statementsOf(
  ctx: Ctx,
  owner: Owner,
  wanted: readonly Kind[],
  agents: ReadonlyMap<string, string>,
): Promise<HeldStatements> {
  const statements = new HeldStatements()
  let last = ''
  while (true) {
    const page = await ctx.db
      .selectFrom('items')
      .innerJoin('agents', (join) =>
        join.onRef('agents.org_id', '=', 'items.org_id').onRef('agents.id', '=', 'items.agent_id'),
      )
      .select(['items.id', 'items.category', 'items.statement', 'items.statement_hash'])
      // Never null: the join is by it.
      .select((eb) => eb.ref('items.agent_id').$notNull().as('agent_id'))
      .where('items.org_id', '=', owner.org_id)
      .$if(owner.group_id !== null, (query) => query.where('agents.group_id', '=', owner.group_id))
      .where('items.kind', 'in', wanted)
      .where('items.status', '<>', 'rejected')
      .where((eb) => eb.not(eb.ref('items.hidden')))
      .$if(last !== '', (query) => query.where('items.id', '>', last))
      .orderBy('items.id')
      .limit(pageSize)
      .execute()
    // An agent that was added meanwhile does not count yet.
    for (const item of page) if (agents.has(item.agent_id)) statements.add(item)
    if (page.length < pageSize) return statements
    last = page.at(-1)!.id
    // The embedded engine never waits; requests get their turn here.
    await setImmediate()
  }
}

interface Search {
  statements: HeldStatement[]
  agents: Map<string, string>
  threshold: number
  needed: number
}

/** What is shared in one category, in the order in which it was found. */
async function sharedIn(ctx: Ctx, levels: Owner[], category: Category, search: Search): Promise<Found[]> {
  const { statements, agents, threshold, needed } = search
  if (new Set(statements.flatMap(({ agentIds }) => agentIds)).size < needed) return []
  const [{ org_id }] = levels as [Owner]
  const rows = await vectorRows(ctx, org_id, statements)
  const numberOf = new Map([...agents.keys()].map((id, number) => [id, number]))
  const [clusters] = await findClustersInThread(
    [
      {
        ...rows,
        threshold,
        statements: statements.map(({ statement }) => statement),
        ranks: statements.map(({ agentIds }) => -agentIds.length),
        holders: statements.map(({ agentIds }) => agentIds.map((id) => numberOf.get(id)!)),
        minHolders: needed,
      },
    ],
    { org_id, signal: ctx.signal },
  )
  const known = clusters!.length === 0 ? [] : await itemsOfLevels(ctx, levels, category)
  const found: Found[] = []
  for (const cluster of clusters!) {
    const center = statements[cluster.center]!
    const sharing = agentsOf(cluster, search)
    found.push({
      kind: kindOf(category),
      category,
      statement: center.statement,
      wordings: cluster.members.length,
      agents: sharing,
      agentNames: sharing.map(({ name }) => name),
      exists: await equivalentOf(ctx, org_id, center, known, threshold),
    })
  }
  return found
}

/** The vectors of all statements in one array, which can move to another thread. */
async function vectorRows(ctx: Ctx, orgId: string, statements: HeldStatement[]) {
  let rows = new Float32Array()
  let dimensions = 0
  for (let at = 0; at < statements.length; at += pageSize) {
    for (const [offset, vector] of (await itemVectors(ctx, orgId, statements.slice(at, at + pageSize))).entries()) {
      dimensions = vector.length
      if (rows.length === 0) rows = new Float32Array(statements.length * dimensions)
      rows.set(vector, (at + offset) * dimensions)
    }
  }
  return { rows, dimensions }
}

type Named = { id: string; name: string }
const byName = (a: Named, b: Named) => compareStrings(a.name, b.name) || compareStrings(a.id, b.id)

/** By name. */
function agentsOf({ members }: Cluster, { statements, agents }: Search) {
  const ids = new Set(members.flatMap((row) => statements[row]!.agentIds))
  return [...ids].map((id) => ({ id, name: agents.get(id)! })).sort(byName)
}

type KnownItem = Omit<HeldStatement, 'agentIds'> & { embedding: Float32Array }

/** The items of the levels in a category, whatever their state. */
async function itemsOfLevels(ctx: Ctx, levels: Owner[], category: Category): Promise<KnownItem[]> {
  const [{ org_id }] = levels as [Owner]
  const items = await ctx.db
    .selectFrom('items')
    .select(['id', 'statement', 'statement_hash'])
    .where('org_id', '=', org_id)
    .where(
      'owner_id',
      'in',
      levels.map(({ owner_id }) => owner_id),
    )
    .where('kind', '=', kindOf(category))
    .where('category', '=', category)
    .orderBy('id')
    .execute()
  const embeddings = await itemVectors(ctx, org_id, items)
  return items.map((item, at) => ({ ...item, embedding: embeddings[at]! }))
}

/** The statement among the known ones that is the same as the shared one. */
async function equivalentOf(ctx: Ctx, orgId: string, shared: HeldStatement, known: KnownItem[], threshold: number) {
  const equal = known.find(({ statement_hash }) => statement_hash === shared.statement_hash)
  if (equal || known.length === 0) return equal?.statement
  const [embedding] = await itemVectors(ctx, orgId, [shared])
  return known.find(
    ({ statement, embedding: other }) => dot(other, embedding!) >= threshold && mayBeSame(statement, shared.statement),
  )?.statement
}

/** Creates what does not exist. Returns the ids; what someone else created at the same time is left out. */
async function createShared(ctx: Ctx, owner: Owner, found: Found[]): Promise<Map<Found, string>> {
  const missing = found.filter(({ exists }) => exists === undefined)
  if (missing.length === 0) return new Map()
  return ctx.db.transaction().execute(async (trx) => {
    const results = await insertItems(
      ctx,
      trx,
      missing.map(({ kind, category, statement, agentNames }) => ({
        owner,
        kind,
        category,
        statement,
        n_count: agentNames.length,
        status: 'approved' as const,
        source_type: 'consensus',
      })),
    )
    return new Map(missing.flatMap((shared, at) => (results[at]!.created ? [[shared, results[at]!.item.id]] : [])))
  })
}
