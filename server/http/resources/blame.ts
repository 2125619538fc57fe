import { creationWays } from '#core/domain/identity/item-lifecycle.ts'
import { categories, itemStatuses, kindNames, scopes } from '#core/domain/kinds.ts'
import { AnyText, FreeForm, Id, Integer, Named, Nullable, OneOf, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { AuditActor } from './audit.ts'
import { Session } from './items.ts'

const actor = Nullable(AuditActor)

const BlamedItem = Named('BlamedItem', {
  id: Id,
  kind: OneOf(kindNames),
  category: OneOf(categories),
  layer: OneOf(scopes),
  owner_name: AnyText('Ada'),
  status: OneOf(itemStatuses),
  origin: Nullable(
    OneOf(creationWays, { description: 'how it came about; null if it is older than this record of it' }),
  ),
  created_at: Timestamp,
  created_by: actor,
  approved_by: actor,
  approved_at: Nullable(Timestamp),
})

const BlamedSource = Named('BlamedSource', {
  quote: Nullable(AnyText('I never merge on red')),
  source_type: AnyText('github_commit'),
  title: Nullable(AnyText('Release review')),
  url: Nullable(AnyText('https://github.com/acme/api/commit/1f2e3d')),
  published_at: Nullable(Timestamp),
  content_item_id: Nullable(Id),
  file: Nullable(AnyText('AGENTS.md')),
  line: Nullable(Type.Integer({ description: 'line of the file, from 1', examples: [12] })),
  checkpoint: Type.Optional(
    Type.String({ description: 'from the trailer `Entire-Checkpoint` of a commit', examples: ['a3b2c4d5e6f7'] }),
  ),
  session: Type.Optional(Session),
  created_at: Type.String({ format: 'date-time', description: 'when it became a source' }),
  merged_from: Nullable(Id),
})

const BlameEntry = Named('BlameEntry', {
  at: Timestamp,
  actor,
  action: AnyText('belief.update'),
  before: Nullable(FreeForm),
  after: Nullable(FreeForm),
  merged_from: Nullable(Id),
})

const MergedItem = Named('MergedItem', {
  id: Id,
  statement: Nullable(AnyText('Do not deploy on Fridays')),
  owner_name: Nullable(AnyText('Ada')),
  created_by: actor,
  merged_at: Timestamp,
})

export const PromptBlame = Named('PromptBlame', {
  version: Nullable(
    Type.Integer({ description: 'null while the database takes no writes and the text has no number', examples: [7] }),
  ),
  line_count: Type.Integer({ description: 'lines of the whole prompt', examples: [82] }),
  lines: Type.Array(
    Named('BlamedLine', {
      line: Type.Integer({ description: 'from 1', examples: [14] }),
      text: AnyText('- Never deploy on a Friday'),
      item: Nullable(BlamedItem),
      merged: Type.Array(MergedItem, {
        description:
          'items that this one took in as duplicates, or that agents shared before it was created for all of them: the earliest first; at most 10, or 100 of one line. `owner_name` is null for one that is gone, `statement` if its entries were erased.',
      }),
      merged_count: Integer(0),
      sources: Type.Array(BlamedSource, {
        description: 'the surest first; at most 10, or 100 of one line. `merged_from` is an id in `merged`, or null.',
      }),
      source_count: Integer(3),
      history: Type.Array(BlameEntry, {
        description: 'the newest first, also of `merged`; at most 10, or 100 of one line',
      }),
      history_count: Integer(2),
    }),
  ),
})
