import { itemOrigins } from '#core/domain/identity/item-lifecycle.ts'
import { categories, itemStatuses, type Kind, kindNames, overrideSourceNames, scopes } from '#core/domain/kinds.ts'
import { withWarnings } from '../answers/warnings.ts'
import { AnyText, Category, Flag, Id, Integer, Named, Nullable, OneOf, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { withLost } from './lost.ts'

/** An item inside an agent: its own layer. */
export const ItemInAgent = (kind: Kind) =>
  Named(`Agent${itemNames[kind]}`, {
    id: Id,
    category: Category(kind),
    statement: AnyText(exampleStatement[kind]),
    starred: Flag,
    hidden: Type.Boolean({ examples: [false] }),
  })

/** The names of items in the OpenAPI document. */
export const itemNames = { belief: 'Belief', responsibility: 'Responsibility' } as const

export const Origin = OneOf(itemOrigins, {
  title: 'ItemOrigin',
  description:
    'discovery for what a run proposed, which stays out of the prompt until it is approved; manual for what a person or client wrote or imported, which is in the prompt unless it is hidden',
})

/** The session with a coding agent that something was read in. */
export const Session = Named('ObservedSession', {
  type: OneOf(['session']),
  tool: AnyText('claude-code'),
  session: AnyText('5b0c1f7e-2a55-4d6e-9a43-0d9f2b7c1e88'),
  at: Timestamp,
  project: Nullable(AnyText('acme/api')),
  ref: Nullable(AnyText('turn 14')),
})

export const exampleStatement: Record<Kind, string> = {
  belief: 'Simple code is easier to trust',
  responsibility: 'Keep the build green',
}

const countsOf = (title: string, names: readonly string[]) =>
  Named(title, Object.fromEntries(names.map((name) => [name, Integer()])))

/** Items, or tokens of items, by layer and by category. */
export const CountsByScope = countsOf('CountsByScope', scopes)
export const CountsByCategory = countsOf('CountsByCategory', categories)

/** The agent, group or organization that has an item. */
export const NamedOwner = Named('NamedOwner', { scope: OneOf(scopes), id: Id, name: AnyText('Platform') })

/** An item in a report, with its owner. */
export const ReportedItem = Named('ReportedItem', {
  id: Id,
  statement: AnyText(exampleStatement.belief),
  owner: NamedOwner,
})

/** Sessions with coding agents in which people repeated an item since its approval; absent if there are none. */
export const Repetitions = Named('Repetitions', { sessions: Integer(4), last_at: Timestamp })

/**
 * An item of any scope; an agent's item has `agent_id`, a group's `group_id`.
 *
 * @param more fields that only some answers have
 */
export const Item = <const P extends Parameters<typeof Type.Object>[0] = Record<never, never>>(kind: Kind, more?: P) =>
  Named(itemNames[kind], {
    id: Id,
    org_id: Id,
    group_id: Type.Optional(Id),
    agent_id: Type.Optional(Id),
    category: Category(kind),
    statement: AnyText(exampleStatement[kind]),
    starred: Flag,
    hidden: Type.Boolean({ examples: [false] }),
    status: OneOf(itemStatuses),
    origin: Origin,
    approved_by: Nullable(Id),
    display_order: Type.Number({ examples: [0] }),
    n_count: Integer(),
    said_again: Type.Optional(Repetitions),
    created_at: Timestamp,
    updated_at: Timestamp,
    ...(more as P),
  })

/** The agent, group or organization that an item belongs to. */
export const ItemOwner = Named('ItemOwner', {
  agent_id: Type.Optional(Id),
  group_id: Type.Optional(Id),
  org_id: Type.Optional(Id),
})

export const ItemSource = Named('ItemSource', {
  id: Id,
  item_id: Id,
  source_type: AnyText('conversation'),
  quote: Nullable(AnyText('I never merge on red')),
  content_item_id: Nullable(Id),
  observation_id: Nullable(Id),
  title: Nullable(AnyText('Release review')),
  url: Nullable(AnyText('https://github.com/acme/api/commit/1f2e3d')),
  published_at: Nullable(Timestamp),
  session: Type.Optional(Session),
  created_at: Timestamp,
})

const rule = {
  type: OneOf(kindNames),
  category: OneOf(categories),
  statement: AnyText(exampleStatement.responsibility),
}
export const Rule = Named('Rule', {
  ...rule,
  line: Type.Optional(Type.Integer({ description: 'line of the file, from 1, if it is known', examples: [12] })),
})
const Similarity = Type.Number({ minimum: 0, maximum: 1, examples: [0.91] })

/** The owner's items that are equivalent to a new one, most similar first; absent if there are none. */
export const withSimilar = (kind: Kind) => ({
  similar: Type.Optional(
    Type.Array(Named('SimilarItem', { id: Id, statement: AnyText(exampleStatement[kind]), similarity: Similarity }), {
      description: 'items of this owner, kind and category that say the same, up to 5',
    }),
  ),
})

/** Fields of an existing, equivalent item that was counted instead of creating a new one, with its similarity. */
export const withMatch = { _deduplicated: Flag, _matched_similarity: Similarity }

/** Similar items in an import's answer, for each of its items. */
export const withNear = (kind: Kind) => ({
  ...withSimilar(kind),
  _matched_similarity: Type.Optional(Similarity),
})

/** The engine that read the rules. */
const engine = AnyText('builtin')

/** The planned or completed import of a rules file (behavior: Rules import, import-claude-md). */
export const PlannedImport = Named('PlannedRulesImport', {
  dry_run: Flag,
  items: Type.Array(Rule),
  summary: Type.Object({ beliefs: Integer(0), responsibilities: Integer(), total: Integer() }),
  engine,
  ...withLost,
  ...withWarnings,
})
export const ImportResult = Named('RulesImport', {
  beliefs_created: Integer(0),
  beliefs_deduplicated: Integer(0),
  responsibilities_created: Integer(),
  responsibilities_deduplicated: Integer(0),
  deduplicated: Integer(0),
  total_items: Integer(),
  items: Type.Array(
    Type.Object({ ...rule, status: OneOf(['created', 'deduplicated']), id: Id, ...withNear('belief') }),
  ),
  engine,
  ...withLost,
  ...withWarnings,
})

export const Override = Named('Override', {
  id: Id,
  agent_id: Id,
  source_type: OneOf(overrideSourceNames),
  source_id: Id,
  created_at: Timestamp,
})
