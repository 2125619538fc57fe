import type { ToolWith } from '../coding-tools/tools.ts'
import type { SkipReason, TranscriptSession } from '../transcripts/session.ts'

/** Sessions that a person had with coding tools on this machine. */

export type SessionTool = ToolWith<'transcripts'>

export interface Session extends TranscriptSession {
  tool: SessionTool
}

interface SkipCount {
  /** `checkpoints` for a transcript in a git repository whose tool is unknown. */
  tool: SessionTool | 'checkpoints'
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
