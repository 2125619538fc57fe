import type { FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { type Kind, scopes } from '#core/domain/kinds.ts'
import type { Ctx } from '../../../deps.ts'
import { deleteItem, type findItem, itemFields, toggleItem, updateItem } from '../../../features/items/items.ts'
import { withSaidAgain } from '../../../features/items/said-again.ts'
import { secretWarnings, withWarnings } from '../../answers/warnings.ts'
import { Named, OneOf, responses, Success, success, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Item, itemNames } from '../../resources/items.ts'
import type { App } from '../../routes.ts'
import { itemChanges } from './fields.ts'

type StoredItem = Awaited<ReturnType<typeof findItem>>

interface ItemAddress {
  kind: Kind
  tags: string[]
  /** `/beliefs/:beliefId`, or the same below a layer. */
  path: string
  params: TObject
  /** Whether the address contains only the item's id, so that answers include the item's scope. */
  isBare: boolean
  /** @throws 404 for an item that does not exist or that the caller may not see. */
  find: (request: FastifyRequest) => Promise<{ ctx: Ctx; item: StoredItem }>
}

const scope = OneOf(scopes)
const Deleted = Named('ItemDeletion', {
  action: OneOf(['deleted', 'hidden']),
  scope: Type.Optional(scope),
  reason: Type.Optional(Text(300, 'It was discovered from content')),
})

/** Registers the verbs of a single item. */
export function addItemVerbs(app: App, { kind, tags, path, params, isBare, find }: ItemAddress) {
  const OneItem = isBare ? Item(kind, { _scope: scope }) : Item(kind)
  const answerOf = async (ctx: Ctx, changed: StoredItem) => {
    const [item] = await withSaidAgain(ctx, [changed])
    return { ...itemFields(item!), _scope: changed.scope }
  }
  const reach = isBare ? 'Of any scope. ' : ''

  app.patch(
    path,
    {
      config: { access: 'write', agentKeys: isBare, changesPrompts: true },
      schema: {
        tags,
        summary: `Change a ${kind}`,
        description: `${reach}Approving shows it, rejecting hides it; an explicit hidden wins.`,
        params,
        body: Named(`${itemNames[kind]}Changes`, itemChanges(kind)),
        response: responses(200, Item(kind, { ...OneItem.properties, ...withWarnings }), [400, 401, 404, 409, 412]),
      },
    },
    async (request) => {
      const { ctx, item } = await find(request)
      const changed = await updateItem(ctx, item, request.body)
      return { ...(await answerOf(ctx, changed)), ...secretWarnings({ statement: request.body.statement }) }
    },
  )

  app.delete(
    path,
    {
      config: { access: 'write', agentKeys: isBare, changesPrompts: true },
      schema: {
        tags,
        summary: `Delete a ${kind}`,
        description: `${reach}Items that were discovered from content are hidden instead.`,
        params,
        response: responses(200, isBare ? Deleted : Success, [401, 404, 412]),
      },
    },
    async (request) => {
      const { ctx, item } = await find(request)
      const outcome = await deleteItem(ctx, item)
      return isBare ? outcome : success
    },
  )

  for (const [action, flag, description] of [
    ['star', 'starred', 'Starred items come first in prompts, and are emphasized.'],
    ['hide', 'hidden', 'Hidden items are in no prompt.'],
  ] as const) {
    app.post(
      `${path}/${action}`,
      {
        config: { access: 'write', agentKeys: isBare, changesPrompts: true },
        schema: {
          tags,
          summary: `Invert ${flag}`,
          description,
          params,
          response: responses(200, OneItem, [401, 404, 412]),
        },
      },
      async (request) => {
        const { ctx, item } = await find(request)
        return answerOf(ctx, await toggleItem(ctx, item, flag))
      },
    )
  }
}
