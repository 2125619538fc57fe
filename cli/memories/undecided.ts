import { pluralize } from '../output.ts'
import type { AgentKnowledge } from '../sessions/known-statements.ts'
import { readDecisions } from './decisions.ts'
import { type MemoryOptions, readMemories } from './read-memories.ts'
import { relationsTo } from './relation.ts'

/**
 * Says in one line how many rules in notes of coding tools nobody has decided about, and how many of them contradict
 * the identity; undefined if there are none. Reads files of this machine alone.
 */
export function describeUndecided(options: MemoryOptions, { identity }: AgentKnowledge): string | undefined {
  const decisions = readDecisions()
  const undecided = readMemories(options).memories.filter(({ id }) => !decisions.has(id))
  if (undecided.length === 0) return undefined
  const contradicting = identity
    ? relationsTo(undecided, identity).filter(({ kind }) => kind === 'contradicts').length
    : 0
  const contradicts = contradicting === 1 ? 'contradicts' : 'contradict'
  const part = contradicting > 0 ? `, of which ${contradicting} ${contradicts} your identity` : ''
  return `Coding tools noted ${pluralize(undecided.length, 'rule')} by themselves${part}. "agent-identity memories" shows them.`
}
