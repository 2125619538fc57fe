import type { FormatName, Lost, ReadItem } from '../../domain/formats/format.ts'
import type { Category, ItemStatus, Kind } from '../../domain/kinds.ts'
import type { NearItem } from '../../domain/similar/near.ts'
import { maxStatementLength, normalizeStatement } from '../../domain/statement.ts'
import { hasVisible } from '../../domain/text/visible-text.ts'
import type { NewChange } from '../change-requests/proposals.ts'

/** What imports are asked and answer. */

export interface ImportOptions {
  format?: FormatName
  dry_run?: boolean
  /** Of what is created. */
  status?: ItemStatus
  /** Whether what the agent has in other words is counted instead; by default the organization's setting. */
  dedupe?: boolean
  /** The program that imports, such as `cli/web-shop`. */
  client?: string
}

export type ImportedItem = {
  type: Kind
  category: Category
  statement: string
  status: 'new' | 'created' | 'deduplicated' | 'unchanged' | 'proposed' | 'removed'
  /** Absent for what is not there yet. */
  id?: string
  /** What says the same as what was created. */
  similar?: NearItem[]
  /** How similar the item is that was there before. */
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
  /** What a change request proposes. */
  changes: NewChange[]
  change_request_id?: string
}

/** A statement with its category, as it will be stored. */
export type FoundItem = ReadItem & {
  category: Category
  /** The lines of the file that say it. */
  quote?: string
}

/** What a reader cannot say is a principle: a rule to follow. */
export const categoryOf = ({ category = 'principle' }: ReadItem): Category => category

export const isStorable = ({ statement }: ReadItem): boolean => {
  const normalized = normalizeStatement(statement)
  return hasVisible(normalized) && [...normalized].length <= maxStatementLength
}

export const tooLong = ({ statement }: ReadItem): Lost => ({
  item_id: null,
  field: 'statement',
  reason: `“${[...statement].slice(0, 40).join('')}…” has more than ${maxStatementLength} characters, or none that can be seen`,
})
