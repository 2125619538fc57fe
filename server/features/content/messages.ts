import type { Transaction } from 'kysely'
import { v7 as newId } from 'uuid'
import { batchesOf } from '#core/base/batches.ts'
import { badRequest, notFound, tooLarge } from '#core/base/errors.ts'
import type { Caller } from '#core/domain/requests/caller.ts'
import { decodeCursor, encodeCursor } from '#core/domain/requests/cursor.ts'
import type { Page } from '#core/domain/requests/page.ts'
import { reporterOf } from '#core/domain/requests/reporters.ts'
import {
  maxConversationBytes,
  maxConversationMessages,
  maxMessageBytes,
  messageBytes,
} from '#core/domain/text/messages.ts'
import type { Database } from '../../db/connect.ts'
import { reportedToo } from '../../db/reporters.ts'
import type { Conversation, Message, Participant, Tables } from '../../db/tables.ts'
import { chunks, json } from '../../db/values.ts'
import type { Ctx } from '../../deps.ts'
import { conversationFields, findConversation, participantsOf } from './conversations.ts'

/** Messages of conversations, stored as they were sent (behavior: Conversations). */

const messageColumns = ['id', 'participant_id', 'content', 'metadata', 'sequence_number', 'created_at'] as const

export interface NewMessage {
  participant_id: string
  content: string
  metadata?: Record<string, unknown>
}

/**
 * Appends messages, all or none (behavior: Conversations).
 *
 * @throws 400 when a participantId is not a participant of this conversation for whom the caller may speak, or when a
 * message is blank; 413 when a message or the conversation becomes too large.
 */
export async function appendMessages(ctx: Ctx, conversationId: string, messages: NewMessage[]) {
  const conversation = await findConversation(ctx, conversationId)
  if (messages.some(({ content }) => content.trim() === '')) throw badRequest('content must not be empty')
  requireSizes(messages)
  return ctx.db.transaction().execute(async (trx) => {
    const participants = await trx
      .selectFrom('participants')
      .select(['id', 'participant_type', 'agent_id'])
      .where('org_id', '=', conversation.org_id)
      .where('conversation_id', '=', conversationId)
      .execute()
    const known = new Set(participants.filter(maySpeakAs(ctx.caller)).map(({ id }) => id))
    if (!messages.every(({ participant_id }) => known.has(participant_id))) {
      throw badRequest('participantId is not a participant in this conversation')
    }
    const first = await takeNumbers(ctx, trx, conversation, messages)
    return insertMessages(ctx, trx, conversation, first, messages)
  })
}

/** A key of one agent may speak for that agent and for people, but never for another agent, deleted ones included. */
export const maySpeakAs =
  ({ agentId }: Pick<Caller, 'agentId'>) =>
  ({ participant_type, agent_id }: Pick<Participant, 'participant_type' | 'agent_id'>): boolean =>
    agentId === undefined || participant_type !== 'agent' || agent_id === agentId

type Sized = Pick<NewMessage, 'content' | 'metadata'>

const sizeOf = ({ content, metadata }: Sized) => messageBytes(content, metadata)

/** @throws 413 when one message, or all of them together, exceed the limit of a conversation. */
export function requireSizes(messages: readonly Sized[]): void {
  const large = messages.findIndex((message) => sizeOf(message) > maxMessageBytes)
  if (large >= 0) {
    const which = messages.length === 1 ? 'The message' : `Message ${large + 1} of ${messages.length}`
    throw tooLarge(
      `${which} has ${sizeOf(messages[large]!)} bytes including metadata; split it into messages of at most ${maxMessageBytes} bytes`,
    )
  }
  requireRoom(messages.length, 0)
}

function requireRoom(count: number, bytes: number): void {
  if (count > maxConversationMessages) {
    throw tooLarge(`A conversation can have at most ${maxConversationMessages} messages; continue in a new one`)
  }
  if (bytes > maxConversationBytes) {
    throw tooLarge(`A conversation can have at most ${maxConversationBytes} bytes of messages; continue in a new one`)
  }
}

/**
 * Reserves consecutive message numbers without gaps and returns the first. Increasing the conversation's counter locks
 * its row until the transaction ends, so concurrent writers take turns.
 *
 * @throws 413 when the conversation has no room for them.
 */
