import type { Transaction } from 'kysely'
import { badRequest } from '#core/base/errors.ts'
import type { ParticipantType } from '#core/domain/kinds.ts'
import type { Transcript, TranscriptMessage } from '#core/domain/language.ts'
import type { Conversation, Participant, Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { findConversation, insertParticipant } from './conversations.ts'
import { insertMessages, maySpeakAs, requireSizes, takeNumbers } from './messages.ts'

export interface RawTranscript {
  raw_text: string
  agent_name: string
  other_participant_name?: string
  other_participant_type?: ParticipantType
}

/**
 * Splits a raw transcript without writing anything (behavior: Conversations, POST /conversations/format).
 *
 * @throws 400 when the text does not show who speaks; 500 when the configured language model fails.
 */
export async function formatTranscript(
  ctx: Ctx,
  { raw_text, agent_name, other_participant_name: other_name = 'Human' }: RawTranscript,
  { org_id, title }: { org_id: string; title: string | null },
): Promise<Transcript> {
  const agentName = agent_name.trim()
  const otherName = other_name.trim()
  if (sameName(agentName, otherName)) throw badRequest('agentName and otherParticipantName must differ')
  const request = { raw_text, agent_name: agentName, other_name: otherName, title }
  const transcript = await ctx.language.formatTranscript(request, { org_id, signal: ctx.signal })
  if (transcript.messages.length === 0) {
    throw badRequest(
      'rawText must name its speakers: start each message with a name, such as "Ada: I never merge on red"',
    )
  }
  return transcript
}

/**
 * Appends a raw transcript to a conversation, all or nothing: the agent's lines as the participant named `agentName`,
 * all others as the other participant. Missing participants are added (behavior: Transcripts).
 *
 * @throws the errors of `formatTranscript`; 400 for another agent's name when the key is limited to one agent; 413 when
 * a message or the conversation becomes too large.
 */
export async function appendTranscript(ctx: Ctx, conversationId: string, input: RawTranscript) {
  const conversation = await findConversation(ctx, conversationId)
  const { org_id, title } = conversation
  const { messages } = await formatTranscript(ctx, input, { org_id, title })
  requireSizes(messages)
  return ctx.db.transaction().execute(async (trx) => {
    // Reserving numbers locks the conversation, so two concurrent transcripts cannot add the same participant twice.
    const first = await takeNumbers(ctx, trx, conversation, messages)
    const speakers = await findSpeakers(ctx, trx, conversation, input, new Set(messages.map(({ role }) => role)))
    const rows = messages.map(({ role, content }) => ({ participant_id: speakers[role]!, content }))
    return insertMessages(ctx, trx, conversation, first, rows)
  })
}

type Role = TranscriptMessage['role']

/** Returns the participants who speak, by role, and creates missing ones. */
async function findSpeakers(
  ctx: Ctx,
  trx: Transaction<Tables>,
  conversation: Conversation,
  { agent_name, other_participant_name = 'Human', other_participant_type = 'human' }: RawTranscript,
  roles: ReadonlySet<Role>,
): Promise<Partial<Record<Role, string>>> {
  const participants = await listParticipants(trx, conversation)
  const agentName = agent_name.trim()
  const assistant = roles.has('assistant')
    ? (speakerCalled(ctx, participants, agentName, 'agent', 'agentName') ??
      (await addAgent(ctx, trx, conversation, agentName)))
    : undefined
  if (!roles.has('user')) return { assistant }
  const others = participants.filter(({ id }) => id !== assistant)
  const otherName = other_participant_name.trim()
  const user =
    speakerCalled(ctx, others, otherName, other_participant_type, 'otherParticipantName') ??
    (await addOther(ctx, trx, conversation, otherName, other_participant_type))
  return { assistant, user }
}

type Named = Pick<Participant, 'id' | 'participant_type' | 'agent_id' | 'display_name'> & { agent_name: string | null }

const listParticipants = (trx: Transaction<Tables>, { org_id, id }: Conversation): Promise<Named[]> =>
  trx
    .selectFrom('participants')
    .leftJoin('agents', (join) =>
      join.onRef('agents.org_id', '=', 'participants.org_id').onRef('agents.id', '=', 'participants.agent_id'),
    )
    .select(['participants.id', 'participant_type', 'agent_id', 'display_name', 'agents.name as agent_name'])
    .where('participants.org_id', '=', org_id)
    .where('participants.conversation_id', '=', id)
    .orderBy('participants.id')
    .execute()

/**
 * @throws 400 when the name is that of an agent for which the caller may not speak; `field` is the field that named it.
 */
function speakerCalled(
  { caller }: Ctx,
  participants: readonly Named[],
  name: string,
  type: ParticipantType,
  field: string,
): string | undefined {
  const called = findCalled(participants, name, type)
  if (called && !maySpeakAs(caller)(called)) throw badRequest(`${field} must not be another agent of this conversation`)
  return called?.id
}

/** Returns the participant with that name, preferably one of the wanted type, else the one whose agent has the name. */
const findCalled = (participants: readonly Named[], name: string, type: ParticipantType) => {
  const called = participants.filter(({ display_name }) => sameName(display_name, name))
  return (
    called.find(({ participant_type }) => participant_type === type) ??
    called[0] ??
    participants.find(({ agent_name }) => agent_name !== null && sameName(agent_name, name))
  )
}

/** Adds the organization's agent with that name. If no agent has it, the lines are added as a human's. */
async function addAgent(ctx: Ctx, trx: Transaction<Tables>, conversation: Conversation, name: string): Promise<string> {
  const agent_id = await findAgentCalled(trx, conversation.org_id, name)
  const participant_type = agent_id === undefined ? 'human' : 'agent'
  const added = { participant_type, display_name: name, agent_id } as const
  return (await insertParticipant(ctx, trx, conversation, added)).id
}

async function addOther(
  ctx: Ctx,
  trx: Transaction<Tables>,
  conversation: Conversation,
  name: string,
  type: ParticipantType,
): Promise<string> {
  const agent_id = type === 'agent' ? await findAgentCalled(trx, conversation.org_id, name) : undefined
  if (type === 'agent' && agent_id === undefined) {
    throw badRequest(
      'otherParticipantName is not an agent in this organization; set otherParticipantType to human for a person',
    )
  }
  return (await insertParticipant(ctx, trx, conversation, { participant_type: type, display_name: name, agent_id })).id
}

/** Returns the oldest of several agents with one name. */
async function findAgentCalled(trx: Transaction<Tables>, orgId: string, name: string): Promise<string | undefined> {
  const agent = await trx
    .selectFrom('agents')
    .select('id')
    .where('org_id', '=', orgId)
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()).or('name', '=', name))
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return agent?.id
}

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
