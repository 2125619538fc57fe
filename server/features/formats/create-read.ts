import { kindOf } from '#core/domain/kinds.ts'
import type { Ctx } from '../../deps.ts'
import { createAllOnce } from '../consensus/create-all-once.ts'
import { importedItem } from '../items/rules-import.ts'
import type { Owner } from '../layers/owners.ts'
import type { ImportedItem, ImportOptions, StorableItem } from './imported-items.ts'

/**
 * Creates the items that the owner does not have yet, all or none. Sets emphasis, and the state from a file in our own
 * format unless the request sets a status.
 */
export async function createRead(
  ctx: Ctx,
  owner: Owner,
  items: StorableItem[],
  source_type: string,
  options: Pick<ImportOptions, 'status' | 'dedupe'>,
): Promise<ImportedItem[]> {
  const inputs = items.map(({ category, statement, starred, own, quote, file, line }) => {
    const status = options.status ?? own?.status
    return {
      owner,
      kind: kindOf(category),
      category,
      statement,
      source_type,
      created_through: 'import' as const,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(quote && { quote }),
      ...(starred && { starred }),
      ...(own && { n_count: own.n_count, hidden: own.hidden, display_order: own.display_order }),
      ...(status && { status }),
    }
  })
  const results = await createAllOnce(ctx, inputs, options.dedupe)
  return results.map(importedItem)
}
