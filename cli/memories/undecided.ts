import { nameList, pluralize } from '../output.ts'
import type { AgentKnowledge } from '../sessions/known-statements.ts'
import { readDecisions } from './decisions.ts'
import { type MemoryOptions, readMemories } from './read-memories.ts'
import { describeContradictions, relationsTo } from './relation.ts'

/**
 * Says in one line how many rules in notes of coding tools nobody has decided about, and how many of them contradict
 * the identity or a proposal; undefined if there are none. Reads files of this machine alone.
 */
export function describeUndecided(options: MemoryOptions, { identity }: AgentKnowledge): string | undefined {
  const decisions = readDecisions()
  const undecided = readMemories(options).memories.filter(({ id }) => !decisions.has(id))
  if (undecided.length === 0) return undefined
  const contradictions = describeContradictions(identity ? relationsTo(undecided, identity) : [], 'your identity')
  const part = contradictions.length > 0 ? `, of which ${nameList(contradictions)}` : ''
  return `Coding tools noted ${pluralize(undecided.length, 'rule')} by themselves${part}. "agent-identity memories" shows them.`
}
