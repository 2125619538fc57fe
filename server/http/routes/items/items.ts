import { Type } from 'typebox'
import { badRequest } from '../../../domain/errors.ts'
import { type Category, itemStatuses, type Kind, kinds } from '../../../domain/kinds.ts'
import { createAgentItem, createItems } from '../../../features/items/create.ts'
import {
  deleteItem,
  findItem,
  type ItemChanges,
  itemFields,
  toggleItem,
  updateItem,
  updateItems,
} from '../../../features/items/items.ts'
import { listItems, listItemsOfGroupAgents, listSources } from '../../../features/items/lists.ts'
import { agentOwner, groupOwner } from '../../../features/layers/owners.ts'
import { changeContextOf, contextOf } from '../../auth.ts'
import { exampleStatement, Item, ItemSource } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'
import {
  Category as CategorySchema,
  Count,
  DisplayOrder,
  Flag,
  Id,
  InitialStatus,
  List,
  OneOf,
  pageOf,
  pageQuery,
  responses,
  Statement,
  Text,
} from '../../schemas.ts'
import { secretWarnings, withWarnings } from '../../warnings.ts'

export const defaultLimit = 100
const maxCreated = 100
const maxUpdated = 500

export const itemFilter = (kind: Kind) => ({
  category: Type.Optional(CategorySchema(kind)),
  status: Type.Optional(OneOf(itemStatuses)),
  starred: Type.Optional(Flag),
  hidden: Type.Optional(Flag),
  ...pageQuery(defaultLimit),
})

export const newItem = (kind: Kind) => ({
  category: CategorySchema(kind),
  statement: Statement(exampleStatement[kind]),
  status: Type.Optional(InitialStatus),
})

const flags = {
  status: Type.Optional(OneOf(itemStatuses)),
  starred: Type.Optional(Flag),
  hidden: Type.Optional(Flag),
}

export const itemChanges = (kind: Kind) => ({
  statement: Type.Optional(Statement(exampleStatement[kind])),
  category: Type.Optional(CategorySchema(kind)),
  display_order: Type.Optional(DisplayOrder),
  ...flags,
})

