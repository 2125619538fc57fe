import { sql, type Transaction } from 'kysely'
import { outsideFailure } from '#core/base/errors.ts'
import { once } from '#core/base/once.ts'
import {
  type ContentReading,
  type ExtractedObservation,
  type Learned,
  maxDecisions,
  type ReadableContent,
} from '#core/domain/language.ts'
import { reportedObservation, withVerifiedQuotes } from '#core/domain/similar/observations.ts'
import { SignalIndex } from '#core/domain/similar/signal-index.ts'
import { isOfBot } from '#core/domain/sources/bots.ts'
import { sessionIn, sessionKey } from '#core/domain/sources/sessions.ts'
import { overridesModel } from '#core/domain/text/model-address.ts'
import { vectorFromBytes } from '#core/domain/vectors/similarity.ts'
import type { ContentItem, Tables } from '../../db/tables.ts'
import { newestDecisions } from '../items/decisions.ts'
import { type AgentRun, inRunTransaction } from '../jobs/agent-run.ts'
import { type KnownObservation, knownColumns, moveObservations } from './move-observations.ts'
import { ProgramPrompts } from './program-prompts.ts'
import { scoreAgain } from './score.ts'
import { loadUnreadable, type UnreadableContent } from './unreadable.ts'

/**
 * The first stage of discovery: reads content oldest first and turns each content item into observations in signals.
 * Uses one transaction per content item, so that a run which dies repeats one item and counts none twice.
 */

/** Content items that are read between two progress reports. */
const batchSize = 16
const signalPageSize = 500

/** A content item as it was when it was read, with the observations found in it. */
interface Reading {
  content: ContentItem
  found: ExtractedObservation[]
  /** Observations of an earlier reading. */
  known: KnownObservation[]
  /** Reason why nothing was read in it. */
  skipped?: SkipReason
}

/**
 * `bot`: a program wrote it. `unquoted`: the language model claimed observations, but quoted nothing of the content.
 */
type SkipReason = 'language' | 'unquoted' | 'bot'

/**
 * Reads all live content that has not been read. Content stays unread if the answer about it cannot be used. Returns
 * the number of items read, the new observations in them, the items that stay unread, and the signals as they are now.
 *
 * @throws 500 with the reason, when no answer can be used from the beginning: then the endpoint is at fault, unless
 *   others were understood when these items failed before.
 */
export async function observeContent(discovery: AgentRun) {
  const { ctx, run } = discovery
  const most = ctx.language.reading?.itemsPerRun ?? Number.POSITIVE_INFINITY
  const unreadable = await loadUnreadable(discovery)
  const total = await countUnread(discovery, unreadable)
  const learned = once(() => learn(discovery))
  const prompts = new ProgramPrompts(discovery)
  let index = await loadSignals(discovery)
  let read = 0
  let observed = 0
  let understood = 0
  const skipped: Partial<Record<SkipReason | 'program_prompt', number>> = {}
  while (true) {
    const asked = read + unreadable.failures
    await run.progress('observe', asked, Math.max(asked, total))
    // Paid reading has a limit; the next run continues.
    const room = Math.min(batchSize, most - asked)
    const contents = room <= 0 ? [] : await nextUnread(discovery, unreadable, room)
    if (prompts.count > 0) skipped.program_prompt = prompts.count
    if (contents.length === 0) return { read, observed, skipped, unreadable: unreadable.list, index }
    const { readings, failures, answered } = await readBatch(discovery, contents, learned, prompts)
    for (const reading of readings) {
      const created = await record(discovery, index, reading)
      read++
      observed += created ?? 0
      unreadable.delete(reading.content.id)
      if (created !== undefined && reading.skipped) skipped[reading.skipped] = (skipped[reading.skipped] ?? 0) + 1
      // The content changed or was hidden while it was read: drop what the index took from it.
      if (created === undefined) index = await loadSignals(discovery)
    }
    understood += answered
    const failure = failures.find(({ content }) => !unreadable.has(content.id))
    if (understood === 0 && failure) throw outsideFailure(failure.reason)
    for (const { content, reason } of failures) unreadable.add(content.id, reason)
  }
}

