import { badRequest } from '#core/base/errors.ts'
import { participantTypes } from '#core/domain/kinds.ts'
import { appendMessages, type NewMessage } from '../../../features/content/messages.ts'
import { appendTranscript, formatTranscript, type RawTranscript } from '../../../features/content/transcripts.ts'
import { contextOf } from '../../access/auth.ts'
import { Clearable } from '../../requests/patch-null.ts'
import { Flag, FreeForm, Id, Name, Named, notEmpty, OneOf, responses, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Message } from '../../resources/content.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Conversations']
const maxMessages = 1000
const transcriptBytes = 4 * 1024 * 1024

const Content = Type.String({ minLength: 1, examples: ['I never merge on red.'] })

const rawTranscript = {
  raw_text: Type.String({ minLength: 1, examples: ['Human: May I merge?\nAda: I never merge on red.'] }),
  agent_name: Name('Ada'),
  other_participant_name: Type.Optional(Name('Human')),
  other_participant_type: Type.Optional(OneOf(participantTypes)),
}

/** Messages of conversations (behavior: Conversations). */
export const messageRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/conversations/:sessionId/messages',
    {
      config: { access: 'propose', agentKeys: true, turns: 'large' },
      bodyLimit: transcriptBytes,
      schema: {
        tags,
        summary: 'Add messages',
        description:
          'One message (participantId, content, metadata), `messages` with 1 to 1000 of them, or, with `format: true`, a raw transcript (rawText, agentName, otherParticipantName, otherParticipantType); all or none. At most 256 kB (256,000 bytes) a message, 10,000 messages and 32 MiB a conversation. Messages are stored as sent. Sequence numbers have no gaps. In a transcript the lines of agentName belong to the participant of that name, else to the organization’s agent of that name, who is added, else to a new participant without an agent; all other lines belong to otherParticipantName.',
        params: Type.Object({ sessionId: Id }),
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
              Type.Array(
                Named('NewMessage', { participant_id: Id, content: Content, metadata: Type.Optional(FreeForm) }),
                {
                  minItems: 1,
                  maxItems: maxMessages,
                },
              ),
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
      config: { access: 'read', agentKeys: true },
      bodyLimit: transcriptBytes,
      schema: {
        tags,
        summary: 'Split a raw transcript into messages',
        description:
          'Stores nothing. Reads `Name: text` with or without markdown and times, `User:`/`Assistant:`, names on lines of their own, and chat exports in JSON; the agent’s messages have the role assistant. `engine` says what read it: `builtin` or the language model’s name.',
        body: Type.Object({
          ...rawTranscript,
          title: Clearable(Name('Release review', { maxLength: 500 })),
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
      // Nothing is written for an organization; it only determines whose model usage is counted.
      const org_id = ctx.caller.orgIds[0] ?? ctx.caller.userId
      const formatted = await formatTranscript(ctx, transcript, { org_id, title })
      return { ...formatted, engine: ctx.language.engine }
    },
  )
}

/** Returns a raw transcript if the request is in that mode. */
function transcriptIn({ format, raw_text, agent_name, ...other }: Partial<RawTranscript> & { format?: boolean }) {
  if (!format && raw_text === undefined) return undefined
  if (!format) throw badRequest('format must be true when rawText is given')
  if (raw_text === undefined) throw badRequest('rawText is required when format is true')
  if (agent_name === undefined) throw badRequest('agentName is required when format is true')
  return { raw_text, agent_name, ...other }
}

/** Returns the single form and the batch form as one list. */
function messagesIn(body: Partial<NewMessage> & { messages?: NewMessage[] }): NewMessage[] {
  if (body.messages) return body.messages
  const { participant_id, content, metadata } = body
  if (!participant_id) throw badRequest('participantId is required, or messages for several at once')
  if (content === undefined) throw badRequest('content is required')
  return [{ participant_id, content, metadata }]
}
