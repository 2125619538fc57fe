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
  /** The beginning by which a program's prompt is known, of a text that no record marks as a person's. */
  beginning?: string
}

/** Files without records that can be read, each as a noun that has a plural, and the rest. */
const fileReasons = {
  unreadable_file: ['file', 'that cannot be read'],
  large_file: ['file', 'too large to parse'],
  helper_transcript: ['transcript', 'of helper agents'],
  text_transcript: ['transcript', 'as text'],
  chat_database: ['chat database', ''],
  unknown_transcript: ['transcript', 'of an unknown tool'],
} as const

/** Records that are no turn of a person. Each record of a transcript is a turn or is counted by one of these reasons. */
const recordReasons = {
  agent_message: ['message', 'of the agent'],
  tool_result: ['result', 'of tools'],
  tool_record: ['record', 'of the tool itself'],
  tool_message: ['message', 'that the tool wrote as yours'],
  helper_session: ['record', 'of helper agents'],
  program_prompt: ['prompt', 'that a program sent'],
  template_prompt: ['prompt', 'of a template, which begin alike in three sessions'],
  command: ['command', 'without words'],
  empty_message: ['message', 'without words'],
  pasted_message: ['message', 'of pasted text'],
  review_message: ['message', 'of pasted review comments'],
  repeated_turn: ['repetition', 'of a turn in the same session'],
  copied_turn: ['turn', 'copied from an earlier session'],
  other_turn: ['turn', 'of other projects or times'],
  long_line: ['line', 'too long to parse'],
  broken_line: ['line', 'that is not JSON'],
  unknown_record: ['unknown record', ''],
} as const

/** Turns of which a part does not count. */
const partReasons = {
  tool_text: ['turn', 'read without the text of a tool'],
  pasted_text: ['turn', 'read without pasted text'],
  pasted_review: ['turn', 'read without pasted review comments'],
} as const

/** Reasons why something in the transcripts does not count. */
export const skipReasons = { ...recordReasons, ...partReasons, ...fileReasons }

export type RecordReason = keyof typeof recordReasons
export type SkipReason = keyof typeof skipReasons

export const isRecordReason = (reason: SkipReason): reason is RecordReason => reason in recordReasons
