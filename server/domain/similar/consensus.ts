import type { Category, Kind } from '../kinds.ts'

/** One statement of a category, and who says it word for word: the numbers of agents, at least one. */
export interface HeldStatement {
  statement_hash: string
  agents: number[]
}

/** The fewest agents that make a statement shared (behavior: Consensus): the given share of all, and at least 2. */
export const minAgents = (agentCount: number, percentage: number): number =>
  // 0.7 of 10 is 7, which binary fractions miss by a hair.
  Math.max(2, Math.ceil(agentCount * percentage - 1e-9))

/** The statements of a category: equal ones are one, before anything is read or compared. */
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

/** A statement that enough agents share, as a person is told of it. */
export interface SharedStatement {
  kind: Kind
  category: Category
  statement: string
  /** How many different wordings were counted, this one included. */
  wordings: number
  /** The others of them with their similarity to the statement, the most similar first; not all of very many. */
  other_wordings: { statement: string; similarity: number }[]
  /** How many share it, and the first of them in alphabetical order. */
  agent_count: number
  agents: { id: string; name: string }[]
}

/** Names that a sentence lists before it counts. */
const maxNames = 10

/** A sentence of `details` (behavior: Consensus): what was done, with which statement, and who shares it. */
export function describeShared(done: string, shared: SharedStatement, agentCount: number): string {
  const { kind, category, statement, wordings, agent_count, agents } = shared
  const share = `${agent_count} of ${agentCount} agents (${percent(agent_count / agentCount)})`
  const words = wordings === 1 ? 'word for word' : `in ${wordings} wordings`
  const names = agents.slice(0, maxNames).map(({ name }) => name)
  const more = agent_count > maxNames ? ` and ${agent_count - maxNames} more` : ''
  return `${done} ${kind} (${category}) "${statement}", shared by ${share} ${words}: ${names.join(', ')}${more}`
}

/** Why there is nothing to tell. */
export const describeNothing = (agentCount: number, needed: number): string =>
  agentCount < 2
    ? `Nothing is shared: there ${agentCount === 1 ? 'is 1 agent' : 'are no agents'}, and consensus needs at least 2`
    : `Nothing is shared by at least ${needed} of ${agentCount} agents (${percent(needed / agentCount)})`

const percent = (share: number) => `${Math.round(share * 100)}%`
