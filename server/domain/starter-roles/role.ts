import type { Category } from '../kinds.ts'

/** A role that Bootstrap knows from the start, written for this project (behavior: Templates). */
export interface StarterRole {
  /** Names it in `starter:<role>`. */
  role: string
  name: string
  /** What else such a role is called; each finds it as its name does. */
  titles: readonly string[]
  description: string
  items: Partial<Record<Category, readonly string[]>>
}
