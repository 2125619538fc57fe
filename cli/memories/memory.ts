import type { Category } from '#core/domain/kinds.ts'
import type { ToolWith } from '../coding-tools/tools.ts'
import type { MemoryFile } from './memory-file.ts'

/** Memories: what coding tools noted by themselves on this machine, as the readers of all tools return them. */

export type MemoryTool = ToolWith<'memories'>

/** The layers of an identity that a memory can be proposed for. */
export const layers = ['agent', 'group', 'organization'] as const
export type Layer = (typeof layers)[number]

/** Lines of a file, or the whole file. */
export interface Cut {
  file: MemoryFile
  /** The first line and the one after the last, counted from 0; the file is deleted without them. */
  lines?: readonly [from: number, to: number]
}

/** Text that a tool noted, before anybody asked whether it is a rule. */
export interface Note {
  file: MemoryFile
  /** Counted from 1. */
  line: number
  /** The note itself, in Markdown. */
  text: string
  /** Other wordings of the same note: its description, its line in an index. */
  wordings: readonly string[]
  /** The tool, or a heading, says which sort of note it is. */
  filedAs?: 'preference' | 'knowledge' | 'state' | undefined
  /** The time that the tool wrote into the file. */
  at?: string | undefined
  /** The session in which the tool made it. */
  session?: string | undefined
  project?: string | undefined
  /** The lines to take out to be rid of it; none where the tool writes the file again. */
  cuts: readonly Cut[]
  /** A person may have written it: the file is not the tool's alone. */
  mayBeOwn?: true
}

/** A note that states a rule. */
export interface Memory {
  /** Stays when other lines of the file change. */
  id: string
  tool: MemoryTool
  /** The folder that it is about; null for all. */
  project: string | null
  file: string
  line: number
  /** ISO 8601, UTC: the time of the file where the tool stores none. */
  at: string
  session: string | null
  statement: string
  category: Category
  /** The note as it stands in the file. */
  quote: string
  /** Other wordings of it in the same memory. */
  wordings: readonly string[]
  /** Other places of the same memory. */
  copies: { file: string; line: number }[]
  /** The root of the git repository that the file belongs to, where colleagues share it. */
  repository: string | null
  may_be_own: boolean
  /** Advice where the tool writes it again; null where taking it out is enough. */
  comes_back: string | null
  cuts: readonly Cut[]
}

/** Why a note is no rule, each with words for the output. */
export const noRules = {
  state: ['state', 'of a task'],
  account: ['account', 'of a session'],
  fact: ['fact', 'about the code or the person'],
} as const

export type NoRule = keyof typeof noRules
