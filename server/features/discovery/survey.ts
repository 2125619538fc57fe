import { sql } from 'kysely'
import type { SurveyedCommit, SurveyFinding } from '#core/domain/language.ts'
import { surveyConfidence } from '#core/domain/similar/observations.ts'
import type { SignalIndex } from '#core/domain/similar/signal-index.ts'
import { countsAt } from '#core/domain/similar/signals.ts'
import { isOfBot } from '#core/domain/sources/bots.ts'
import { type AgentRun, inRunTransaction } from '../jobs/agent-run.ts'
import { type KnownObservation, knownColumns, moveObservations, type NewObservation } from './move-observations.ts'

/**
 * Finds practices across an agent's commits (behavior: Surveys of commits). Each run counts all stored commits again
 * and writes only the difference: the same commits give the same observations, and a share that changed only its
 * number.
 */

/** Number of newest commits; older ones say less about current practice. */
const maxCommits = 5000
const pageSize = 500
/** Characters of one message; the rest is logs and lists. */
const maxMessageLength = 4000

interface StoredCommit extends Omit<SurveyedCommit, 'weight'> {
  id: string
  published_at: string
}

/** @param index the agent's signals. Returns the number of new observations. */
export async function surveyCommits(discovery: AgentRun, index: SignalIndex): Promise<number> {
  const { ctx, agent, run } = discovery
  const { commits, bots } = await loadCommits(discovery)
  if (commits.length === 0 && bots.length === 0) return 0
  await run.progress('survey', 0, commits.length)
  const newest = Date.parse(commits[0]?.published_at ?? '')
  const findings = await ctx.language.survey(
    commits.map(({ repository, content, paths, trailers, published_at }) => ({
      repository,
      content,
      paths,
      trailers,
      weight: countsAt(newest, Date.parse(published_at), agent.decay_rate),
    })),
    { org_id: agent.org_id, signal: ctx.signal },
  )
  const known = await surveyedBefore(discovery)
  const wanted = new Map(findings.flatMap((finding) => evidenceOf(finding, commits)).map((one) => [keyOf(one), one]))
  // Observations of hidden content stay with it, and do not count meanwhile.
  const read = new Set([...commits.map(({ id }) => id), ...bots])
  const gone = known.filter((one) => read.has(one.content_item_id) && !wanted.has(keyOf(one)))
  for (const one of known) wanted.delete(keyOf(one))
  const fresh = [...wanted.values()]
  for (const part of partsOf(gone, fresh)) {
    const move = await moveObservations(discovery, index, part)
    await inRunTransaction(discovery, move)
  }
  await saveTotals(discovery, findings)
  return fresh.length
}

/** Keeps each transaction short. */
function* partsOf(gone: KnownObservation[], fresh: NewObservation[]) {
  for (let at = 0; at < gone.length; at += pageSize) yield { gone: gone.slice(at, at + pageSize), fresh: [] }
  for (let at = 0; at < fresh.length; at += pageSize) yield { gone: [], fresh: fresh.slice(at, at + pageSize) }
}

const keyOf = ({
  content_item_id,
  category,
  statement,
  quote,
}: Pick<NewObservation, 'content_item_id' | 'category' | 'statement' | 'quote'>) =>
  `${content_item_id} ${category} ${statement}\n${quote}`

const evidenceOf = (
  { kind, category, statement, evidence }: SurveyFinding,
  commits: StoredCommit[],
): NewObservation[] =>
  evidence.map(({ commit, quote }) => ({
    kind,
    category,
    statement,
    quote,
    confidence: surveyConfidence,
    content_item_id: commits[commit]!.id,
    observed_at: commits[commit]!.published_at,
    surveyed: true,
    told: false,
    session: null,
    explicit: false,
  }))

/**
 * Returns the agent's live commits, newest first, up to the limit of a survey; and the ids of
 * those that programs wrote.
 */
async function loadCommits({ ctx, agent }: AgentRun): Promise<{ commits: StoredCommit[]; bots: string[] }> {
  const commits: StoredCommit[] = []
  const bots: string[] = []
  let last: { id: string; published_at: string } | undefined
  while (commits.length < maxCommits) {
    const page = await ctx.db
      .selectFrom('content_items')
      .select(['id', 'author', 'metadata', 'published_at'])
      .select(({ fn }) => fn<string>('substr', ['content', sql.lit(1), sql.lit(maxMessageLength)]).as('content'))
      .where('org_id', '=', agent.org_id)
      .where('agent_id', '=', agent.id)
      .where('source_type', '=', 'github_commit')
      .where('removed_at', 'is', null)
      .where('status', '=', 'imported')
      .$if(last !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('published_at', '<', last!.published_at),
            eb.and([eb('published_at', '=', last!.published_at), eb('id', '<', last!.id)]),
          ]),
        ),
      )
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute()
    for (const { author, metadata, ...commit } of page) {
      if (isOfBot({ source_type: 'github_commit', author, metadata }, agent)) {
        bots.push(commit.id)
        continue
      }
      commits.push({
        ...commit,
        repository: typeof metadata.repository === 'string' ? metadata.repository : 'the repository',
        paths: texts(metadata.paths),
        trailers: texts(metadata.trailers),
      })
    }
    last = page.at(-1)
    if (page.length < pageSize) break
  }
  return { commits, bots }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

const surveyedBefore = ({ ctx, agent }: AgentRun) =>
  ctx.db
    .selectFrom('observations')
    .select(knownColumns)
    .where('org_id', '=', agent.org_id)
    .where('agent_id', '=', agent.id)
    .where((eb) => eb.ref('surveyed'))
    .orderBy('id')
    .execute()

/** Writes how many commits each signal was counted over, and null for signals that are no longer counted. */
function saveTotals(discovery: AgentRun, findings: SurveyFinding[]) {
  const { agent } = discovery
  const totals = new Map(findings.map(({ statement, of }) => [statement, of]))
  return inRunTransaction(discovery, async (trx) => {
    const counted = await trx
      .selectFrom('observations')
      .innerJoin('signals', (join) =>
        join.onRef('signals.org_id', '=', 'observations.org_id').onRef('signals.id', '=', 'observations.signal_id'),
      )
      .select(['signals.id', 'observations.statement', 'signals.commits_total'])
      .distinct()
      .where('observations.org_id', '=', agent.org_id)
      .where('observations.agent_id', '=', agent.id)
      .where((eb) => eb.ref('observations.surveyed'))
      .execute()
    for (const { id, statement, commits_total } of counted) {
      const total = totals.get(statement)
      if (total === undefined || total === commits_total) continue
      await trx
        .updateTable('signals')
        .set({ commits_total: total })
        .where('org_id', '=', agent.org_id)
        .where('id', '=', id)
        .execute()
    }
  })
}
