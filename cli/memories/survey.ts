import { homedir } from 'node:os'
import { compareStrings } from '#core/base/strings.ts'
import type { ServiceOptions } from '../service/service.ts'
import { type RedactedTurn, redactTurns } from '../sessions/finding.ts'
import { type AgentKnowledge, readKnowledgeIfPossible } from '../sessions/known-statements.ts'
import { readSessions } from '../sessions/read-sessions.ts'
import type { Session } from '../sessions/session.ts'
import { type Decision, readDecisions } from './decisions.ts'
import type { Memory } from './memory.ts'
import { type MemoryOptions, type MemoryReading, readMemories } from './read-memories.ts'
import { type Relation, relationsTo } from './relation.ts'
import { findSayings, type Saying } from './sayings.ts'

/** Memories with what speaks for and against them: the person's own words, and the identity. */

export interface SurveyedMemory extends Memory {
  /** Equivalent turns of the person; none if the tool concluded it. */
  said: Saying[]
  /** Null if the identity is not known. */
  relation: Relation | null
  decision: Decision['decision'] | null
}

/** The memories on this machine. */
export interface MemoryListing extends MemoryReading {
  /** Reads the files again: the memory as it stands now; undefined if it is gone. */
  readAgain: (id: string) => Memory | undefined
}

export interface Survey extends MemoryListing {
  /** Memories that a person said come first, contradictions of the identity first among them. */
  memories: SurveyedMemory[]
  /** The slug of the agent; undefined if the service was not asked. */
  agent: string | undefined
}

export type SurveyOptions = ServiceOptions & Pick<MemoryOptions, 'tool' | 'project'> & { agent?: string }

/**
 * Reads the memories and the sessions on this machine. It may request the agent's identity, and sends nothing of them.
 */
export async function surveyMemories(options: SurveyOptions): Promise<Survey> {
  const turns: RedactedTurn[] = []
  const found = await findMemories(options, (session) => {
    for (const turn of redactTurns(session, homedir())) turns.push(turn)
  })
  const knowledge = await readKnowledgeIfPossible(options, options.agent)
  return { ...found, agent: knowledge.agent, memories: surveyed(found.memories, turns, knowledge) }
}

/**
 * Reads the memories on this machine, and those in the projects that sessions ran in.
 *
 * @param onSession gets each session that is read to find the projects.
 */
export async function findMemories(
  options: Pick<SurveyOptions, 'tool' | 'project'> = {},
  onSession: (session: Session) => void = () => {},
): Promise<MemoryListing> {
  const projects = new Set([process.cwd()])
  for await (const session of readSessions()) {
    if (session.project !== null) projects.add(session.project)
    onSession(session)
  }
  const read = () => readMemories({ tool: options.tool, project: options.project, projects: [...projects] })
  return { ...read(), readAgain: (id) => read().memories.find((memory) => memory.id === id) }
}

function surveyed(
  memories: readonly Memory[],
  turns: readonly RedactedTurn[],
  { identity }: AgentKnowledge,
): SurveyedMemory[] {
  const decisions = readDecisions()
  const said = findSayings(memories, turns)
  const relations = identity && relationsTo(memories, identity)
  const rank = ({ said: sayings, relation }: SurveyedMemory) =>
    (sayings.length > 0 ? 0 : 3) + (relation?.kind === 'contradicts' ? 0 : relation?.kind === 'says_the_same' ? 2 : 1)
  return memories
    .map((memory, at) => ({
      ...memory,
      said: said[at]!,
      relation: relations?.[at] ?? null,
      decision: decisions.get(memory.id)?.decision ?? null,
    }))
    .sort((a, b) => rank(a) - rank(b) || compareStrings(b.at, a.at))
}
