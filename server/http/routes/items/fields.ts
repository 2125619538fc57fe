import { itemStatuses, type Kind } from '#core/domain/kinds.ts'
import { Category, DisplayOrder, Flag, InitialStatus, OneOf, pageQuery, Statement } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { exampleStatement } from '../../resources/items.ts'

/** Schemas of item fields in requests, shared by all addresses of items. */

export const defaultLimit = 100

export const itemTags: Record<Kind, string[]> = { belief: ['Beliefs'], responsibility: ['Responsibilities'] }

/** Fields that a change of one item and a bulk change have in common. */
export const itemFlags = {
  status: Type.Optional(OneOf(itemStatuses)),
  starred: Type.Optional(Flag),
  hidden: Type.Optional(Flag),
}

export const itemFilter = (kind: Kind) => ({
  category: Type.Optional(Category(kind)),
  ...itemFlags,
  ...pageQuery(defaultLimit),
})

export const newItem = (kind: Kind) => ({
  category: Category(kind),
  statement: Statement(exampleStatement[kind]),
  status: Type.Optional(InitialStatus),
})

export const itemChanges = (kind: Kind) => ({
  statement: Type.Optional(Statement(exampleStatement[kind])),
  category: Type.Optional(Category(kind)),
  display_order: Type.Optional(DisplayOrder),
  ...itemFlags,
})
