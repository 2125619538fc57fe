import type { Kind } from '#core/domain/kinds.ts'
import type { Creation } from '../../../features/consensus/create-once.ts'
import { itemFields } from '../../../features/items/items.ts'
import { withWarnings } from '../../answers/warnings.ts'
import { responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Item, withMatch, withSimilar } from '../../resources/items.ts'
import { newItem } from './fields.ts'

/** Schemas for creating one item with duplicate detection. */

export const dedupe = Type.Optional(
  Type.Boolean({
    description:
      'count it on what the owner has that says the same, instead of creating it; by default the organization’s dedupe_on_create',
    examples: [false],
  }),
)

export const newItemOnce = (kind: Kind) => ({ ...newItem(kind), dedupe })

/** Responds 201 with a created item, or 200 with the existing item that was counted. */
export const onceResponses = (kind: Kind) => {
  return {
    ...responses(200, Item(kind, { ...withWarnings, ...withMatch })),
    ...responses(201, Item(kind, { ...withWarnings, ...withSimilar(kind) }), [400, 401, 404, 409]),
  }
}

export const onceFields = ({ item, similar, matched }: Creation) => ({
  ...itemFields(item),
  ...(similar && { similar }),
  ...(matched !== undefined && { _deduplicated: true, _matched_similarity: matched }),
})
