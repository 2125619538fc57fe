import { categories, itemStatuses, type Kind, kindNames, overrideSources } from '../../domain/kinds.ts'
import { AnyText, Category, Flag, Id, Integer, Nullable, OneOf, Timestamp } from '../schemas.ts'
import { Type } from '../type.ts'
import { withWarnings } from '../warnings.ts'

/** An item inside an agent: its own layer. */
export const ItemInAgent = (kind: Kind) =>
  Type.Object({
    id: Id,
    category: Category(kind),
    statement: AnyText(exampleStatement[kind]),
    starred: Flag,
    hidden: Type.Boolean({ examples: [false] }),
  })

export const exampleStatement: Record<Kind, string> = {
  belief: 'Simple code is easier to trust',
  responsibility: 'Keep the build green',
}

/** An item of any scope; `agent_id` stands on an agent's, `group_id` on a group's. */
export const Item = (kind: Kind) =>
  Type.Object({
    id: Id,
    org_id: Id,
    group_id: Type.Optional(Id),
    agent_id: Type.Optional(Id),
    category: Category(kind),
    statement: AnyText(exampleStatement[kind]),
    starred: Flag,
    hidden: Type.Boolean({ examples: [false] }),
    status: OneOf(itemStatuses),
    approved_by: Nullable(Id),
    display_order: Type.Number({ examples: [0] }),
    n_count: Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })

export const ItemSource = Type.Object({
  id: Id,
  item_id: Id,
  source_type: AnyText('conversation'),
  quote: Nullable(AnyText('I never merge on red')),
  content_item_id: Nullable(Id),
  observation_id: Nullable(Id),
  title: Nullable(AnyText('Release review')),
  url: Nullable(AnyText('https://github.com/acme/api/commit/1f2e3d')),
  published_at: Nullable(Timestamp),
  created_at: Timestamp,
})

const rule = {
  type: OneOf(kindNames),
  category: OneOf(categories),
  statement: AnyText(exampleStatement.responsibility),
}
/** Which engine read the rules. */
const engine = AnyText('builtin')

/** What a rules file would become, and what it became (behavior: Rules import, import-claude-md). */
export const PlannedImport = Type.Object({
  dry_run: Flag,
  items: Type.Array(Type.Object(rule)),
  summary: Type.Object({ beliefs: Integer(0), responsibilities: Integer(), total: Integer() }),
  engine,
  ...withWarnings,
})
export const ImportResult = Type.Object({
  beliefs_created: Integer(0),
  beliefs_deduplicated: Integer(0),
  responsibilities_created: Integer(),
  responsibilities_deduplicated: Integer(0),
  deduplicated: Integer(0),
  total_items: Integer(),
  items: Type.Array(Type.Object({ ...rule, status: OneOf(['created', 'deduplicated']), id: Id })),
  engine,
  ...withWarnings,
})

export const Override = Type.Object({
  id: Id,
  agent_id: Id,
  source_type: OneOf(Object.keys(overrideSources)),
  source_id: Id,
  created_at: Timestamp,
})
