import { maxLostLines } from '#core/domain/formats/format.ts'
import { AnyText, Id, Named, Nullable } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'

/** A field that a format cannot represent: of an item, or of the agent if `item_id` is null. */
export const lostField = {
  item_id: Nullable(Id),
  field: Type.String({ examples: ['starred'] }),
  reason: Type.String({ examples: ['a list of style rules has no emphasis'] }),
}

/** Everything in imported files that was not taken (behavior: Lost lines). */
export const withLost = {
  lost: Type.Array(
    Named('LostLine', {
      ...lostField,
      path: Type.Optional(Type.String({ description: 'the file, if it is one of several', examples: ['CLAUDE.md'] })),
      line: Type.Optional(Type.Integer({ description: 'the line of the file, from 1', examples: [12] })),
      text: Type.Optional(AnyText('The API is written in Go.')),
    }),
    { description: `fields and lines that were not taken; at most ${maxLostLines.toLocaleString('en')} lines` },
  ),
  lost_count: Type.Integer({ description: 'number of all fields and lines that were not taken', examples: [1] }),
  line_count: Type.Integer({ description: 'number of lines that state something', examples: [12] }),
}
