import type { Kind } from '../../../domain/kinds.ts'
import type { Creation } from '../../../features/consensus/create-once.ts'
import { itemFields } from '../../../features/items/items.ts'
import { exampleStatement, Item } from '../../resources/items.ts'
import { AnyText, Flag, Id, responses } from '../../schemas.ts'
import { Type } from '../../type.ts'
import { withWarnings } from '../../warnings.ts'
import { newItem } from './fields.ts'

/** What creating one item takes and answers where the owner may have one that says the same. */

export const dedupe = Type.Optional(
  Type.Boolean({
    description:
      'count it on what the owner has that says the same, instead of creating it; by default the organization’s dedupe_on_create',
    examples: [false],
  }),
)

export const newItemOnce = (kind: Kind) => ({ ...newItem(kind), dedupe })

const Similarity = Type.Number({ minimum: 0, maximum: 1, examples: [0.91] })

/** What an owner has that says the same as a new item, the most similar first; absent without any. */
const withSimilar = (kind: Kind) => ({
  similar: Type.Optional(
    Type.Array(Type.Object({ id: Id, statement: AnyText(exampleStatement[kind]), similarity: Similarity }), {
      description: 'items of this owner, kind and category that say the same, up to 5',
    }),
  ),
})

/** 201 with what was created, 200 with what it was counted on. */
export const onceResponses = (kind: Kind) => {
  const item = { ...Item(kind).properties, ...withWarnings }
  return {
    ...responses(200, Type.Object({ ...item, _deduplicated: Flag, _matched_similarity: Similarity })),
    ...responses(201, Type.Object({ ...item, ...withSimilar(kind) }), [400, 401, 404, 409]),
  }
}

export const onceFields = ({ item, similar, matched }: Creation) => ({
  ...itemFields(item),
  ...(similar && { similar }),
  ...(matched !== undefined && { _deduplicated: true, _matched_similarity: matched }),
})