/** The condition must match that of the partial index on unread content. */
const unread = ({ ctx, agent }: AgentRun) =>
  ctx.db
    .selectFrom('content_items')
    .where('org_id', '=', agent.org_id)
    .where('agent_id', '=', agent.id)
    .where('processed_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('status', '=', sql.lit('imported'))

const nextUnread = (discovery: AgentRun, { skipped }: UnreadableContent, most: number) =>
  unread(discovery)
    .selectAll()
    .$if(skipped.length > 0, (query) => query.where('id', 'not in', skipped))
    .orderBy('published_at')
    .orderBy('id')
    .limit(most)
    .execute()

async function countUnread(discovery: AgentRun, { skipped }: UnreadableContent): Promise<number> {
  const { count } = await unread(discovery)
    .$if(skipped.length > 0, (query) => query.where('id', 'not in', skipped))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the agent's signals by age, so that a resumed run compares in the same order as an uninterrupted one. */
async function loadSignals({ ctx, agent }: AgentRun): Promise<SignalIndex> {
  await ctx.embedder.ready?.()
  const index = new SignalIndex()
  let last = ''
  while (true) {
    const page = await ctx.db
      .selectFrom('signals')
      .select(['id', 'kind', 'statement', 'vector_sum', 'center'])
      .where('org_id', '=', agent.org_id)
      .where('agent_id', '=', agent.id)
      .$if(last !== '', (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(signalPageSize)
      .execute()
    for (const { vector_sum, center, ...signal } of page)
      index.set({ ...signal, sum: vectorFromBytes(vector_sum), center: vectorFromBytes(center ?? vector_sum) })
    if (page.length < signalPageSize) return index
    last = page.at(-1)!.id
  }
}

/**
 * Asks the language engine, outside any transaction, and keeps the observations that quote their content. `answered`
 * counts the items about which the engine gave an answer that can be used.
 */
async function readBatch(
  discovery: AgentRun,
  contents: ContentItem[],
  learned: () => Promise<Learned | undefined>,
  prompts: ProgramPrompts,
) {
  const { ctx, agent } = discovery
  const reports = contents.map(observationIn)
  const answers = await extract(
    discovery,
    await prompts.leaveOut(contents.filter((content, at) => !reports[at] && !isOfBot(content, agent))),
    learned,
  )
  const known = await ctx.db
    .selectFrom('observations')
    .select(knownColumns)
    .where('org_id', '=', agent.org_id)
    // Observations of this commit by the survey of all commits belong to the survey.
    .where((eb) => eb.not(eb.ref('surveyed')))
    .where(
      'content_item_id',
      'in',
      contents.map(({ id }) => id),
    )
    .execute()
  const knownOf = Map.groupBy(known, ({ content_item_id }) => content_item_id)
  const readings: Reading[] = []
  const failures: { content: ContentItem; reason: string }[] = []
  let answered = 0
  for (const [at, content] of contents.entries()) {
    if (isOfBot(content, agent)) {
      readings.push({ content, found: [], known: knownOf.get(content.id) ?? [], skipped: 'bot' })
      answered++
      continue
    }
    const report = reports[at]
    const answer = report ?? answers.shift()!
    if ('failure' in answer && answer.failure === 'unreadable') {
      failures.push({ content, reason: answer.reason })
      continue
    }
    if (!report) answered++
    const isUnquoted = 'failure' in answer
    readings.push({
      content,
      found: isUnquoted ? [] : withVerifiedQuotes(answer, content.content),
      known: knownOf.get(content.id) ?? [],
      skipped: report ? undefined : isUnquoted ? 'unquoted' : ctx.language.skips?.(readable(content, agent.name)),
    })
  }
  return { readings, failures, answered }
}

/** Returns what a report states itself; undefined for content that an engine reads. */
function observationIn(content: ContentItem): ExtractedObservation[] | undefined {
  const report = reportedObservation(content)
  return report && (overridesModel(report.statement) ? [] : [report])
}

/** Returns what the engine learns from the decisions of the agent's organization (behavior: Decisions). */
async function learn({ ctx, agent }: AgentRun): Promise<Learned | undefined> {
  if (!ctx.language.learn) return undefined
  const decisions = await newestDecisions(ctx.db, agent.org_id, maxDecisions)
  return decisions.length === 0
    ? undefined
    : ctx.language.learn(decisions, { org_id: agent.org_id, signal: ctx.signal })
}

/** Returns the language engine's reading of each content item. */
async function extract(
  { ctx, agent }: AgentRun,
  contents: ContentItem[],
  learned: () => Promise<Learned | undefined>,
): Promise<ContentReading[]> {
  if (contents.length === 0) return []
  // People tell an agent something in conversations alone: a run without any need not learn, which takes up to seconds.
  const isTalk = contents.some(({ source_type }) => source_type === 'conversation')
  const answers = await ctx.language.observe(
    contents.map((content) => readable(content, agent.name)),
    { org_id: agent.org_id, signal: ctx.signal },
    isTalk ? await learned() : undefined,
  )
  if (answers.length !== contents.length)
    throw outsideFailure('The language model answered for the wrong content items')
  return answers
}

const readable = ({ source_type, title, content }: ContentItem, agent_name: string): ReadableContent => ({
  source_type,
  title,
  content,
  agent_name,
})

const sameObservation = (a: ExtractedObservation | KnownObservation, b: ExtractedObservation | KnownObservation) =>
  a.category === b.category && a.statement === b.statement && a.quote === b.quote

/**
 * Writes the observations of one content item. Observations that an earlier reading found too stay as they are; those
 * that only it found are deleted. Returns the number of new observations, or undefined, without writing, when the
 * content changed since it was read.
 */
async function record(discovery: AgentRun, index: SignalIndex, { content, found, known }: Reading) {
  const { ctx } = discovery
  const read = sessionIn(content)
  const session = read ? sessionKey(read) : null
  const gone = known.filter((old) => !found.some((one) => sameObservation(one, old)))
  const fresh = found.filter((one) => !known.some((old) => sameObservation(one, old)))
  const move = await moveObservations(discovery, index, {
    gone,
    fresh: fresh.map(({ how = read?.how, ...one }) => ({
      ...one,
      content_item_id: content.id,
      observed_at: content.published_at,
      surveyed: false,
      told: one.told ?? false,
      session,
      explicit: how === 'explicit',
    })),
  })
  return inRunTransaction(discovery, async (trx) => {
    if (!(await markRead(trx, content, ctx.now().toISOString()))) return undefined
    if (known.length > 0) await updateDate(trx, content)
    await move(trx)
    return fresh.length
  })
}

/** Returns false when the content changed, was hidden or was read by another run meanwhile. */
async function markRead(trx: Transaction<Tables>, content: ContentItem, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('content_items')
    .set({ processed_at: now })
    .where('org_id', '=', content.org_id)
    .where('id', '=', content.id)
    .where('processed_at', 'is', null)
    .where('updated_at', '=', content.updated_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Sets the content's new date on observations from an earlier reading, because their signal's stability depends on it.
 */
async function updateDate(trx: Transaction<Tables>, { org_id, id, published_at }: ContentItem) {
  const moved = await trx
    .updateTable('observations')
    .set({ observed_at: published_at })
    .where('org_id', '=', org_id)
    .where('content_item_id', '=', id)
    .where('observed_at', '<>', published_at)
    .returning('signal_id')
    .execute()
  await scoreAgain(trx, org_id, moved)
}
