import { type Kind, kinds } from '#core/domain/kinds.ts'
import type { Ctx } from '../../../deps.ts'
import { createItemOnce } from '../../../features/consensus/create-once.ts'
import { findItem, itemFields } from '../../../features/items/items.ts'
import { listItems } from '../../../features/items/lists.ts'
import { groupOwner, type Owner, organizationOwner } from '../../../features/layers/owners.ts'
import { changeContextOf, contextOf } from '../../access/auth.ts'
import { secretWarnings } from '../../answers/warnings.ts'
import { Id, Named, nextStep, OrgInPath, PagedList, pageOf, responses, withNextSteps } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Item, itemNames } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'
import { defaultLimit, itemFilter } from './fields.ts'
import { newItemOnce, onceFields, onceResponses } from './once.ts'
import { addItemVerbs } from './one-item.ts'

/** The two layers that agents inherit from: their path prefix, and the owner that a path names. */
const layers = {
  org: {
    path: '/organizations/:orgId',
    param: { orgId: OrgInPath },
    tag: 'Organization items',
    owner: (ctx: Ctx, params: Params) => organizationOwner(ctx, { org_id: params.orgId }),
  },
  group: {
    path: '/groups/:groupId',
    param: { groupId: Id },
    tag: 'Group items',
    owner: (ctx: Ctx, params: Params) => groupOwner(ctx, params.groupId!),
  },
}

type Params = Record<string, string>

/**
 * Items of an organization or group, for one layer and kind; registered for all four combinations (behavior: Layers).
 */
export const layerItemRoutes =
  (layer: keyof typeof layers, kind: Kind): Routes =>
  (deps) =>
  async (app) => {
    const { path, param, tag, owner } = layers[layer]
    const { plural } = kinds[kind]
    const tags = [tag]
    const idName = `${kind}Id`
    const collection = `${path}/${plural}`
    const LayerParams = Type.Object(param)

    const ownerOf = async (request: Parameters<typeof contextOf>[0]): Promise<{ ctx: Ctx; owner: Owner }> => {
      const ctx = contextOf(request, deps)
      return { ctx, owner: await owner(ctx, request.params as Params) }
    }
    app.get(
      collection,
      {
        config: { access: 'read', agentKeys: true },
        schema: {
          tags,
          summary: `List ${plural}`,
          description: `The ${plural} of this layer alone, hidden and rejected ones included.`,
          params: LayerParams,
          querystring: Type.Object(itemFilter(kind)),
          response: responses(
            200,
            Named(`${itemNames[kind]}List`, { ...PagedList(Item(kind)).properties, ...withNextSteps }),
            [400, 401, 404],
          ),
        },
      },
      async (request) => {
        const { ctx, owner } = await ownerOf(request)
        const { limit, offset, cursor, ...filter } = request.query
        const { data, ...rest } = await listItems(
          ctx,
          owner,
          kind,
          filter,
          pageOf({ limit, offset, cursor }, defaultLimit),
        )
        const address = `/${layer === 'org' ? 'organizations' : 'groups'}/${owner.owner_id}/${plural}`
        return {
          data: data.map(itemFields),
          ...rest,
          next_steps: [nextStep(`create_${kind}`, 'POST', address, `Add a ${kind} that every agent below inherits`)],
        }
      },
    )

    app.post(
      collection,
      {
        config: { access: 'write', changesPrompts: true },
        schema: {
          tags,
          summary: `Create a ${kind}`,
          description:
            'Every agent below inherits it immediately. With dedupe, a statement that the layer has in other words is counted on that item: 200 instead of 201.',
          params: LayerParams,
          body: Named(`NewInherited${itemNames[kind]}`, newItemOnce(kind)),
          response: onceResponses(kind),
        },
      },
      async (request, reply) => {
        const { ctx, owner } = await ownerOf(request)
        const creation = await createItemOnce(ctx, owner, kind, request.body)
        reply.status(creation.matched === undefined ? 201 : 200)
        return { ...onceFields(creation), ...secretWarnings({ statement: request.body.statement }) }
      },
    )

    addItemVerbs(app, {
      kind,
      tags,
      path: `${collection}/:${idName}`,
      params: Type.Object({ ...param, [idName]: Id }),
      isBare: false,
      find: async (request) => {
        const ctx = changeContextOf(request, deps)
        const layerOwner = await owner(ctx, request.params as Params)
        return { ctx, item: await findItem(ctx, kind, (request.params as Params)[idName]!, layerOwner) }
      },
    })
  }
