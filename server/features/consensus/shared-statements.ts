import { chunks } from '../../db/values.ts'
import { type Calibration, rescaleBy } from '../../domain/calibration.ts'
import { findClusters } from '../../domain/clusters.ts'
import { type HeldStatement, HeldStatements } from '../../domain/consensus.ts'
import { type Category, kindOf } from '../../domain/kinds.ts'
import { mayBeSame } from '../../domain/opposites.ts'
import { compareStrings } from '../../domain/strings.ts'
import type { VectorRows } from '../../domain/vector-rows.ts'
import { type CompareContext, type Said, statementRows } from '../vectors/statement-rows.ts'
import type { Found } from './report.ts'

/** Finds what agents share in one category. It runs in a thread, which reads, compares, and writes nothing. */

/** How many of those who share a statement are named. */
const maxAgentsListed = 50
/** And how many other wordings, which tell why they count as one. */
const maxWordingsListed = 10

export interface SharedSearch {
  orgId: string
  /** Only its agents; all of the organization when absent. */
  groupId: string | undefined
  category: Category
  /** The layers whose items count as existing. */
  levelIds: string[]
  /** Cosine from which two statements are the same, unless they are opposites. */
  threshold: number
  /** Cosine from which they are the same sentence reworded; below it they have to bind alike too. */
  sameThreshold: number
  /** How many agents have to share a statement. */
  needed: number
  /** Whose stored vectors are compared; those of the built-in embedding when absent. */
  model: string | undefined
  /** Of that model; absent where its cosines are similarities. */
  calibration?: Calibration | undefined
}

type Outcome = { found: Found[] } | { missing: Said[] }

/** What is shared, in the order in which it was found; or items whose vectors have to be stored first. */
export async function findShared(ctx: CompareContext, search: SharedSearch): Promise<Outcome> {
  const held = await readHeld(ctx, search)
  if (countDistinct(held.statements.map(({ agents }) => agents)) < search.needed) return { found: [] }
  const vectors = await statementRows(ctx, search.orgId, search.model, held.statements)
  if ('missing' in vectors) return vectors
  try {
    return await sharedAmong(ctx, search, held, vectors.rows)
  } finally {
    vectors.rows.free()
  }
}

async function sharedAmong(
  ctx: CompareContext,
  search: SharedSearch,
  { agents, statements }: Held,
  rows: VectorRows,
): Promise<Outcome> {
  const { orgId, category, threshold, sameThreshold, needed, model, calibration } = search
  const holders = statements.map(({ agents }) => agents)
  const clusters = findClusters({
    rows,
    threshold,
    statements: statements.map(({ statement }) => statement),
    ranks: holders.map(({ length }) => -length),
    holders,
    minHolders: needed,
    strictBelow: sameThreshold,
  })
  if (clusters.length === 0) return { found: [] }
  const known = await itemsOfLevels(ctx, search)
  const knownVectors = await statementRows(ctx, orgId, model, known)
  if ('missing' in knownVectors) return knownVectors
  const byName = [...agents.keys()].sort(
    (a, b) => compareStrings(agents[a]!.name, agents[b]!.name) || compareStrings(agents[a]!.id, agents[b]!.id),
  )
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
    const isSame = ({ statement }: Said, row: number) =>
      knownVectors.rows.product(row, vector) >= threshold && mayBeSame(statement, shared.statement)
    return {
      kind: kindOf(category),
      category,
      statement: shared.statement,
      wordings: members.length,
      other_wordings: others,
      agent_count: sharing.size,
      agents: byName
        .values()
        .filter((agent) => sharing.has(agent))
        .take(maxAgentsListed)
        .map((agent) => agents[agent]!)
        .toArray(),
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

interface Held {
  agents: { id: string; name: string }[]
  statements: HeldStatement[]
}

/** The agents in the scope, and what they say in the category: visible, and not rejected. */
async function readHeld({ db }: CompareContext, { orgId, groupId, category }: SharedSearch): Promise<Held> {
  const agents = await db
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId!))
    .execute()
  // One statement is represented by the same item each time, so that its vector is stored once.
  agents.sort((a, b) => compareStrings(a.id, b.id))
  const numberOf = new Map(agents.map(({ id }, number) => [id, number]))
  const statements = new HeldStatements()
  for (const chunk of chunks(agents)) {
    const items = await db
      .selectFrom('items')
      .select(['id', 'owner_id', 'statement', 'statement_hash'])
      .where('org_id', '=', orgId)
      .where(
        'owner_id',
        'in',
        chunk.map(({ id }) => id),
      )
      .where('kind', '=', kindOf(category))
      .where('category', '=', category)
      .where('status', '<>', 'rejected')
      .where((eb) => eb.not(eb.ref('hidden')))
      .execute()
    for (const { owner_id, ...item } of items) statements.add({ ...item, agent: numberOf.get(owner_id)! })
  }
  return { agents, statements: statements.all() }
}

/** The items of the levels in a category, whatever their state. */
const itemsOfLevels = ({ db }: CompareContext, { orgId, levelIds, category }: SharedSearch): Promise<Said[]> =>
  db
    .selectFrom('items')
    .select(['id', 'statement', 'statement_hash'])
    .where('org_id', '=', orgId)
    .where('owner_id', 'in', levelIds)
    .where('kind', '=', kindOf(category))
    .where('category', '=', category)
    .orderBy('id')
    .execute()
