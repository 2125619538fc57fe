import { sql } from 'kysely'
import { compareStrings } from '#core/base/strings.ts'
import { type Category, kindOf } from '#core/domain/kinds.ts'
import { mayReplace } from '#core/domain/similar/binding.ts'
import { type Calibration, rescaleBy } from '#core/domain/similar/calibration.ts'
import { findClusters, sameness } from '#core/domain/similar/clusters.ts'
import { type HeldStatement, HeldStatements } from '#core/domain/similar/consensus.ts'
import { passing, sampleRows } from '#core/domain/vectors/sampled-rows.ts'
import type { VectorRows } from '#core/domain/vectors/vector-rows.ts'
import { chunks } from '../../db/values.ts'
import { visibleItems } from '../items/visible-items.ts'
import { type CompareContext, type ItemStatement, statementRows } from '../vectors/statement-rows.ts'
import type { ConsensusStatement } from './report.ts'

/**
 * Finds the statements that agents share in one category. Runs in a thread, which reads, compares, and writes nothing.
 */

/** The most agents listed by name per shared statement. */
const maxAgentsListed = 50
/** The most other wordings listed, which explain why they count as one. */
const maxWordingsListed = 10

export interface SharedSearch {
  orgId: string
  /** Limits the search to this group's agents; all of the organization if absent. */
  groupId: string | undefined
  category: Category
  /** The layers whose items count as existing. */
  levelIds: string[]
  /** Least cosine of equivalent statements, unless they are opposites. */
  threshold: number
  /** Least cosine of the same sentence reworded; below it statements have to bind alike too. */
  sameThreshold: number
  /** How many agents have to share a statement. */
  needed: number
  /** The model of the stored vectors to compare; the built-in embedding if absent. */
  model: string | undefined
  /** The model's calibration; absent if its cosines are similarities. */
  calibration?: Calibration | undefined
}

type Outcome = { found: ConsensusStatement[] } | { missing: ItemStatement[] }

/**
 * Returns the shared statements in the order in which they were found; or items whose vectors have to be stored first.
 */
export async function findShared(ctx: CompareContext, search: SharedSearch): Promise<Outcome> {
  const holdings = await readHoldings(ctx, search)
  if (countDistinct(holdings.statements.map(({ agents }) => agents)) < search.needed) return { found: [] }
  const candidates = await candidatesOf(ctx, search, holdings)
  if (candidates && 'missing' in candidates) return candidates
  if (candidates?.rows.size === 0) return { found: [] }
  return withWordings(ctx, search, holdings, holdings.statements, (wordings, rows) =>
    sharedAmong(ctx, search, holdings.agents, wordings, rows, candidates?.rows),
  )
}

/**
 * The most pairs of rows in a category that are compared around the candidates from a sample, which limits the time
 * when few agents are required.
 */
const maxPairs = { sparse: 3e8, dense: 5e7 }

/** Selects the statements that may be shared, by a sample if there are many; undefined if all are to be compared. */
async function candidatesOf(
  ctx: CompareContext,
  search: SharedSearch,
  holdings: Holdings,
): Promise<{ rows: ReadonlySet<HeldStatement> } | { missing: ItemStatement[] } | undefined> {
  const { threshold, sameThreshold, needed, model } = search
  const weights = Int32Array.from(holdings.statements, ({ agents }) => agents.length)
  const most = Math.ceil((model === undefined ? maxPairs.sparse : maxPairs.dense) / weights.length)
  const sample = sampleRows(weights, needed, most)
  if (!sample) return undefined
  const timesOf = new Map(sample.rows.map((row, at) => [holdings.statements[row]!, sample.times[at]!]))
  return withWordings(ctx, search, holdings, [...timesOf.keys()], (wordings, rows) => {
    const statements = wordings.map(({ item }) => item.statement)
    const passed = passing({
      rows,
      threshold,
      weights: Int32Array.from(wordings, ({ held }) => timesOf.get(held)!),
      needed: sample.least,
      isSame: sameness({ rows, statements, strictBelow: sameThreshold }),
    })
    const mostHeld = passed.map((row) => wordings[row]!.held).sort((a, b) => b.agents.length - a.agents.length)
    return { rows: new Set(mostHeld.slice(0, most)) }
  })
}

