import { Type } from 'typebox'
import { badRequest } from '../../domain/errors.ts'
import { conversationStatuses, participantTypes } from '../../domain/kinds.ts'
import { parseMoment } from '../../domain/time.ts'
import { resolveBodyOrganization } from '../../features/accounts/organizations.ts'
import { createConversation, listConversations } from '../../features/content/conversations.ts'
import { appendMessages, type NewMessage, readConversation } from '../../features/content/messages.ts'
import { publishConversation, unpublishConversation, updateConversation } from '../../features/content/publishing.ts'
import { appendTranscript, formatTranscript, type RawTranscript } from '../../features/content/transcripts.ts'
import { contextOf } from '../auth.ts'
import { sendWithList } from '../lists.ts'
import { ContentItem, Conversation, Message, Participant } from '../resources.ts'
import type { Routes } from '../routes.ts'
import {
  Flag,
  FreeForm,
  Id,
  List,
  Name,
  Nullable,
  notEmpty,
  OneOf,
  orgReference,
  pageOf,
  pageQuery,
  responses,
  Success,
  success,
  Text,
} from '../schemas.ts'

const tags = ['Conversations']
const defaultLimit = 1000
const SessionParams = Type.Object({ sessionId: Id })
const maxMessages = 1000
const transcriptBytes = 4 * 1024 * 1024

const Content = Type.String({ minLength: 1, examples: ['I never merge on red.'] })

const rawTranscript = {
  raw_text: Type.String({ minLength: 1, examples: ['Human: May I merge?\nAda: I never merge on red.'] }),
  agent_name: Name('Ada'),
  other_participant_name: Type.Optional(Name('Human')),
  other_participant_type: Type.Optional(OneOf(participantTypes)),
}

