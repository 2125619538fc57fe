import { type Category, overrideSourceNames } from '../kinds.ts'

/** The vocabulary and limits of change requests (behavior: Change requests). */

export const changeRequestStatuses = ['open', 'merged', 'closed'] as const
export type ChangeRequestStatus = (typeof changeRequestStatuses)[number]

/** Changes of items, of what one agent inherits, and of an agent's profile. */
export const changeOps = ['add', 'edit', 'remove', 'override', 'restore', 'profile'] as const
export type ChangeOp = (typeof changeOps)[number]

/** Where an added item was stated, if it was: a note that a coding tool made by itself, or an imported file. */
export const additionSources = ['memory', 'import'] as const
export type AdditionSource = (typeof additionSources)[number]
/** Values of `source_type` of a change: the layer of an overridden item, or the source of an addition. */
export const changeSources = [...overrideSourceNames, ...additionSources] as const

/** Reasons why a change conflicts with the current state. */
export const changeConflicts = ['duplicate', 'contradicts', 'stale', 'proposed'] as const
export type ChangeConflict = (typeof changeConflicts)[number]

/** The fields of an item that a change can set. */
export interface ItemState {
  category: Category
  statement: string
  starred: boolean
  hidden: boolean
}

/** The fields of an agent that its prompt shows, and its group. */
export interface ProfileState {
  name: string
  description: string | null
  job_title: string | null
  location: string | null
  timezone: string | null
  group_id: string | null
}
export const profileFields = ['name', 'description', 'job_title', 'location', 'timezone', 'group_id'] as const

/**
 * The state of a change's subject: an item; with `overridden`, an item that an agent inherits;
 * or the named fields of a profile.
 */
export type ChangeState = Partial<ItemState & { overridden: boolean } & ProfileState>

/** Limits of open change requests for one organization, and for one author in it; more have to wait for a decision. */
export const maxOpen = { organization: 1000, author: 200 } as const
export const maxChanges = 500
export const maxComments = 500
