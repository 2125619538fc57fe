import type { Category, Kind } from '../kinds.ts'

/** One statement of a category, and the agents that hold it word for word: their numbers, at least one. */
export interface HeldStatement {
  statement_hash: string
  agents: number[]
}

/**
 * The minimum number of agents that make a statement shared (behavior: Consensus): the given
 * share of all, and at least 2.
 */
export const minAgents = (agentCount: number, percentage: number): number =>
  // 0.7 of 10 is 7, which binary fractions miss slightly.
  Math.max(2, Math.ceil(agentCount * percentage - 1e-9))

/** The statements of a category: equal ones become one before anything is read or compared. */
export class HeldStatements {
  readonly #statements = new Map<string, HeldStatement>()

  add(statement_hash: string, agent: number): void {
    const known = this.#statements.get(statement_hash)
    if (known) known.agents.push(agent)
    else this.#statements.set(statement_hash, { statement_hash, agents: [agent] })
  }

  all(): HeldStatement[] {
    return [...this.#statements.values()]
  }
}

/** A statement that enough agents share, as shown to a person. */
export interface SharedStatement {
  kind: Kind
  category: Category
  statement: string
  /** The number of different wordings that were counted, including this one. */
  wordings: number
  /**
   * The other wordings with their similarity to the statement, the most similar first;
   * truncated if there are very many.
   */
  other_wordings: { statement: string; similarity: number }[]
  /** The number of agents that share it, and the first of them in alphabetical order. */
  agent_count: number
  agents: { id: string; name: string }[]
}

/** Maximum number of names in a sentence before it counts the rest. */
const maxNames = 10

/** A sentence of `details` (behavior: Consensus): the action, the statement, and the agents that share it. */
export function describeShared(done: string, shared: SharedStatement, agentCount: number): string {
  const { kind, category, statement, wordings, agent_count, agents } = shared
  const share = `${agent_count} of ${agentCount} agents (${percent(agent_count / agentCount)})`
  const words = wordings === 1 ? 'word for word' : `in ${wordings} wordings`
  const names = agents.slice(0, maxNames).map(({ name }) => name)
  const more = agent_count > maxNames ? ` and ${agent_count - maxNames} more` : ''
  return `${done} ${kind} (${category}) "${statement}", shared by ${share} ${words}: ${names.join(', ')}${more}`
}

/** The reason why there is no result. */
export const describeNothing = (agentCount: number, needed: number): string =>
  agentCount < 2
    ? `Nothing is shared: there ${agentCount === 1 ? 'is 1 agent' : 'are no agents'}, and consensus needs at least 2`
    : `Nothing is shared by at least ${needed} of ${agentCount} agents (${percent(needed / agentCount)})`

const percent = (share: number) => `${Math.round(share * 100)}%`