/** Specification 4.9 and decisions 6. */
export const conversationRoutes: Routes = (deps) => async (app) => {
  const count = Type.Integer({ examples: [2] })
  app.get(
    '/conversations',
    {
      schema: {
        tags,
        summary: 'List conversations of an agent',
        description: 'Latest first.',
        querystring: Type.Object({ agent_id: Id, ...pageQuery(defaultLimit) }),
        response: responses(
          200,
          List(Type.Object({ ...Conversation.properties, participant_count: count, message_count: count })),
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
      schema: {
        tags,
        summary: 'Start a conversation',
        description:
          'A participant of type agent names an agent of the organization; its displayName defaults to the agent’s name.',
        body: Type.Object({
          ...orgReference,
          title: Type.Optional(Nullable(Text(500, 'Release review'))),
          participants: Type.Array(
            Type.Object({
              participant_type: OneOf(participantTypes),
              display_name: Type.Optional(Name('Ada')),
              agent_id: Type.Optional(Id),
              user_id: Type.Optional(Id),
              role: Type.Optional(Text(100, 'participant', { minLength: 1 })),
            }),
            { maxItems: 100 },
          ),
        }),
        response: responses(
          201,
          Type.Object({ ...Conversation.properties, participants: Type.Array(Participant) }),
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
      schema: {
        tags,
        summary: 'Read a conversation',
        description:
          'Its messages in order, by default the first 1000; `message_count` says how many there are. The answer is sent while it is read.',
        params: SessionParams,
        querystring: Type.Object(pageQuery(defaultLimit)),
        response: responses(
          200,
          Type.Object({
            ...Conversation.properties,
            message_count: count,
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
      config: { documentedKeys: 'snake_case' },
      schema: {
        tags,
        summary: 'Change a conversation',
        description:
          'Completing sets ended_at if it is empty, and publishes when the organization publishes by itself.',
        params: SessionParams,
        body: Type.Object({
          title: Type.Optional(Nullable(Text(500, 'Release review'))),
          status: Type.Optional(OneOf(conversationStatuses)),
          ended_at: Type.Optional(Nullable(Text(40, '2026-11-21T09:30:00Z', { description: 'ISO 8601' }))),
        }),
        response: responses(
          200,
          Type.Object({ ...Conversation.properties, participants: Type.Array(Participant) }),
          [400, 401, 404],
        ),
      },
    },
    (request) => {
      const { ended_at, ...changes } = request.body
      const moment = typeof ended_at === 'string' ? parseMoment(ended_at) : null
      if (moment === undefined) throw badRequest('ended_at must be an ISO 8601 date-time such as 2026-11-21T09:30:00Z')
      const end = ended_at === undefined ? {} : { ended_at: moment?.toISOString() ?? null }
      return updateConversation(contextOf(request, deps), request.params.sessionId, { ...changes, ...end })
    },
  )

  app.post(
    '/conversations/:sessionId/messages',
    {
      bodyLimit: transcriptBytes,
      schema: {
        tags,
        summary: 'Add messages',
        description:
          'One message (participantId, content, metadata), `messages` with 1 to 1000 of them, or, with `format: true`, a raw transcript (rawText, agentName, otherParticipantName, otherParticipantType); all or none. At most 256 kB (256,000 bytes) a message, 10,000 messages and 32 MiB a conversation. Messages are kept as they are sent. Numbers have no gaps. In a transcript the lines of agentName belong to the participant of that name, else to the organization’s agent of that name, who is added, else to a new participant without an agent; all other lines belong to otherParticipantName.',
        params: SessionParams,
        body: Type.Object(
          {
            participant_id: Type.Optional(Id),
            content: Type.Optional(Content),
            metadata: Type.Optional(FreeForm),
            format: Type.Optional(Flag),
            ...rawTranscript,
            raw_text: Type.Optional(rawTranscript.raw_text),
            agent_name: Type.Optional(rawTranscript.agent_name),
            messages: Type.Optional(
              Type.Array(Type.Object({ participant_id: Id, content: Content, metadata: Type.Optional(FreeForm) }), {
                minItems: 1,
                maxItems: maxMessages,
              }),
            ),
          },
          notEmpty,
        ),
        response: responses(201, Type.Array(Message), [400, 401, 404, 413]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { sessionId } = request.params
      const transcript = transcriptIn(request.body)
      const messages = transcript
        ? await appendTranscript(ctx, sessionId, transcript)
        : await appendMessages(ctx, sessionId, messagesIn(request.body))
      reply.status(201)
      return messages
    },
  )

  app.post(
    '/conversations/format',
    {
      bodyLimit: transcriptBytes,
      schema: {
        tags,
        summary: 'Split a raw transcript into messages',
        description:
          'Writes nothing. Reads `Name: text` with or without markdown and times, `User:`/`Assistant:`, names on lines of their own, and chat exports in JSON; the agent’s messages have the role assistant. `engine` says who read it: `builtin` or the language model’s name.',
        body: Type.Object({
          ...rawTranscript,
          title: Type.Optional(Nullable(Text(500, 'Release review'))),
        }),
        response: responses(
          200,
          Type.Object({
            title: Text(500, 'Release review'),
            messages: Type.Array(Type.Object({ role: OneOf(['user', 'assistant']), content: Content })),
            engine: Text(200, 'builtin'),
          }),
          [400, 401, 413],
        ),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { title = null, ...transcript } = request.body
      // Nothing is written for an organization; only the cost of a model is counted for one.
      const org_id = ctx.caller.defaultOrgId ?? ctx.caller.userId
      const formatted = await formatTranscript(ctx, transcript, { org_id, title: title?.trim() || null })
      return { ...formatted, engine: ctx.language.engine }
    },
  )

  app.post(
    '/conversations/:sessionId/publish',
    {
      schema: {
        tags,
        summary: 'Publish a conversation as content of an agent',
        description: 'Publishing again updates the same content item.',
        params: SessionParams,
        body: Type.Object({ agent_id: Id }),
        response: responses(201, ContentItem, [400, 401, 404]),
      },
    },
    async (request, reply) => {
      const item = await publishConversation(contextOf(request, deps), request.params.sessionId, request.body.agent_id)
      reply.status(201)
      return item
    },
  )

  app.delete(
    '/conversations/:sessionId/publish',
    {
      schema: {
        tags,
        summary: 'Take the publication back',
        params: SessionParams,
        querystring: Type.Object({ agent_id: Id }),
        response: responses(200, Success, [400, 401, 404]),
      },
    },
    async (request) => {
      await unpublishConversation(contextOf(request, deps), request.params.sessionId, request.query.agent_id)
      return success
    },
  )
}

/** A raw transcript, when the request is in that mode. */
function transcriptIn({ format, raw_text, agent_name, ...other }: Partial<RawTranscript> & { format?: boolean }) {
  if (!format && raw_text === undefined) return undefined
  if (!format) throw badRequest('format must be true when rawText is given')
  if (raw_text === undefined) throw badRequest('rawText is required when format is true')
  if (agent_name === undefined) throw badRequest('agentName is required when format is true')
  return { raw_text, agent_name, ...other }
}

/** The single form and the batch form as one list. */
function messagesIn(body: Partial<NewMessage> & { messages?: NewMessage[] }): NewMessage[] {
  if (body.messages) return body.messages
  const { participant_id, content, metadata } = body
  if (!participant_id) throw badRequest('participantId is required, or messages for several at once')
  if (content === undefined) throw badRequest('content is required')
  return [{ participant_id, content, metadata }]
}
