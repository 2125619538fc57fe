import type { FormatName, Lost, ReadItem } from '#core/domain/formats/format.ts'
import type { Category, ItemStatus, Kind, Scope } from '#core/domain/kinds.ts'
import type { NearItem } from '#core/domain/similar/near.ts'
import { maxStatementLength, normalizeStatement } from '#core/domain/statement.ts'
import { hasVisible } from '#core/domain/text/visible-text.ts'
import type { NewChange } from '../change-requests/proposals.ts'

/** Options and results of imports. */

export interface ImportOptions {
  format?: FormatName
  dry_run?: boolean
  /** Status of created items. */
  status?: ItemStatus
  /** Whether an equivalent item of the agent is counted instead; by default the organization's setting. */
  dedupe?: boolean
  /** The importing program, such as `cli/web-shop`. */
  client?: string
}

/** An item that is equivalent to one of a file, or an earlier item of the file. */
export interface PresentMatch {
  /** The layer that has it, or the imported files themselves. */
  source: Scope | 'files'
  /** Absent for an earlier item of the files. */
  id?: string
  statement: string
  /** From 0.85 to 1. */
  similarity: number
}

export type ImportedItem = {
  type: Kind
  category: Category
  statement: string
  status: 'new' | 'created' | 'deduplicated' | 'unchanged' | 'proposed' | 'removed'
  /** Absent for an item that does not exist yet. */
  id?: string
  /** Where a dry run read it: the file and its line, from 1. */
  file?: string
  line?: number
  /** The equivalent that is present, in a dry run. */
  match?: PresentMatch
  /** Items that are equivalent to the created one. */
  similar?: NearItem[]
  /** How similar the existing item is. */
  _matched_similarity?: number
}

export interface ImportResult {
  format: FormatName
  items: ImportedItem[]
  proposed: number
  unchanged: number
  deduplicated: number
  removed: number
  lost: Lost[]
  /** The numbers of all that was lost, and of the lines of prose that state something. */
  lost_count: number
  line_count: number
  /** Changes in the change request. */
  changes: NewChange[]
  change_request_id?: string
}

/** A statement with its category, as it will be stored. */
export type StorableItem = ReadItem & {
  category: Category
  /** Lines of the file that support it. */
  quote?: string
}

/** The source of an item that a change request adds. */
export const importedFrom = ({ file, line, quote }: ReadItem & Pick<StorableItem, 'quote'>) => ({
  source_type: 'import' as const,
  ...(quote && { quote }),
  ...(file !== undefined && { file }),
  ...(line !== undefined && { line }),
})

/** Returns the item's category, or `principle` if the reader could not tell: a rule to follow. */
export const categoryOf = ({ category = 'principle' }: ReadItem): Category => category

export const isStorable = ({ statement }: ReadItem): boolean => {
  const normalized = normalizeStatement(statement)
  return hasVisible(normalized) && [...normalized].length <= maxStatementLength
}

/** A table that was added to an exported file: its cells are no statement. */
export const isTable = ({ statement }: ReadItem): boolean => /^\s*\|.*\|[\s:|-]*-{3}[\s:|-]*\|/s.test(statement)

export const tableLeftOut = ({ statement }: ReadItem): Lost => ({
  item_id: null,
  field: 'statement',
  reason: `“${[...statement].slice(0, 40).join('')}…” is a table; write each rule in it as an entry of a list`,
})

export const tooLong = ({ statement }: ReadItem): Lost => ({
  item_id: null,
  field: 'statement',
  reason: `“${[...statement].slice(0, 40).join('')}…” has more than ${maxStatementLength} characters, or none that can be seen`,
})
