import type { ExpressionBuilder, Transaction } from 'kysely'
import { batchesOf } from '#core/base/batches.ts'
import { badRequest, notFound } from '#core/base/errors.ts'
import { FairQueue } from '#core/base/fair-queue.ts'
import { compareStrings } from '#core/base/strings.ts'
import type { ConversationStatus } from '#core/domain/kinds.ts'
import { leastTrusted, reporterOf } from '#core/domain/requests/reporters.ts'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import { type CleanMessage, conversationParts } from '#core/domain/text/conversation-text.ts'
import { maxConversationBytes } from '#core/domain/text/messages.ts'
import { sanitizeTitle } from '#core/domain/text/untrusted-text.ts'
import type { Database } from '../../db/connect.ts'
import { forKeyShare } from '../../db/locks.ts'
import { reportedToo } from '../../db/reporters.ts'
import type { Conversation, Tables } from '../../db/tables.ts'
import { updatedLater } from '../../db/time.ts'
import type { Ctx } from '../../deps.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { agentOwner } from '../layers/owners.ts'
import { type CleanContent, cleanMessages } from './cleaning.ts'
import { readContentBatches, saveContent } from './content-items.ts'
import { conversationFields, findConversation, participantsOf } from './conversations.ts'
import { messageBatches } from './messages.ts'

/** Conversations become content items, which discovery reads (behavior: Publishing). */

/** A long conversation is in memory while it is published, so only a few are published at a time. */
const longPublications = new FairQueue({ name: 'publications', slots: 2, running: 1, waiting: 8 })
const longBytes = 1024 * 1024

/** @throws 429 when too many long conversations of the organization wait to be published. */
const inTurn = <T>({ signal }: Ctx, { org_id, message_bytes }: Conversation, task: () => Promise<T>): Promise<T> =>
  message_bytes > longBytes ? longPublications.run({ org_id, signal }, task) : task()

/**
 * Maximum size of one content item, in kB of 1,000 bytes. A longer conversation becomes several items (behavior:
 * Publishing).
 */
const maxItemBytes = 64_000

/**
 * Publishes a conversation for one of its agents, as one content item or, if it is long, as several. Publishing again
 * updates the same content items and restores them if they were removed.
 *
 * @returns the first item, and all of them in order, read while they are sent.
 * @throws 400 without messages, or for an agent that is not a participant; 404 for an unknown agent.
 */
export async function publishConversation(ctx: Ctx, conversationId: string, agentId: string) {
  const conversation = await findConversation(ctx, conversationId)
  const owner = await agentOwner(ctx, agentId)
  if (owner.org_id !== conversation.org_id) throw notFound('Agent')
  const agent = (await participatingAgents(ctx.db, conversation)).find(({ id }) => id === agentId)
  if (!agent) throw badRequest('agentId is not a participant in this conversation')
  await inTurn(ctx, conversation, async () => {
    const messages = await readCleanMessages(ctx, conversation)
    if (messages.every(({ words }) => words === '')) throw badRequest('The conversation has no messages to publish')
    await ctx.db.transaction().execute(async (trx) => {
      await publishFor(ctx, trx, conversation, [agent], messages)
      await markPublished(ctx, trx, conversation)
    })
  })
  const published = await publishedItems(ctx.db, conversation)
    .select(['id', 'external_id'])
    .select(({ fn }) => fn<number>('octet_length', ['content']).as('bytes'))
    .where('agent_id', '=', agentId)
    .execute()
  const read = (items: typeof published) => readContentBatches(ctx.db, conversation.org_id, items)
  published.sort((a, b) => compareStrings(a.external_id, b.external_id))
  const { value: [first] = [] } = await read(published.slice(0, 1)).next()
  // Unpublished concurrently.
  if (!first) throw notFound('Content item')
  return { first, items: read(published) }
}

export interface ConversationChanges {
  title?: string | null
  status?: ConversationStatus
  ended_at?: string | null
}

/**
 * Changes title, status or end. Completing sets the end if it is unset, and publishes the conversation for each of its
 * agents if the organization's settings say so (behavior: Publishing).
 */
export async function updateConversation(ctx: Ctx, id: string, changes: ConversationChanges) {
  const conversation = await findConversation(ctx, id)
  if (Object.keys(changes).length === 0) return withParticipants(ctx.db, conversation)
  const change = () => changeConversation(ctx, conversation, changes)
  return changes.status === 'completed' ? inTurn(ctx, conversation, change) : change()
}

async function changeConversation(ctx: Ctx, conversation: Conversation, changes: ConversationChanges) {
  const completes = changes.status === 'completed'
  const agents =
    completes && (await publishesByItself(ctx, conversation)) ? await participatingAgents(ctx.db, conversation) : []
  const messages = agents.length > 0 ? await readCleanMessages(ctx, conversation) : []
  const isPublished = messages.some(({ words }) => words !== '')
  // Each agent gets a copy. Many copies of a long conversation are written in several transactions, so that others can
  // write in between.
  const groups = isPublished ? batchesOf(agents, maxConversationBytes, () => conversation.message_bytes) : []
  const saved = await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now().toISOString()
    const saved = await trx
      .updateTable('conversations')
      .set((eb) => ({
        ...changes,
        ...reportedToo(reporterOf(ctx.caller)),
        ...(completes && changes.ended_at == null && { ended_at: eb.fn.coalesce('ended_at', eb.val(now)) }),
      }))
      .where('org_id', '=', conversation.org_id)
      .where('id', '=', conversation.id)
      .returningAll()
      .executeTakeFirst()
    if (!saved) throw notFound('Conversation')
    if (!isPublished) return withParticipants(trx, saved)
    await publishFor(ctx, trx, conversation, groups[0]!, messages)
    return withParticipants(trx, await markPublished(ctx, trx, conversation))
  })
  for (const group of groups.slice(1)) {
    await ctx.db.transaction().execute((trx) => publishFor(ctx, trx, conversation, group, messages))
  }
  return saved
}

