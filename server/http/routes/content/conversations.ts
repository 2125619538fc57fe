import { badRequest } from '#core/base/errors.ts'
import { parseMoment } from '#core/base/time.ts'
import { conversationStatuses, participantTypes } from '#core/domain/kinds.ts'
import { resolveBodyOrganization } from '../../../features/accounts/organizations.ts'
import { createConversation, listConversations } from '../../../features/content/conversations.ts'
import { readConversation } from '../../../features/content/messages.ts'
import { updateConversation } from '../../../features/content/publishing.ts'
import { contextOf } from '../../access/auth.ts'
import { sendWithList } from '../../answers/lists.ts'
import { Clearable } from '../../requests/patch-null.ts'
import {
  AgentId,
  Id,
  Integer,
  Line,
  Name,
  Named,
  nextCursor,
  OneOf,
  orgReference,
  PagedList,
  pageOf,
  pageQuery,
  responses,
  Text,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Conversation, Message, Participant } from '../../resources/content.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Conversations']
const defaultLimit = 1000
const SessionParams = Type.Object({ sessionId: Id })
const count = Integer(2)

/** Conversations and their messages (behavior: Conversations). */
export const conversationRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/conversations',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List conversations of an agent',
        description: 'Latest first.',
        querystring: Type.Object({ agent_id: AgentId, ...pageQuery(defaultLimit) }),
        response: responses(
          200,
          PagedList(
            Named('ConversationSummary', {
              ...Conversation.properties,
              participant_count: count,
              message_count: count,
            }),
          ),
          [400, 401, 404],
        ),
      },
    },
    (request) => {
      const { agent_id, ...query } = request.query
      return listConversations(contextOf(request, deps), agent_id, pageOf(query, defaultLimit))
    },
  )

  app.post(
    '/conversations',
    {
      config: { access: 'propose', agentKeys: true },
      schema: {
        tags,
        summary: 'Start a conversation',
        description:
          'A participant of type agent names an agent of the organization; its displayName defaults to the agent’s name.',
        body: Type.Object({
          ...orgReference,
          title: Clearable(Name('Release review', { maxLength: 500 })),
          participants: Type.Array(
            Type.Object({
              participant_type: OneOf(participantTypes),
              display_name: Type.Optional(Name('Ada')),
              agent_id: Type.Optional(AgentId),
              user_id: Type.Optional(Id),
              role: Type.Optional(Line(100, 'participant', { minLength: 1 })),
            }),
            { maxItems: 100 },
          ),
        }),
        response: responses(
          201,
          Named('ConversationWithParticipants', { ...Conversation.properties, participants: Type.Array(Participant) }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { org_id, org_slug, title = null, participants } = request.body
      const orgId = await resolveBodyOrganization(ctx, { org_id, org_slug })
      const conversation = await createConversation(ctx, orgId, { title, participants })
      reply.status(201)
      return conversation
    },
  )

  app.get(
    '/conversations/:sessionId',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read a conversation',
        description:
          'With its messages in order, by default the first 1000; `message_count` says how many there are. The response is streamed.',
        params: SessionParams,
        querystring: Type.Object(pageQuery(defaultLimit)),
        response: responses(
          200,
          Type.Object({
            ...Conversation.properties,
            message_count: count,
            ...nextCursor,
            participants: Type.Array(Participant),
            messages: Type.Array(Message),
          }),
          [400, 401, 404],
        ),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query, defaultLimit)
      const { conversation, messages } = await readConversation(
        contextOf(request, deps),
        request.params.sessionId,
        page,
      )
      return sendWithList(reply, conversation, 'messages', messages)
    },
  )

  app.patch(
    '/conversations/:sessionId',
    {
      config: { access: 'write', agentKeys: true, documentedKeys: 'snake_case', turns: 'always' },
      schema: {
        tags,
        summary: 'Change a conversation',
        description:
          'Completing sets ended_at if it is empty, and publishes if the organization publishes automatically.',
        params: SessionParams,
        body: Type.Object({
          title: Clearable(Name('Release review', { maxLength: 500 })),
          status: Type.Optional(OneOf(conversationStatuses)),
          ended_at: Clearable(Text(40, '2026-11-21T09:30:00Z', { description: 'ISO 8601' })),
        }),
        response: responses(
          200,
          Named('ConversationWithParticipants', { ...Conversation.properties, participants: Type.Array(Participant) }),
          [400, 401, 404],
        ),
      },
    },
    (request) => {
      const { ended_at, ...changes } = request.body
      const moment = typeof ended_at === 'string' ? parseMoment(ended_at) : null
      if (moment === undefined) throw badRequest('endedAt must be an ISO 8601 date-time such as 2026-11-21T09:30:00Z')
      const end = ended_at === undefined ? {} : { ended_at: moment?.toISOString() ?? null }
      return updateConversation(contextOf(request, deps), request.params.sessionId, { ...changes, ...end })
    },
  )
}