export async function takeNumbers(
  { caller }: Ctx,
  trx: Transaction<Tables>,
  conversation: Conversation,
  messages: readonly Sized[],
) {
  const bytes = messages.reduce((sum, message) => sum + sizeOf(message), 0)
  const counted = await trx
    .updateTable('conversations')
    .set((eb) => ({
      last_sequence_number: eb('last_sequence_number', '+', messages.length),
      message_bytes: eb('message_bytes', '+', bytes),
      ...reportedToo(reporterOf(caller)),
    }))
    .where('org_id', '=', conversation.org_id)
    .where('id', '=', conversation.id)
    .returning(['last_sequence_number', 'message_bytes'])
    .executeTakeFirst()
  if (!counted) throw notFound('Conversation')
  requireRoom(counted.last_sequence_number, counted.message_bytes)
  return counted.last_sequence_number - messages.length + 1
}

/** Writes messages of the conversation's participants under the reserved numbers, and returns them. */
export async function insertMessages(
  ctx: Ctx,
  trx: Transaction<Tables>,
  conversation: Conversation,
  first: number,
  inputs: NewMessage[],
) {
  const created_at = ctx.now().toISOString()
  const rows = inputs.map(({ participant_id, content, metadata }, index) => ({
    org_id: conversation.org_id,
    id: newId(),
    conversation_id: conversation.id,
    participant_id,
    content,
    metadata: json(metadata ?? {}),
    sequence_number: first + index,
    created_at,
  }))
  const messages = []
  for (const chunk of chunks(rows)) {
    messages.push(...(await trx.insertInto('messages').values(chunk).returning(messageColumns).execute()))
  }
  return messages.sort((a, b) => a.sequence_number - b.sequence_number)
}

/** Returns a conversation with its participants and a page of its messages in order, read while they are sent. */
export async function readConversation(ctx: Ctx, id: string, { limit, offset, cursor }: Page) {
  const conversation = await findConversation(ctx, id)
  const participants = await participantsOf(ctx.db, conversation)
  const message_count = conversation.last_sequence_number
  const list = [conversation.org_id, 'messages', id]
  // Numbers have no gaps and messages are never deleted, so a message's number is its position.
  const before = cursor === undefined ? offset : (decodeCursor(list, cursor, ['integer'])[0] as number)
  const last = Math.min(before + limit, message_count)
  const next_cursor = last < message_count ? encodeCursor(list, [last]) : null
  return {
    conversation: { ...conversationFields(conversation), message_count, next_cursor, participants },
    messages: messageBatches(ctx.db, conversation, before + 1, last),
  }
}

/** Bytes of messages that are read at a time: a slow reader holds one batch in memory, not the conversation. */
const batchBytes = 64 * 1024
/** Messages whose sizes are looked up at a time. */
const sizesAtATime = 1000

/** Yields the messages from one number to another in batches; a message above the batch size is a batch of its own. */
export async function* messageBatches(
  db: Database,
  { org_id, id }: Conversation,
  first: number,
  last: number,
): AsyncGenerator<Pick<Message, (typeof messageColumns)[number]>[]> {
  const query = db.selectFrom('messages').where('org_id', '=', org_id).where('conversation_id', '=', id)
  for (let from = first; from <= last; from += sizesAtATime) {
    const sizes = await query
      .select('sequence_number')
      .select(({ fn }) => fn<number>('octet_length', ['content']).as('content_bytes'))
      .select(({ fn, cast }) => fn<number>('octet_length', [cast('metadata', 'text')]).as('metadata_bytes'))
      .where('sequence_number', '>=', from)
      .where('sequence_number', '<=', Math.min(last, from + sizesAtATime - 1))
      .orderBy('sequence_number')
      .execute()
    for (const batch of batchesOf(sizes, batchBytes, (row) => row.content_bytes + row.metadata_bytes)) {
      yield await query
        .select(messageColumns)
        .where('sequence_number', '>=', batch[0]!.sequence_number)
        .where('sequence_number', '<=', batch.at(-1)!.sequence_number)
        .orderBy('sequence_number')
        .execute()
    }
  }
}
