import { compareStrings } from '#core/base/strings.ts'
import type { Category, ItemStatus, Kind, Scope } from '../kinds.ts'

export interface DuplicateItem {
  id: string
  statement: string
  starred: boolean
  status: ItemStatus
  n_count: number
}

/** Equivalent items of one owner, kind and category. */
export interface DuplicateCluster {
  scope: Scope
  owner_id: string
  kind: Kind
  category: Category
  keep: DuplicateItem
  merge: (DuplicateItem & { similarity: number })[]
  /** The count of the item that stays: the sum. */
  n_count: number
}

/** The same before similarities are converted to the common scale. */
export interface NearDuplicates extends Omit<DuplicateCluster, 'merge' | 'n_count'> {
  merge: (DuplicateItem & { cosine: number })[]
}

/**
 * The item whose wording stays comes first: a starred one, then an approved one, then the most observed, the oldest.
 */
export const byPreference = (a: DuplicateItem & { created_at: string }, b: typeof a): number =>
  Number(b.starred) - Number(a.starred) ||
  Number(b.status === 'approved') - Number(a.status === 'approved') ||
  b.n_count - a.n_count ||
  compareStrings(a.created_at, b.created_at) ||
  compareStrings(a.id, b.id)
