import { badRequest } from '#core/base/errors.ts'
import { type Kind, kinds } from '#core/domain/kinds.ts'
import { createAgentItemOnce } from '../../../features/consensus/create-once.ts'
import { findItem, itemFields } from '../../../features/items/items.ts'
import { listAgentItems, listItemsOfGroupAgents, listSources } from '../../../features/items/lists.ts'
import { groupOwner } from '../../../features/layers/owners.ts'
import { changeContextOf, contextOf } from '../../access/auth.ts'
import { sendJson } from '../../answers/documents.ts'
import { secretWarnings } from '../../answers/warnings.ts'
import { AgentId, Count, Id, Line, PagedList, pageOf, pageQuery, responses, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Item, ItemSource } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'
import { defaultLimit, itemFilter, itemTags } from './fields.ts'
import { newItemOnce, onceFields, onceResponses } from './once.ts'
import { addItemVerbs } from './one-item.ts'

/** Items by id alone, for one kind; registered for both (behavior: Categories). */
export const itemRoutes =
  (kind: Kind): Routes =>
  (deps) =>
  async (app) => {
    const { plural } = kinds[kind]
    const path = `/${plural}`
    const idName = `${kind}Id`
    const tags = itemTags[kind]
    const params = Type.Object({ [idName]: Id })
    const idIn = (request: { params: unknown }) => (request.params as Record<string, string>)[idName]!

    app.get(
      path,
      {
        config: { access: 'read', agentKeys: true },
        schema: {
          tags,
          summary: `List ${plural}`,
          description: `An agent’s own ${plural}, or with groupId those of all agents of the group, each with its agent’s name.`,
          querystring: Type.Object({
            agent_id: Type.Optional(AgentId),
            group_id: Type.Optional(Id),
            ...itemFilter(kind),
          }),
          response: responses(
            200,
            PagedList(Item(kind, { agent_name: Type.Optional(Text(200, 'Ada')) })),
            [400, 401, 404],
          ),
        },
      },
      async (request, reply) => {
        const ctx = contextOf(request, deps)
        const { agent_id, group_id, limit, offset, cursor, ...filter } = request.query
        const page = pageOf({ limit, offset, cursor }, defaultLimit)
        // Encoded here with the fields of the schema, because the schema's serializer takes several times as long.
        if (agent_id) {
          const { data, ...rest } = await listAgentItems(ctx, agent_id, kind, filter, page)
          return sendJson(reply, JSON.stringify({ data: data.map(itemFields), ...rest }))
        }
        if (!group_id) throw badRequest('agentId is required, or groupId for all agents of a group')
        const { data, ...rest } = await listItemsOfGroupAgents(ctx, await groupOwner(ctx, group_id), kind, filter, page)
        const items = data.map((item) => ({ ...itemFields(item), agent_name: item.agent_name }))
        return sendJson(reply, JSON.stringify({ data: items, ...rest }))
      },
    )

    app.post(
      path,
      {
        config: { access: 'write', agentKeys: true, changesPrompts: true },
        schema: {
          tags,
          summary: `Create a ${kind}`,
          description:
            'The statement is normalized first; with sourceType its provenance is recorded. `status` sets its status directly: `approved` makes the caller its approver. Without it, the organization’s setting applies. With dedupe, a statement that the agent has in other words is counted on that item: 200 instead of 201.',
          body: Type.Object({
            agent_id: AgentId,
            ...newItemOnce(kind),
            source_type: Type.Optional(Line(64, 'conversation', { minLength: 1 })),
            quote: Type.Optional(Text(20_000, 'I never merge on red')),
            n_count: Type.Optional(Count),
          }),
          response: onceResponses(kind),
        },
      },
      async (request, reply) => {
        const ctx = contextOf(request, deps)
        const { agent_id, ...input } = request.body
        const creation = await createAgentItemOnce(ctx, agent_id, kind, input)
        reply.status(creation.matched === undefined ? 201 : 200)
        return { ...onceFields(creation), ...secretWarnings({ statement: input.statement, quote: input.quote }) }
      },
    )

    addItemVerbs(app, {
      kind,
      tags,
      path: `${path}/:${idName}`,
      params,
      isBare: true,
      find: async (request) => {
        const ctx = changeContextOf(request, deps)
        return { ctx, item: await findItem(ctx, kind, idIn(request)) }
      },
    })

    app.get(
      `${path}/:${idName}/sources`,
      {
        config: { access: 'read', agentKeys: true },
        schema: {
          tags,
          summary: `List the sources of a ${kind}`,
          description: `The provenance of the ${kind}: the quotes, content and observations that support it.`,
          params,
          querystring: Type.Object(pageQuery(defaultLimit)),
          response: responses(200, PagedList(ItemSource), [400, 401, 404]),
        },
      },
      async (request) => {
        const ctx = contextOf(request, deps)
        return listSources(ctx, await findItem(ctx, kind, idIn(request)), pageOf(request.query, defaultLimit))
      },
    )
  }
