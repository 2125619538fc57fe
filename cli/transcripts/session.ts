/** A session that a person had with a coding tool, as the readers of all tools return it. */

export interface TranscriptSession {
  /** The tool's own id. */
  id: string
  /** The working directory; null where the transcript does not name it. */
  project: string | null
  /** ISO 8601, UTC: the first and the last turn. */
  startedAt: string
  endedAt: string
  /** In the order of time, at least one. */
  turns: Turn[]
}

/** Words that a person typed. */
export interface Turn {
  /** The tool's own id of the message, or a hash of session, time and text. Unique within the session. */
  id: string
  /** ISO 8601, UTC. The time of the file where the tool stores none. */
  at: string
  /** Word for word, without pasted passages and text that the tool added. */
  text: string
  /** The end of the agent's message before it, to understand a correction; never quoted as the person's. */
  before?: string
}

/** Reasons why something in the transcripts does not count, each as a noun that has a plural and the rest. */
export const skipReasons = {
  unreadable_file: ['file', 'that cannot be read'],
  large_file: ['file', 'too large to parse'],
  text_transcript: ['transcript', 'as text'],
  chat_database: ['chat database', ''],
  unknown_transcript: ['transcript', 'of an unknown tool'],
  long_line: ['line', 'too long to parse'],
  broken_line: ['line', 'that is not JSON'],
  unknown_record: ['unknown record', ''],
  helper_session: ['session or message', 'of a helper agent'],
  tool_message: ['message', 'of a tool or a program'],
  tool_text: ['turn', 'with text of a tool left out'],
  pasted_text: ['turn', 'with pasted text left out'],
  copied_turn: ['turn', 'copied from an earlier session'],
} as const

export type SkipReason = keyof typeof skipReasons
