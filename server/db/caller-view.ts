import {
  AliasNode,
  ColumnNode,
  type ColumnUpdateNode,
  type DeleteQueryNode,
  type Expression,
  type ExpressionBuilder,
  type FromNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type SqlBool,
  sql,
  TableNode,
  type UpdateQueryNode,
  WhereNode,
} from 'kysely'
import type { Caller } from '#core/domain/requests/caller.ts'
import { reviewRequired } from '#core/domain/requests/key-access.ts'
import type { Database } from './connect.ts'
import { isReviewed, isReviewedUpdate } from './reviewed-writes.ts'
import type { Tables } from './tables.ts'

/**
 * Narrows the database to what a caller with limited access to its organization may see and change. Every query built
 * with it is narrowed here, so that no verb can forget to do so (docs/explanation/decisions/042).
 */

type Viewer = Pick<Caller, 'orgIds' | 'agentId' | 'requiresReview'>
type Condition = (eb: ExpressionBuilder<Tables, keyof Tables>) => Expression<SqlBool>

/** Returns whether a caller sees or writes less than others, so that it needs a view of its own. */
export const hasView = ({ agentId, requiresReview }: Viewer): boolean =>
  agentId !== undefined || requiresReview === true

/** Returns the database with the caller's view; unchanged for a caller without such limits. */
export function viewFor(db: Database, viewer: Viewer): Database {
  return hasView(viewer) ? db.withPlugin(new CallerView(db, viewer)) : db
}

/**
 * Returns the condition of the visible rows of each table for a key of one agent. Tables that are missing here are
 * protected by the routes, which refuse such keys.
 */
function visibleRows(db: Database, orgId: string, agentId: string): Partial<Record<string, Condition>> {
  const agents = db.selectFrom('agents').where('org_id', '=', orgId).where('id', '=', agentId)
  const group = () => agents.select('group_id').$asScalar()
  const own: Condition = (eb) => eb(sql.ref('agent_id'), '=', agentId)
  /** Rows of the agent and of the layers above it. */
  const inLayers =
    (table: string): Condition =>
    (eb) => {
      const column = (name: string) => sql.ref(`${table}.${name}`)
      return eb.or([
        eb(column('agent_id'), '=', agentId),
        eb.and([
          eb(column('agent_id'), 'is', null),
          eb.or([eb(column('group_id'), 'is', null), eb(column('group_id'), '=', group())]),
        ]),
      ])
    }
  // Decided by the layers that a request concerned when it was created: its changes are deleted with their agent.
  const ofOthers = db
    .selectFrom('change_request_owners')
    .select('change_request_id')
    .where('org_id', '=', orgId)
    .where('owner_id', 'not in', [orgId, agentId])
    .where((eb) => eb('owner_id', '<>', eb.fn.coalesce(group(), sql.val(orgId))))
  const conversations = db
    .selectFrom('participants')
    .select('conversation_id')
    .where('org_id', '=', orgId)
    .where('agent_id', '=', agentId)
  return {
    agents: (eb) => eb(sql.ref('agents.id'), '=', agentId),
    groups: (eb) => eb(sql.ref('groups.id'), '=', group()),
    items: inLayers('items'),
    audit_log: inLayers('audit_log'),
    conversations: (eb) => eb(sql.ref('conversations.id'), 'in', conversations),
    change_requests: (eb) => eb(sql.ref('change_requests.id'), 'not in', ofOthers),
    ...Object.fromEntries(
      [
        'overrides',
        'snapshots',
        'prompt_versions',
        'live_prompts',
        'prompt_labels',
        'label_moves',
        'content_sources',
        'content_items',
        'jobs',
        'signals',
        'observations',
        'decisions',
      ].map((table) => [table, own]),
    ),
  }
}

class CallerView extends OperationNodeTransformer implements KyselyPlugin {
  readonly #db: Database
  readonly #visible: Partial<Record<string, Condition>>
  /** The rows that may be changed: items of the layers above are visible, but read-only. */
  readonly #changeable: Partial<Record<string, Condition>>
  readonly #requiresReview: boolean