const withParticipants = async (db: Database, conversation: Conversation) => ({
  ...conversationFields(conversation),
  participants: await participantsOf(db, conversation),
})

async function publishesByItself({ db }: Ctx, { org_id }: Conversation): Promise<boolean> {
  const organization = await db
    .selectFrom('organizations')
    .select('auto_publish_conversations')
    .where('id', '=', org_id)
    .executeTakeFirst()
  return organization?.auto_publish_conversations ?? false
}

/** Removes an agent's content items. The conversation stays published as long as another agent has items of it. */
export async function unpublishConversation(ctx: Ctx, conversationId: string, agentId: string): Promise<void> {
  const conversation = await findConversation(ctx, conversationId)
  const owner = await agentOwner(ctx, agentId)
  if (owner.org_id !== conversation.org_id) throw notFound('Agent')
  await ctx.db.transaction().execute(async (trx) => {
    await removeItems(ctx, trx, conversation, agentId)
    const left = await publishedItems(trx, conversation).select('id').limit(1).executeTakeFirst()
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

const participatingAgents = (db: Database, conversation: Conversation): Promise<ParticipatingAgent[]> =>
  db
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

/** Returns all messages, cleaned in a thread and outside any transaction: a long conversation takes seconds. */
async function readCleanMessages(ctx: Ctx, conversation: Conversation): Promise<CleanMessage[]> {
  const participants = await participantsOf(ctx.db, conversation)
  const speakers = new Map(participants.map(({ id, agent_id, display_name }) => [id, { agent_id, display_name }]))
  const clean: CleanMessage[] = []
  for await (const batch of messageBatches(ctx.db, conversation, 1, conversation.last_sequence_number)) {
    const spoken = batch.map(({ participant_id, content }) => ({ ...speakers.get(participant_id)!, content }))
    clean.push(...(await cleanMessages(spoken, { org_id: conversation.org_id, signal: ctx.signal })))
  }
  return clean
}

/** Saves the conversation as content of each of the agents, and enqueues discovery. */
async function publishFor(
  ctx: Ctx,
  trx: Transaction<Tables>,
  conversation: Conversation,
  agents: readonly ParticipatingAgent[],
  messages: readonly CleanMessage[],
): Promise<void> {
  for (const agent of agents) {
    const { org_id } = conversation
    const exists = await forKeyShare(trx)(
      trx.selectFrom('agents').select('id').where('org_id', '=', org_id).where('id', '=', agent.id),
    ).executeTakeFirst()
    if (!exists) throw notFound('Agent')
    const count = await saveParts(ctx, trx, conversation, agent, messages)
    await removeItems(ctx, trx, conversation, agent.id, count)
    await enqueueJob(trx, { type: 'pbd', org_id, agent_id: agent.id }, ctx.now())
  }
}

/** Returns the number of content items that the conversation needs. */
async function saveParts(
  ctx: Ctx,
  trx: Transaction<Tables>,
  conversation: Conversation,
  agent: ParticipatingAgent,
  messages: readonly CleanMessage[],
): Promise<number> {
  const { id, org_id, title, started_at } = conversation
  const reporter = leastTrusted(conversation.reported_by, reporterOf(ctx.caller))
  const common = {
    agent_id: agent.id,
    source_id: null,
    source_type: 'conversation',
    title: sanitizeTitle(title),
    url: null,
    author: null,
    published_at: started_at,
  } as const
  let count = 0
  for (const { content, ...messageRange } of conversationParts(messages, agent, maxItemBytes)) {
    count++
    // Each message was cleaned on its own (docs/explanation/decisions/016).
    const item: NewContent = { ...common, external_id: externalIdOf(id, count), content, metadata: messageRange }
    await saveContent(trx, org_id, [item as CleanContent], ctx.now(), reporter)
  }
  return count
}

/** The first item of a conversation has its id; a fixed number of digits keeps the others in order. */
const externalIdOf = (conversationId: string, part: number) =>
  part === 1 ? conversationId : `${conversationId}#${String(part).padStart(6, '0')}`

const isPartOf =
  ({ id }: Conversation) =>
  (eb: ExpressionBuilder<Tables, 'content_items'>) =>
    eb.or([eb('external_id', '=', id), eb('external_id', 'like', `${id}#%`)])

const publishedItems = (db: Database, conversation: Conversation) =>
  db
    .selectFrom('content_items')
    .where('org_id', '=', conversation.org_id)
    .where('source_type', '=', 'conversation')
    .where('removed_at', 'is', null)
    .where(isPartOf(conversation))

/** Removes an agent's items of the conversation after the first `keep`. */
async function removeItems(ctx: Ctx, trx: Transaction<Tables>, conversation: Conversation, agentId: string, keep = 0) {
  await trx
    .updateTable('content_items')
    .set({ removed_at: ctx.now().toISOString(), updated_at: updatedLater(trx, ctx.now()) })
    .where('org_id', '=', conversation.org_id)
    .where('agent_id', '=', agentId)
    .where('source_type', '=', 'conversation')
    .where('removed_at', 'is', null)
    .where(isPartOf(conversation))
    .$if(keep > 0, (query) => query.where('external_id', '>', externalIdOf(conversation.id, keep)))
    .execute()
}

function markPublished(ctx: Ctx, trx: Transaction<Tables>, conversation: Conversation): Promise<Conversation> {
  return trx
    .updateTable('conversations')
    .set({ published_at: ctx.now().toISOString() })
    .where('org_id', '=', conversation.org_id)
    .where('id', '=', conversation.id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('Conversation'))
}
