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
  readonly #collectors: { readonly records: number }[] = []

  add(tool: SkipCount['tool'], reason: SkipReason): void {
    const key = `${tool} ${reason}`
    const entry = this.#counts.get(key) ?? { tool, reason, count: 0 }
    entry.count++
    this.#counts.set(key, entry)
  }

  list(): SkipCount[] {
    return [...this.#counts.values()]
  }

  /** Adds the records of a collector to the sum. */
  collect(collector: { readonly records: number }): void {
    this.#collectors.push(collector)
  }

  /** The records that were read: the turns, and those that were counted by a reason of a record. */
  get records(): number {
    return this.#collectors.reduce((sum, { records }) => sum + records, 0)
  }
}