/** Items by their bare id, for one kind; registered for both (behavior: Categories). */
export const itemRoutes =
  (kind: Kind): Routes =>
  (deps) =>
  async (app) => {
    const { plural } = kinds[kind]
    const tags = [plural === 'beliefs' ? 'Beliefs' : 'Responsibilities']
    const path = `/${plural}`
    const idName = `${kind}Id`
    const Params = Type.Object({ [idName]: Id })
    const scoped = { _scope: OneOf(['agent', 'group', 'org']) }
    const found = (request: { params: unknown }) => (request.params as Record<string, string>)[idName]!

    app.get(
      path,
      {
        schema: {
          tags,
          summary: `List ${plural}`,
          description: `An agent’s own ${plural}, or with groupId those of all agents of the group, each with its agent’s name.`,
          querystring: Type.Object({ agent_id: Type.Optional(Id), group_id: Type.Optional(Id), ...itemFilter(kind) }),
          response: responses(
            200,
            List(Type.Object({ ...Item(kind).properties, agent_name: Type.Optional(Text(200, 'Ada')) })),
            [400, 401, 404],
          ),
        },
      },
      async (request) => {
        const ctx = contextOf(request, deps)
        const { agent_id, group_id, limit, offset, ...filter } = request.query
        const page = pageOf({ limit, offset }, defaultLimit)
        if (agent_id) {
          const { data, count } = await listItems(ctx, await agentOwner(ctx, agent_id), kind, filter, page)
          return { data: data.map(itemFields), count }
        }
        if (!group_id) throw badRequest('agentId is required, or groupId for all agents of a group')
        const { data, count } = await listItemsOfGroupAgents(ctx, await groupOwner(ctx, group_id), kind, filter, page)
        return { data: data.map((item) => ({ ...itemFields(item), agent_name: item.agent_name })), count }
      },
    )

    app.post(
      path,
      {
        schema: {
          tags,
          summary: `Create a ${kind}`,
          description:
            'The statement is normalized first; with sourceType its provenance is recorded. `status` sets its status directly: `approved` makes the caller its approver. Without it, the organization’s setting applies.',
          body: Type.Object({
            agent_id: Id,
            ...newItem(kind),
            source_type: Type.Optional(Text(64, 'conversation', { minLength: 1 })),
            quote: Type.Optional(Text(20_000, 'I never merge on red')),
            n_count: Type.Optional(Count),
          }),
          response: responses(201, Type.Object({ ...Item(kind).properties, ...withWarnings }), [400, 401, 404, 409]),
        },
      },
      async (request, reply) => {
        const ctx = contextOf(request, deps)
        const { agent_id, ...input } = request.body
        const item = await createAgentItem(ctx, agent_id, kind, input)
        reply.status(201)
        return { ...itemFields(item), ...secretWarnings({ statement: input.statement, quote: input.quote }) }
      },
    )

    app.post(
      `${path}/bulk`,
      {
        config: { tier: 'bulk' },
        schema: {
          tags,
          summary: `Create up to ${maxCreated} ${plural}`,
          description:
            'Duplicates are skipped, also within the request. agentId is given at the top or in every entry.',
          body: Type.Object({
            agent_id: Type.Optional(Id),
            [plural]: Type.Array(Type.Object({ agent_id: Type.Optional(Id), ...newItem(kind) }), {
              minItems: 1,
              maxItems: maxCreated,
            }),
          }),
          response: responses(
            201,
            Type.Object({
              created: Type.Integer({ examples: [1] }),
              [plural]: Type.Array(Item(kind)),
              ...withWarnings,
            }),
            [400, 401, 404],
          ),
        },
      },
      async (request, reply) => {
        const ctx = contextOf(request, deps)
        const body = request.body as { agent_id?: string } & Record<string, BulkEntry[]>
        const entries = body[plural]!.map(({ agent_id = body.agent_id, ...input }) => {
          if (!agent_id) throw badRequest(`agentId is required: at the top, or in every entry of ${plural}`)
          return { agent_id, ...input }
        })
        const owners = new Map<string, Awaited<ReturnType<typeof agentOwner>>>()
        for (const id of new Set(entries.map(({ agent_id }) => agent_id))) owners.set(id, await agentOwner(ctx, id))
        const results = await createItems(
          ctx,
          kind,
          entries.map(({ agent_id, ...input }) => ({ ...input, owner: owners.get(agent_id)! })),
        )
        const created = results.flatMap((result) => (result.created ? [itemFields(result.item)] : []))
        reply.status(201)
        const sent = entries.map(({ statement }, index) => [`${plural}[${index}].statement`, statement])
        return { created: created.length, [plural]: created, ...secretWarnings(Object.fromEntries(sent)) }
      },
    )

    app.patch(
      `${path}/bulk`,
      {
        config: { tier: 'bulk' },
        schema: {
          tags,
          summary: `Change several ${plural}`,
          description: `Of any scope. Ids that are missing, foreign or of the other kind are skipped. Either \`ids\` with one \`updates\` object for all, or \`updates\` as a list with an id in each entry.`,
          body: Type.Object({
            ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: maxUpdated })),
            updates: Type.Union([
              Type.Object(flags),
              Type.Array(Type.Object({ id: Id, ...flags }), { minItems: 1, maxItems: maxUpdated }),
            ]),
          }),
          response: responses(
            200,
            Type.Object({
              updated: Type.Integer({ examples: [1] }),
              agents_affected: Type.Integer({ examples: [1] }),
              groups_affected: Type.Integer({ examples: [0] }),
              orgs_affected: Type.Integer({ examples: [0] }),
            }),
            [400, 401],
          ),
        },
      },
      (request) => updateItems(contextOf(request, deps), kind, changesOf(request.body)),
    )

    app.patch(
      `${path}/:${idName}`,
      {
        schema: {
          tags,
          summary: `Change a ${kind}`,
          description: 'Of any scope. Approving shows it, rejecting hides it; an explicit hidden wins.',
          params: Params,
          body: Type.Object(itemChanges(kind)),
          response: responses(
            200,
            Type.Object({ ...Item(kind).properties, ...scoped, ...withWarnings }),
            [400, 401, 404, 409, 412],
          ),
        },
      },
      async (request) => {
        const ctx = changeContextOf(request, deps)
        const item = await updateItem(ctx, await findItem(ctx, kind, found(request)), request.body)
        const { statement } = request.body
        return { ...itemFields(item), _scope: item.scope, ...secretWarnings({ statement }) }
      },
    )

    app.delete(
      `${path}/:${idName}`,
      {
        schema: {
          tags,
          summary: `Delete a ${kind}`,
          description: 'Of any scope. Items that were discovered from content are hidden instead.',
          params: Params,
          response: responses(
            200,
            Type.Object({
              action: OneOf(['deleted', 'hidden']),
              scope: Type.Optional(scoped._scope),
              reason: Type.Optional(Text(300, 'It was discovered from content')),
            }),
            [401, 404, 412],
          ),
        },
      },
      async (request) => {
        const ctx = changeContextOf(request, deps)
        return deleteItem(ctx, await findItem(ctx, kind, found(request)))
      },
    )

    for (const [action, flag] of [
      ['star', 'starred'],
      ['hide', 'hidden'],
    ] as const) {
      app.post(
        `${path}/:${idName}/${action}`,
        {
          schema: {
            tags,
            summary: `Invert ${flag}`,
            params: Params,
            response: responses(200, Type.Object({ ...Item(kind).properties, ...scoped }), [401, 404, 412]),
          },
        },
        async (request) => {
          const ctx = changeContextOf(request, deps)
          const item = await toggleItem(ctx, await findItem(ctx, kind, found(request)), flag)
          return { ...itemFields(item), _scope: item.scope }
        },
      )
    }

    app.get(
      `${path}/:${idName}/sources`,
      {
        schema: {
          tags,
          summary: `List the sources of a ${kind}`,
          params: Params,
          querystring: Type.Object(pageQuery(defaultLimit)),
          response: responses(200, List(ItemSource), [400, 401, 404]),
        },
      },
      async (request) => {
        const ctx = contextOf(request, deps)
        return listSources(ctx, await findItem(ctx, kind, found(request)), pageOf(request.query, defaultLimit))
      },
    )
  }

interface BulkEntry {
  agent_id?: string
  category: Category
  statement: string
  status?: 'pending' | 'approved'
}

type Flags = Pick<ItemChanges, 'status' | 'starred' | 'hidden'>

/** Both forms of a bulk change as one list; an id that comes twice takes its last change. */
function changesOf({ ids, updates }: { ids?: string[]; updates: Flags | (Flags & { id: string })[] }) {
  const changes = Array.isArray(updates)
    ? updates.map(({ id, ...set }) => ({ id, set }))
    : (ids ?? []).map((id) => ({ id, set: updates }))
  if (changes.length === 0) throw badRequest('ids is required: 1 to 500 ids')
  if (changes.some(({ set }) => Object.keys(set).length === 0)) {
    throw badRequest('updates must include status, starred or hidden')
  }
  return changes
}
