import { publishConversation, unpublishConversation } from '../../../features/content/publishing.ts'
import { contextOf } from '../../access/auth.ts'
import { sendWithList } from '../../answers/lists.ts'
import { AgentId, AgentReference, Id, Named, responses, Success, success } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { ContentItem } from '../../resources/content.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Conversations']
const SessionParams = Type.Object({ sessionId: Id })

/** Publishes conversations as content (behavior: Publishing). */
export const publishingRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/conversations/:sessionId/publish',
    {
      config: { access: 'write', agentKeys: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Publish a conversation as content of an agent',
        description:
          'Returns the first content item, and all of them in `items`: a conversation over 64 kB becomes several, split between messages. Publishing again updates the same content items.',
        params: SessionParams,
        body: AgentReference,
        response: responses(
          201,
          Named('PublishedConversation', { ...ContentItem.properties, items: Type.Array(ContentItem) }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const { sessionId } = request.params
      const { first, items } = await publishConversation(contextOf(request, deps), sessionId, request.body.agent_id)
      return sendWithList(reply.status(201), first, 'items', items)
    },
  )

  app.delete(
    '/conversations/:sessionId/publish',
    {
      config: { access: 'write', agentKeys: true, turns: 'always' },
      schema: {
        tags,
        summary: 'Unpublish a conversation',
        description: 'Removes the content item of this agent; `published_at` is cleared when no agent has one left.',
        params: SessionParams,
        querystring: Type.Object({ agent_id: AgentId }),
        response: responses(200, Success, [400, 401, 404]),
      },
    },
    async (request) => {
      await unpublishConversation(contextOf(request, deps), request.params.sessionId, request.query.agent_id)
      return success
    },
  )
}
