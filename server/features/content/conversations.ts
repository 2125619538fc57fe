import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { badRequest, notFound } from '#core/base/errors.ts'
import type { ParticipantType } from '#core/domain/kinds.ts'
import type { Page } from '#core/domain/requests/page.ts'
import { reporterOf } from '#core/domain/requests/reporters.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Conversation, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { agentOwner } from '../layers/owners.ts'

export interface NewParticipant {
  participant_type: ParticipantType
  display_name?: string
  agent_id?: string
  user_id?: string
  role?: string
}

const participantColumns = [
  'id',
  'participant_type',
  'agent_id',
  'user_id',
  'display_name',
  'role',
  'created_at',
] as const

export const conversationFields = <T extends Conversation>({
  last_sequence_number,
  message_bytes,
  reported_by,
  ...conversation
}: T) => conversation

/** Returns the conversations in which an agent participates, latest first, with counts (behavior: Conversations). */
export async function listConversations(ctx: Ctx, agentId: string, page: Page) {
  const { org_id } = await agentOwner(ctx, agentId)
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('conversations')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('participants')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('participants.org_id', '=', 'conversations.org_id')
          .whereRef('participants.conversation_id', '=', 'conversations.id')
          .$asScalar()
          .$notNull()
          .as('participant_count'),
      )
      .where('org_id', '=', parameter('org_id'))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('participants')
          .select('conversation_id')
          .where('participants.org_id', '=', parameter('org_id'))
          .where('participants.agent_id', '=', parameter('agent_id')),
      )
  const order = [descending('started_at', 'time'), descending('id', 'id')]
  const list = { name: 'conversations', values: { org_id, agent_id: agentId }, order, query }
  const { data: rows, count, next_cursor } = await listPage(ctx, list, page)
  // Numbers have no gaps and messages are never deleted: the last number is the count.
  const data = rows.map((row) => ({ ...conversationFields(row), message_count: row.last_sequence_number }))
  return { data, count, next_cursor }
}

/**
 * @throws 400 when a participant of type agent is not an agent in the organization, 404 for a user who is not a member.
 */
export function createConversation(
  ctx: Ctx,
  orgId: string,
  input: { title: string | null; participants: NewParticipant[] },
) {
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now().toISOString()
    const conversation = await trx
      .insertInto('conversations')
      .values({
        org_id: orgId,
        id: newId(),
        title: input.title,
        started_at: now,
        created_at: now,
        reported_by: reporterOf(ctx.caller),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const participants = []
    for (const participant of input.participants) {
      participants.push(await insertParticipant(ctx, trx, conversation, participant))
    }
    return { ...conversationFields(conversation), participants }
  })
}

export async function insertParticipant(
  ctx: Ctx,
  trx: Transaction<Tables>,
  conversation: Conversation,
  { participant_type, agent_id, user_id, display_name, role }: NewParticipant,
) {
  const ofAgent = participant_type === 'agent'
  const agent = ofAgent ? await findParticipatingAgent(trx, conversation.org_id, agent_id) : undefined
  if (!ofAgent && user_id) await requireMember(trx, conversation.org_id, user_id)
  return trx
    .insertInto('participants')
    .values({
      org_id: conversation.org_id,
      id: newId(),
      conversation_id: conversation.id,
      participant_type,
      agent_id: agent?.id ?? null,
      user_id: ofAgent ? null : (user_id ?? null),
      display_name: display_name ?? agent?.name ?? 'Human',
      role: role ?? 'participant',
      created_at: ctx.now().toISOString(),
    })
    .returning(participantColumns)
    .executeTakeFirstOrThrow()
}

async function findParticipatingAgent(trx: Transaction<Tables>, orgId: string, agentId: string | undefined) {
  if (!agentId) throw badRequest('agentId is required for a participant of type agent')
  const agent = await trx
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where('id', '=', agentId)
    .executeTakeFirst()
  if (!agent) throw badRequest('agentId of a participant is not an agent in this organization')
  return agent
}

async function requireMember(trx: Transaction<Tables>, orgId: string, userId: string): Promise<void> {
  const member = await trx
    .selectFrom('members')
    .select('id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) throw notFound('User')
}

export async function findConversation(ctx: Ctx, id: string): Promise<Conversation> {
  const conversation = await ctx.db
    .selectFrom('conversations')
    .selectAll()
    .where('org_id', 'in', ctx.caller.orgIds)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!conversation) throw notFound('Conversation')
  return conversation
}

export const participantsOf = (db: Database, { org_id, id }: Conversation) =>
  db
    .selectFrom('participants')
    .select(participantColumns)
    .where('org_id', '=', org_id)
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
