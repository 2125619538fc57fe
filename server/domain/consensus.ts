import type { Category, Kind } from './kinds.ts'
import { compareStrings } from './strings.ts'

/** An agent's item, as consensus sees it; an agent has a statement once in a category. */
export interface HeldItem {
  id: string
  agent_id: string
  category: Category
  statement: string
  statement_hash: string
}

/** One statement of a category, and who says it word for word. */
export interface HeldStatement {
  /** One of its items: the one whose vector stands for all. */
  id: string
  statement: string
  statement_hash: string
  agentIds: string[]
}

/** The fewest agents that make a statement shared (behavior: Consensus): the given share of all, and at least 2. */
export const minAgents = (agentCount: number, percentage: number): number =>
  // 0.7 of 10 is 7, which binary fractions miss by a hair.
  Math.max(2, Math.ceil(agentCount * percentage - 1e-9))

/** The statements of a scope: equal ones of a category are one, before any vector is compared. */
export class HeldStatements {
  readonly #categories = new Map<Category, Map<string, HeldStatement>>()

  add({ id, agent_id, category, statement, statement_hash }: HeldItem): void {
    const statements = this.#categories.get(category) ?? new Map<string, HeldStatement>()
    this.#categories.set(category, statements)
    const known = statements.get(statement_hash)
    if (!known) statements.set(statement_hash, { id, statement, statement_hash, agentIds: [agent_id] })
    else {
      known.agentIds.push(agent_id)
      if (id < known.id) known.id = id
    }
  }

  /**
   * Those of a category: what most agents say first, equals in alphabetical order, so that the order in which items
   * came changes nothing.
   */
  in(category: Category): HeldStatement[] {
    return [...(this.#categories.get(category)?.values() ?? [])].sort(
      (a, b) => b.agentIds.length - a.agentIds.length || compareStrings(a.statement, b.statement),
    )
  }
}

/** A statement that enough agents share, as a person is told of it. */
export interface SharedStatement {
  kind: Kind
  category: Category
  statement: string
  /** How many different wordings were counted, this one included. */
  wordings: number
  /** Of those who share it, in alphabetical order. */
  agentNames: string[]
}

/** Names that a sentence lists before it counts. */
const maxNames = 10

/** A sentence of `details` (behavior: Consensus): what was done, with which statement, and who shares it. */
export function describeShared(done: string, shared: SharedStatement, agentCount: number): string {
  const { kind, category, statement, wordings, agentNames } = shared
  const share = `${agentNames.length} of ${agentCount} agents (${percent(agentNames.length / agentCount)})`
  const words = wordings === 1 ? 'word for word' : `in ${wordings} wordings`
  return `${done} ${kind} (${category}) "${statement}", shared by ${share} ${words}: ${listNames(agentNames)}`
}

/** Why there is nothing to tell. */
export const describeNothing = (agentCount: number, needed: number): string =>
  agentCount < 2
    ? `Nothing is shared: there ${agentCount === 1 ? 'is 1 agent' : 'are no agents'}, and consensus needs at least 2`
    : `Nothing is shared by at least ${needed} of ${agentCount} agents (${percent(needed / agentCount)})`

const percent = (share: number) => `${Math.round(share * 100)}%`

function listNames(names: string[]): string {
  if (names.length <= maxNames) return names.join(', ')
  return `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
}
