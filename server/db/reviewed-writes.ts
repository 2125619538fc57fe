import type { Tables } from './tables.ts'

/**
 * Writes that change a prompt, by table: an organization that requires reviews refuses them to keys (behavior: Required
 * review). Every query of a key's request is checked against this list (`caller-view.ts`), so that a new route needs no
 * check of its own. Inserting an agent or a group does not change an existing prompt.
 */

type ColumnsOf<Table extends keyof Tables> = readonly (keyof Tables[Table])[]

interface ReviewedWrites<Table extends keyof Tables> {
  insert: boolean
  delete: boolean
  /**
   * Columns that keys may update. A column that is not listed requires a review, and so does a new one until it is
   * listed.
   */
  open: ColumnsOf<Table>
}

const reviewedWrites: { [Table in keyof Tables]?: ReviewedWrites<Table> } = {
  items: { insert: true, delete: true, open: ['certainty', 'needs_wording'] },
  overrides: { insert: true, delete: true, open: [] },
  agents: { insert: false, delete: true, open: ['slug', 'avatar_url', 'avatar_prompt', 'revision', 'updated_at'] },
  groups: {
    insert: false,
    delete: true,
    open: ['name', 'description', 'display_order', 'manager_agent_id', 'revision', 'updated_at'],
  },
  organizations: {
    insert: false,
    delete: true,
    open: ['name', 'auto_publish_conversations', 'dedupe_on_create', 'protected_labels', 'revision'],
  },
}

const writesOf = (table: string) =>
  reviewedWrites[table as keyof Tables] as { insert: boolean; delete: boolean; open: readonly string[] } | undefined

/** Whether inserting into a table, or deleting from it, changes a prompt. */
export const isReviewed = (table: string, write: 'insert' | 'delete'): boolean => writesOf(table)?.[write] ?? false

/** Whether an update of these columns may change a prompt. */
export const isReviewedUpdate = (table: string, columns: readonly string[]): boolean => {
  const writes = writesOf(table)
  return writes !== undefined && !columns.every((column) => writes.open.includes(column))
}
