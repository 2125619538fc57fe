import type { Category } from './kinds.ts'

/** The words and limits of change requests (behavior: Change requests). */

export const changeRequestStatuses = ['open', 'merged', 'closed'] as const
export type ChangeRequestStatus = (typeof changeRequestStatuses)[number]

export const changeOps = ['add', 'edit', 'remove'] as const
export type ChangeOp = (typeof changeOps)[number]

/** What speaks against a change. */
export const changeConflicts = ['duplicate', 'contradicts', 'stale'] as const
export type ChangeConflict = (typeof changeConflicts)[number]

/** What an item says, as far as a change can tell. */
export interface ItemState {
  category: Category
  statement: string
  starred: boolean
  hidden: boolean
}

/** What a change sets: everything of an addition, the changed parts of an edit, nothing of a removal. */
export type ProposedState = Partial<ItemState>

/** Open change requests of one organization, and of one author in it; the next one has to wait for a decision. */
export const maxOpen = { organization: 1000, author: 200 } as const
export const maxChanges = 500
export const maxComments = 500
