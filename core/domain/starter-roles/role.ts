import type { Category } from '../kinds.ts'

/** A built-in role of Bootstrap, written for this project (behavior: Templates). */
export interface StarterRole {
  /** Its name in `starter:<role>`. */
  role: string
  name: string
  /** Alternative names of the role; each finds it as its name does. */
  titles: readonly string[]
  description: string
  items: Partial<Record<Category, readonly string[]>>
}
