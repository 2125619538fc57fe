/** Sessions that a person had with a coding tool on this machine, as the readers of all tools return them. */

export const toolNames = [
  ...(['claude-code', 'codex', 'cursor', 'openclaw', 'pi', 'gemini', 'qwen', 'copilot', 'opencode'] as const),
  ...(['cline', 'continue'] as const),
] as const

export type ToolName = (typeof toolNames)[number]

export interface Session {
  tool: ToolName
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
  pasted_text: ['turn', 'with pasted text left out'],
  copied_turn: ['turn', 'copied from an earlier session'],
} as const

export type SkipReason = keyof typeof skipReasons

interface SkipCount {
  /** `checkpoints` for a transcript in a git repository whose tool is unknown. */
  tool: ToolName | 'checkpoints'
  reason: SkipReason
  count: number
}

/** Counts, by tool and reason, what the readers skip. */
export class SkipCounts {
  readonly #counts = new Map<string, SkipCount>()

  add(tool: SkipCount['tool'], reason: SkipReason): void {
    const key = `${tool} ${reason}`
    const entry = this.#counts.get(key) ?? { tool, reason, count: 0 }
    entry.count++
    this.#counts.set(key, entry)
  }

  list(): SkipCount[] {
    return [...this.#counts.values()]
  }
}
