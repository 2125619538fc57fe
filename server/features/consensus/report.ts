import type { Category, Kind } from '#core/domain/kinds.ts'
import { describeNothing, describeShared, type SharedStatement } from '#core/domain/similar/consensus.ts'

/** Reports a run of consensus: counts and sentences (behavior: Consensus), and the underlying data. */

/** The answer to a run (behavior: Consensus). */
export interface ConsensusResult {
  beliefs_created: number
  beliefs_skipped: number
  responsibilities_created: number
  responsibilities_skipped: number
  details: string[]
}

/** A result with its underlying data: one entry of `shared` for each sentence about a statement, in their order. */
export interface ConsensusReport extends ConsensusResult {
  dry_run: boolean
  agent_count: number
  /** How many agents have to share a statement. */
  agents_needed: number
  /** Least similarity of equivalent statements, 0 to 1. */
  similarity_threshold: number
  shared: SharedEntry[]
}

interface SharedEntry {
  kind: Kind
  category: Category
  statement: string
  wordings: number
  other_wordings: { statement: string; similarity: number }[]
  /** How many agents share it, and the first of them by name. */
  agent_count: number
  agents: { id: string; name: string }[]
  /** The level's existing statement, in these words or others; null when the item is created, or would be. */
  exists: string | null
  /** The item that was created. */
  item_id: string | null
}

/** A statement that enough agents share; `exists` is the level's existing statement in these words or others. */
export interface ConsensusStatement extends SharedStatement {
  exists: string | undefined
}

interface Run {
  level: 'organization' | 'group'
  agentCount: number
  needed: number
  threshold: number
  dryRun: boolean
}

/** `created` has the ids of new items; in a dry run it is empty, and statements that do not exist would be created. */
export function consensusReport(
  found: ConsensusStatement[],
  created: ReadonlyMap<ConsensusStatement, string>,
  run: Run,
): ConsensusReport {
  const { level, agentCount, needed, threshold, dryRun } = run
  const isCreated = (shared: ConsensusStatement) => (dryRun ? shared.exists === undefined : created.has(shared))
  const count = (kind: Kind, wanted: boolean) =>
    found.filter((shared) => shared.kind === kind && isCreated(shared) === wanted).length
  const details = found.map((shared) => {
    const done = dryRun ? 'Would be created' : 'Created'
    if (isCreated(shared)) return describeShared(`${done} for the ${level}:`, shared, agentCount)
    const { exists = shared.statement } = shared
    const known = exists === shared.statement ? 'it exists already' : `"${exists}" says it already`
    return describeShared(`Skipped for the ${level}, where ${known}:`, shared, agentCount)
  })
  return {
    beliefs_created: count('belief', true),
    beliefs_skipped: count('belief', false),
    responsibilities_created: count('responsibility', true),
    responsibilities_skipped: count('responsibility', false),
    details: found.length > 0 ? details : [describeNothing(agentCount, needed)],
    dry_run: dryRun,
    agent_count: agentCount,
    agents_needed: needed,
    similarity_threshold: threshold,
    shared: found.map((shared) => ({
      kind: shared.kind,
      category: shared.category,
      statement: shared.statement,
      wordings: shared.wordings,
      other_wordings: shared.other_wordings,
      agent_count: shared.agent_count,
      agents: shared.agents,
      exists: isCreated(shared) ? null : (shared.exists ?? shared.statement),
      item_id: created.get(shared) ?? null,
    })),
  }
}
