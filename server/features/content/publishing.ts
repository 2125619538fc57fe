import type { Transaction } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Conversation, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { conversationText, type SpokenMessage } from '../../domain/conversation-text.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import type { ConversationStatus } from '../../domain/kinds.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { agentOwner } from '../layers/owners.ts'
import { contentFields, type NewContent, saveContent } from './content-items.ts'
import { conversationFields, findConversation, participantsOf } from './conversations.ts'

/** Conversations become content items, from which discovery reads (specification 3 and 4.9, decisions 6). */

/**
 * Publishes a conversation for one of its agents. Publishing again updates the same content item and brings it back
 * if it was removed.
 *
 * @throws 400 without messages, or for an agent that takes no part; 404 for an unknown agent.
 */
export async function publishConversation(ctx: Ctx, conversationId: string, agentId: string) {
  const conversation = await findConversation(ctx, conversationId)
  const owner = await agentOwner(ctx, agentId)
  if (owner.org_id !== conversation.org_id) throw notFound('Agent')
  return ctx.db.transaction().execute(async (trx) => {
    const agent = (await participatingAgents(trx, conversation)).find(({ id }) => id === agentId)
    if (!agent) throw badRequest('agentId names an agent that takes no part in this conversation')
    const messages = await spokenMessages(trx, conversation)
    if (messages.length === 0) throw badRequest('The conversation has no messages to publish')
    await saveTranscript(ctx, trx, conversation, agent, messages)
    await markPublished(ctx, trx, conversation)
    const item = await trx
      .selectFrom('content_items')
      .selectAll()
      .where('org_id', '=', conversation.org_id)
      .where('agent_id', '=', agentId)
      .where('source_type', '=', 'conversation')
      .where('external_id', '=', conversation.id)
      .executeTakeFirstOrThrow()
    return contentFields(item)
  })
}

export interface ConversationChanges {
  title?: string | null
  status?: ConversationStatus
  ended_at?: string | null
}

/**
 * Changes title, status or end. Completing sets the end if there is none, and publishes the conversation for each of
 * its agents when the organization asks for it (specification 3).
 */
export async function updateConversation(ctx: Ctx, id: string, changes: ConversationChanges) {
  const conversation = await findConversation(ctx, id)
  if (Object.keys(changes).length === 0) return withParticipants(ctx.db, conversation)
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now().toISOString()
    const completes = changes.status === 'completed'
    const saved = await trx
      .updateTable('conversations')
      .set((eb) => ({
        ...changes,
        ...(completes && changes.ended_at == null && { ended_at: eb.fn.coalesce('ended_at', eb.val(now)) }),
      }))
      .where('org_id', '=', conversation.org_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!saved) throw notFound('Conversation')
    return withParticipants(trx, completes ? await publishForAllAgents(ctx, trx, saved) : saved)
  })
}

const withParticipants = async (db: Database, conversation: Conversation) => ({
  ...conversationFields(conversation),
  participants: await participantsOf(db, conversation),
})

/** What completing a conversation does when the organization publishes by itself: one content item per agent. */
async function publishForAllAgents(
  ctx: Ctx,
  trx: Transaction<Tables>,
  conversation: Conversation,
): Promise<Conversation> {
  const { auto_publish_conversations: publishes } = await trx
    .selectFrom('organizations')
    .select('auto_publish_conversations')
    .where('id', '=', conversation.org_id)
    .executeTakeFirstOrThrow()
  const agents = publishes ? await participatingAgents(trx, conversation) : []
  const messages = agents.length > 0 ? await spokenMessages(trx, conversation) : []
  if (messages.length === 0) return conversation
  for (const agent of agents) await saveTranscript(ctx, trx, conversation, agent, messages)
  return markPublished(ctx, trx, conversation)
}

/** Takes an agent's content item back; the conversation counts as published while another agent's is left. */
export async function unpublishConversation(ctx: Ctx, conversationId: string, agentId: string): Promise<void> {
  const conversation = await findConversation(ctx, conversationId)
  const owner = await agentOwner(ctx, agentId)
  if (owner.org_id !== conversation.org_id) throw notFound('Agent')
  await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now().toISOString()
    await trx
      .updateTable('content_items')
      .set({ removed_at: now, updated_at: now })
      .where('org_id', '=', conversation.org_id)
      .where('agent_id', '=', agentId)
      .where('source_type', '=', 'conversation')
      .where('external_id', '=', conversation.id)
      .where('removed_at', 'is', null)
      .execute()
    const left = await trx
      .selectFrom('content_items')
      .select('id')
      .where('org_id', '=', conversation.org_id)
      .where('source_type', '=', 'conversation')
      .where('external_id', '=', conversation.id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (left) return
    await trx
      .updateTable('conversations')
      .set({ published_at: null })
      .where('org_id', '=', conversation.org_id)
      .where('id', '=', conversation.id)
      .execute()
  })
}

interface ParticipatingAgent {
  id: string
  name: string
}

const participatingAgents = (trx: Transaction<Tables>, conversation: Conversation): Promise<ParticipatingAgent[]> =>
  trx
    .selectFrom('participants')
    .innerJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'participants.org_id').onRef('agents.id', '=', 'participants.agent_id'),
    )
    .select(['agents.id', 'agents.name'])
    .distinct()
    .where('participants.org_id', '=', conversation.org_id)
    .where('participants.conversation_id', '=', conversation.id)
    .orderBy('agents.id')
    .execute()

const spokenMessages = (trx: Transaction<Tables>, conversation: Conversation): Promise<SpokenMessage[]> =>
  trx
    .selectFrom('messages')
    .innerJoin('participants', (join) =>
      join
        .onRef('participants.org_id', '=', 'messages.org_id')
        .onRef('participants.id', '=', 'messages.participant_id'),
    )
    .select(['participants.agent_id', 'participants.display_name', 'messages.content'])
    .where('messages.org_id', '=', conversation.org_id)
    .where('messages.conversation_id', '=', conversation.id)
    .orderBy('sequence_number')
    .execute()

/** Saves the transcript as an agent's content, and has it read. */
async function saveTranscript(
  ctx: Ctx,
  trx: Transaction<Tables>,
  conversation: Conversation,
  agent: ParticipatingAgent,
  messages: SpokenMessage[],
): Promise<void> {
  const { id, org_id, title, started_at } = conversation
  const agent_id = agent.id
  const item: NewContent = {
    agent_id,
    source_id: null,
    source_type: 'conversation',
    external_id: id,
    title,
    url: null,
    author: null,
    content: conversationText(messages, agent),
    metadata: {},
    published_at: started_at,
  }
  await saveContent(trx, org_id, [item], ctx.now())
  await enqueueJob(trx, { type: 'pbd', org_id, agent_id })
}

function markPublished(ctx: Ctx, trx: Transaction<Tables>, conversation: Conversation): Promise<Conversation> {
  return trx
    .updateTable('conversations')
    .set({ published_at: ctx.now().toISOString() })
    .where('org_id', '=', conversation.org_id)
    .where('id', '=', conversation.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
