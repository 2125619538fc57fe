import { contentStatuses } from '#core/domain/kinds.ts'
import { contentSourceTypes } from '#core/domain/sources/content-platforms.ts'
import { listContentItems, updateContentItem } from '../../../features/content/content-items.ts'
import { changeContextOf, contextOf } from '../../access/auth.ts'
import { sendWithList } from '../../answers/lists.ts'
import { AgentId, Id, OneOf, PagedList, pageOf, pageQuery, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { ContentItem } from '../../resources/content.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Content']
const defaultLimit = 50
const ItemParams = Type.Object({ itemId: Id })

/** Content items (behavior: Content items). */
export const contentItemRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/content-items',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List content items of an agent',
        description: 'Latest first by published_at, without unpublished ones. The response is streamed.',
        querystring: Type.Object({
          agent_id: AgentId,
          source_id: Type.Optional(Id),
          source_type: Type.Optional(OneOf(contentSourceTypes)),
          status: Type.Optional(OneOf(contentStatuses)),
          ...pageQuery(defaultLimit),
        }),
        response: responses(200, PagedList(ContentItem), [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const { agent_id, limit, offset, cursor, ...filter } = request.query
      const page = pageOf({ limit, offset, cursor }, defaultLimit)
      const { head, batches } = await listContentItems(contextOf(request, deps), agent_id, filter, page)
      return sendWithList(reply, head, 'data', batches)
    },
  )

  app.patch(
    '/content-items/:itemId',
    {
      config: { access: 'write', agentKeys: true },
      schema: {
        tags,
        summary: 'Hide or show a content item',
        description: 'Hidden content no longer supports signals; their scores drop at the next discovery run.',
        params: ItemParams,
        body: Type.Object({ status: OneOf(contentStatuses) }),
        response: responses(200, ContentItem, [400, 401, 404, 412]),
      },
    },
    (request) => updateContentItem(changeContextOf(request, deps), request.params.itemId, request.body.status),
  )
}