  constructor(db: Database, { orgIds: [orgId], agentId, requiresReview = false }: Viewer) {
    super()
    this.#db = db
    this.#requiresReview = requiresReview
    this.#visible = agentId === undefined ? {} : visibleRows(db, orgId!, agentId)
    const own: Condition = (eb) => eb(sql.ref('agent_id'), '=', agentId!)
    const none: Condition = () => sql<SqlBool>`1 = 0`
    this.#changeable = agentId === undefined ? {} : { ...this.#visible, items: own, groups: none, organizations: none }
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) => this.transformNode(node, queryId)
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result

  protected override transformFrom(...input: Parameters<OperationNodeTransformer['transformFrom']>): FromNode {
    const node = super.transformFrom(...input)
    return { ...node, froms: node.froms.map((from) => this.#narrowed(from)) }
  }

  protected override transformJoin(...input: Parameters<OperationNodeTransformer['transformJoin']>): JoinNode {
    const node = super.transformJoin(...input)
    return { ...node, table: this.#narrowed(node.table) }
  }

  protected override transformInsertQuery(
    ...input: Parameters<OperationNodeTransformer['transformInsertQuery']>
  ): InsertQueryNode {
    const node = super.transformInsertQuery(...input)
    const name = node.into && nameOf(node.into)
    if (name !== undefined) {
      this.#requireNoReview(isReviewed(name, 'insert'))
      this.#requireNoReview(isReviewedUpdate(name, columnsOf(node.onConflict?.updates)))
    }
    return node
  }

  protected override transformUpdateQuery(
    ...input: Parameters<OperationNodeTransformer['transformUpdateQuery']>
  ): UpdateQueryNode {
    const node = super.transformUpdateQuery(...input)
    const name = node.table && nameOf(node.table)
    if (name === undefined) return node
    this.#requireNoReview(isReviewedUpdate(name, columnsOf(node.updates)))
    return this.#limited(node, name)
  }

  protected override transformDeleteQuery(
    ...input: Parameters<OperationNodeTransformer['transformDeleteQuery']>
  ): DeleteQueryNode {
    // The target of a delete stays a table.
    const { from } = input[0]
    const node = { ...super.transformDeleteQuery(...input), from }
    const name = nameOf(from.froms[0]!)
    if (name === undefined) return node
    this.#requireNoReview(isReviewed(name, 'delete'))
    return this.#limited(node, name)
  }

  /** Replaces a table in a query by its visible rows. */
  #narrowed(node: OperationNode): OperationNode {
    const name = nameOf(node)
    const condition = name === undefined ? undefined : this.#visible[name]
    if (!condition) return node
    const rows = this.#db
      .selectFrom(name as keyof Tables)
      .selectAll()
      .where(condition as never)
      .toOperationNode()
    return AliasNode.create(rows, AliasNode.is(node) ? node.alias : IdentifierNode.create(name!))
  }

  #limited<Node extends UpdateQueryNode | DeleteQueryNode>(node: Node, name: string): Node {
    const condition = this.#changeable[name]
    if (!condition) return node
    const { where } = this.#db
      .selectFrom(name as keyof Tables)
      .where(condition as never)
      .toOperationNode()
    const limit = where!.where
    return {
      ...node,
      where: node.where ? WhereNode.cloneWithOperation(node.where, 'And', limit) : WhereNode.create(limit),
    }
  }

  #requireNoReview(isReviewed: boolean): void {
    if (this.#requiresReview && isReviewed) throw reviewRequired()
  }
}

/** Returns the columns that an update sets; a column set by an unnamed expression counts as any column. */
const columnsOf = (updates: readonly ColumnUpdateNode[] = []): string[] =>
  updates.map(({ column }) => (ColumnNode.is(column) ? column.column.name : ''))

/** Returns the name of a table in a query; undefined for any other source of rows. */
function nameOf(node: OperationNode): string | undefined {
  if (AliasNode.is(node)) return nameOf(node.node)
  return TableNode.is(node) ? node.table.identifier.name : undefined
}
