import { formatNames } from '#core/domain/formats/format.ts'
import { changeOps, changeSources } from '#core/domain/identity/change-requests.ts'
import { categories, kindNames } from '#core/domain/kinds.ts'
import { withWarnings } from '../answers/warnings.ts'
import { AnyText, Flag, Id, Integer, Named, OneOf, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { exampleStatement, ItemOwner, withNear } from './items.ts'
import { lostField, withLost } from './lost.ts'

export const ExportReport = Named('ExportReport', {
  files: Type.Array(Type.Object({ path: Type.String({ examples: ['CLAUDE.md'] }), content: AnyText('# Ada') })),
  lost: Type.Array(Named('LostField', lostField)),
})

const statement = AnyText(exampleStatement.belief)

/** In a dry run: the item that is equivalent, or an earlier one of the files. */
const PresentMatch = Named('PresentMatch', {
  source: OneOf(['agent', 'group', 'org', 'files'], {
    description: 'the layer that has the item; `files` for an earlier line of the import',
  }),
  id: Type.Optional(Id),
  statement,
  similarity: Type.Number({ description: 'from 0.85 to 1; 1 for equal words', examples: [1] }),
})

export const ImportedFiles = Named('ImportedFiles', {
  format: OneOf(formatNames),
  items: Type.Array(
    Type.Object({
      type: OneOf(kindNames),
      category: OneOf(categories),
      statement,
      status: OneOf(['new', 'created', 'deduplicated', 'unchanged', 'proposed', 'removed']),
      id: Type.Optional(Id),
      file: Type.Optional(AnyText('AGENTS.md')),
      line: Type.Optional(Type.Integer({ description: 'the line of the file, from 1, in a dry run', examples: [12] })),
      match: Type.Optional(PresentMatch),
      ...withNear('belief'),
    }),
  ),
  proposed: Type.Integer({ description: 'additions and edits that the change request proposes', examples: [1] }),
  unchanged: Integer(12),
  deduplicated: Integer(0),
  removed: Type.Integer({ description: 'removals that the change request proposes', examples: [0] }),
  ...withLost,
  changes: Type.Array(
    Type.Object({
      op: OneOf(changeOps),
      id: Type.Optional(Id),
      owner: Type.Optional(ItemOwner),
      kind: Type.Optional(OneOf(kindNames)),
      category: Type.Optional(OneOf(categories)),
      statement: Type.Optional(statement),
      starred: Type.Optional(Flag),
      hidden: Type.Optional(Flag),
      source_type: Type.Optional(OneOf(changeSources)),
      quote: Type.Optional(AnyText('Never merge on red')),
      file: Type.Optional(AnyText('AGENTS.md')),
      line: Type.Optional(Integer(12)),
      base_updated_at: Type.Optional(Timestamp),
    }),
    { description: 'what the change request proposes, as POST /change-requests takes it' },
  ),
  change_request_id: Type.Optional(Id),
  ...withWarnings,
})