/** A statement with one of its items, whose vector represents all. */
interface StatementWording {
  held: HeldStatement
  item: ItemStatement
}

/** Reads the text of statements, and provides their vectors during `use`. */
async function withWordings<T>(
  ctx: CompareContext,
  search: SharedSearch,
  { agents }: Holdings,
  statements: readonly HeldStatement[],
  use: (wordings: StatementWording[], rows: VectorRows) => T | Promise<T>,
): Promise<T | { missing: ItemStatement[] }> {
  const { orgId, category, model } = search
  const wordings: StatementWording[] = []
  const byHolder = Map.groupBy(statements, ({ agents: [first] }) => agents[first!]!.id)
  // Reads by agent id: an agent's items lie together in the table, and agents in the order of their creation.
  for (const owners of chunks([...byHolder.keys()].sort(compareStrings))) {
    const items = await itemsInCategory(ctx, orgId, category)
      .select(['id', 'owner_id', 'statement', 'statement_hash'])
      .where('owner_id', 'in', owners)
      .where('kind', '=', kindOf(category))
      .orderBy('owner_id')
      .orderBy('statement_hash')
      .execute()
    for (const item of items) {
      const held = byHolder.get(item.owner_id)!.find(({ statement_hash }) => statement_hash === item.statement_hash)
      if (!held) continue
      const { id, statement } = item
      // Keeps nothing else of the row, and shares the string of the hash.
      wordings.push({ held, item: { id, statement, statement_hash: held.statement_hash } })
    }
  }
  const vectors = await statementRows(
    ctx,
    orgId,
    model,
    wordings.map(({ item }) => item),
  )
  if ('missing' in vectors) return vectors
  try {
    return await use(wordings, vectors.rows)
  } finally {
    vectors.rows.free()
  }
}

