import type { ForeignContent } from './foreign-content.ts'

/** Whether a person said something in so many words, or it follows from what they said. */
export const manners = ['explicit', 'implied'] as const
export type Manner = (typeof manners)[number]

/** The session with a coding agent that an observation was read in (behavior: Sessions with coding agents). */
export interface SessionSource {
  /** The coding agent, such as `claude-code`. */
  tool: string
  /** The tool's own id of the session. */
  session: string
  /** When it was said: ISO 8601 in UTC. */
  at: string
  project: string | null
  /** A passage of the session, in the reader's words. */
  ref: string | null
}

/** The metadata of a content item that was read in a session; its date is that of the content item. */
export interface SessionMetadata extends Omit<SessionSource, 'at'> {
  how: Manner
}

type SessionContent = Pick<ForeignContent, 'source_type' | 'metadata'>

/** Returns the session of a content item, and how it was said there; undefined for other content. */
export const sessionIn = ({ source_type, metadata }: SessionContent): SessionMetadata | undefined => {
  if (source_type !== 'session') return undefined
  const { tool, session, project, ref, how } = metadata as unknown as SessionMetadata
  return { tool, session, project, ref, how }
}

/** Identifies a session: two tools may use the same id. */
export const sessionKey = ({ tool, session }: Pick<SessionSource, 'tool' | 'session'>): string =>
  JSON.stringify([tool, session])