async function sharedAmong(
  ctx: CompareContext,
  search: SharedSearch,
  agents: Holdings['agents'],
  wordings: readonly StatementWording[],
  rows: VectorRows,
  candidates: ReadonlySet<HeldStatement> | undefined,
): Promise<Outcome> {
  const { orgId, category, threshold, sameThreshold, needed, model, calibration } = search
  const holders = wordings.map(({ held }) => held.agents)
  const statements = wordings.map(({ item }) => item)
  const clusters = findClusters({
    rows,
    threshold,
    statements: statements.map(({ statement }) => statement),
    ranks: holders.map(({ length }) => -length),
    holders,
    minHolders: needed,
    strictBelow: sameThreshold,
    candidates: candidates && [...wordings.keys()].filter((row) => candidates.has(wordings[row]!.held)),
  })
  if (clusters.length === 0) return { found: [] }
  const known = await itemsOfLevels(ctx, search)
  const knownVectors = await statementRows(ctx, orgId, model, known)
  if ('missing' in knownVectors) return knownVectors
  const byName = [...agents.keys()].sort(
    (a, b) => compareStrings(agents[a]!.name, agents[b]!.name) || compareStrings(agents[a]!.id, agents[b]!.id),
  )
  // Sorting the agents of a statement by rank is cheaper than walking all agents for each of thousands of statements.
  const rankOf = new Int32Array(agents.length)
  byName.forEach((agent, rank) => {
    rankOf[agent] = rank
  })
  const vector = new Float32Array(rows.dimensions)
  const rescale =
    model === undefined ? ctx.local.rescale : calibration ? rescaleBy(calibration) : (cosine: number) => cosine
  const similarityOf = (cosine: number) => Math.round(Math.max(0, Math.min(1, rescale(cosine))) * 1000) / 1000
  const found = clusters.map(({ center, members }) => {
    const shared = statements[center]!
    rows.read(center, vector)
    const others = members
      .filter((row) => row !== center)
      .map((row) => ({ statement: statements[row]!.statement, similarity: similarityOf(rows.product(row, vector)) }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, maxWordingsListed)
    const sharing = new Set(members.flatMap((row) => holders[row]!))
    const equal = known.find(({ statement_hash }) => statement_hash === shared.statement_hash)
    const isSame = ({ statement }: ItemStatement, row: number) => {
      const cosine = knownVectors.rows.product(row, vector)
      return cosine >= threshold && mayReplace(statement, shared.statement, cosine >= sameThreshold)
    }
    return {
      kind: kindOf(category),
      category,
      statement: shared.statement,
      wordings: members.length,
      other_wordings: others,
      agent_count: sharing.size,
      agents: [...sharing]
        .sort((a, b) => rankOf[a]! - rankOf[b]!)
        .slice(0, maxAgentsListed)
        .map((agent) => agents[agent]!),
      exists: (equal ?? known.find(isSame))?.statement,
    }
  })
  return { found }
}

const countDistinct = (holders: readonly (readonly number[])[]) => {
  const distinct = new Set<number>()
  for (const agents of holders) for (const agent of agents) distinct.add(agent)
  return distinct.size
}

interface Holdings {
  agents: { id: string; name: string }[]
  statements: HeldStatement[]
}

/** Selects the agents' items in a category: visible, and not rejected. */
const itemsInCategory = ({ db }: CompareContext, orgId: string, category: Category) =>
  visibleItems(db, orgId).where('category', '=', category)

const pageSize = 20_000

/** Reads the agents in scope, and which of them hold which statements. */
async function readHoldings(ctx: CompareContext, { orgId, groupId, category }: SharedSearch): Promise<Holdings> {
  const agents = await ctx.db
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId!))
    .execute()
  // Sorted, so that a statement is represented by the same item each time and its vector is stored once.
  agents.sort((a, b) => compareStrings(a.id, b.id))
  const numberOf = new Map(agents.map(({ id }, number) => [id, number]))
  const statements = new HeldStatements()
  const add = (items: { agent_id: string; statement_hash: string }[]) => {
    for (const { agent_id, statement_hash } of items) {
      const agent = numberOf.get(agent_id)
      // Skip agents created since.
      if (agent !== undefined) statements.add(statement_hash, agent)
    }
  }
  const rows = itemsInCategory(ctx, orgId, category)
    .where('agent_id', 'is not', null)
    .select(['agent_id', 'statement_hash'])
    .$narrowType<{ agent_id: string }>()
  if (groupId !== undefined) {
    for (const chunk of chunks(agents)) {
      const ids = chunk.map(({ id }) => id)
      add(await rows.where('owner_id', 'in', ids).where('kind', '=', kindOf(category)).orderBy('agent_id').execute())
    }
    return { agents, statements: statements.all() }
  }
  let last: { statement_hash: string; agent_id: string } | undefined
  do {
    const page = await rows
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(statement_hash, agent_id) > (${last!.statement_hash}, ${last!.agent_id})`),
      )
      .orderBy('statement_hash')
      .orderBy('agent_id')
      .limit(pageSize)
      .execute()
    add(page)
    last = page.length < pageSize ? undefined : page.at(-1)
  } while (last)
  return { agents, statements: statements.all() }
}

/** Reads the items of the levels in a category, in any status. */
const itemsOfLevels = ({ db }: CompareContext, { orgId, levelIds, category }: SharedSearch): Promise<ItemStatement[]> =>
  db
    .selectFrom('items')
    .select(['id', 'statement', 'statement_hash'])
    .where('org_id', '=', orgId)
    .where('owner_id', 'in', levelIds)
    .where('kind', '=', kindOf(category))
    .where('category', '=', category)
    .orderBy('id')
    .execute()
