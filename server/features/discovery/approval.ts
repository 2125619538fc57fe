import type { Category, ItemStatus } from '#core/domain/kinds.ts'
import { approvedReporters, type Reporter } from '#core/domain/requests/reporters.ts'
import { isPromotable, type Score } from '#core/domain/similar/signals.ts'
import { needsWording } from '#core/domain/wording.ts'
import type { Signal } from '../../db/tables.ts'
import { readInitialStatus } from '../items/initial-status.ts'
import type { AgentRun } from '../jobs/agent-run.ts'
import { readScores } from './score.ts'
import { wordingOf } from './wording.ts'

/** The item that a signal is proposed as. */
export interface ProposedItem {
  category: Category
  statement: string
  /**
   * `pending` waits for a person even if the organization approves automatically by then;
   * undefined applies its setting.
   */
  status?: ItemStatus
}

/**
 * Chooses the item that a strong signal becomes. Automatic approval applies only if the reports of the covered callers
 * are strong enough by themselves, and then with their words: a key that may only propose, or any key if a review is
 * required, must neither bring a signal over the threshold nor word the approved item, nor must what somebody told the
 * agent in a conversation (behavior: Promotion). Words of people that cannot stand as a rule wait for a person.
 */
export async function proposedItem(discovery: AgentRun, signal: Signal): Promise<ProposedItem> {
  const { ctx, agent } = discovery
  const { kind, category } = signal
  if ((await readInitialStatus(ctx.db, agent.org_id, kind)) === 'approved') {
    const { statement, ...covered } = await coveredWords(discovery, signal)
    const stands = statement !== undefined && !(signal.sessions > 0 && needsWording(statement))
    if (stands) return { category: covered.category ?? category, statement }
  }
  return { category, statement: await wordingOf(discovery, signal), status: 'pending' }
}

/**
 * Words and category of the evidence that automatic approval covers. Without a statement if that evidence is too weak.
 */
async function coveredWords(
  discovery: AgentRun,
  signal: Signal,
): Promise<{ statement?: string | undefined; category?: Category | undefined }> {
  const score = await coveredScore(discovery, signal)
  return score === signal || isPromotable(score, discovery.agent) ? score : {}
}

/** Returns the score of the evidence that automatic approval covers: the signal itself if that is all of it. */
export async function coveredScore(discovery: AgentRun, signal: Signal): Promise<Signal | Score> {
  const { ctx, agent } = discovery
  const { require_review: requiresReview } = await ctx.db
    .selectFrom('organizations')
    .select('require_review')
    .where('id', '=', agent.org_id)
    .executeTakeFirstOrThrow()
  const covered = approvedReporters({ requiresReview })
  if (!(await hasOtherEvidence(discovery, signal, covered))) return signal
  const [scored] = await readScores(discovery, [signal], ctx.now(), covered)
  return scored!.score
}

async function hasOtherEvidence({ ctx }: AgentRun, { org_id, id }: Signal, covered: readonly Reporter[]) {
  const found = await ctx.db
    .selectFrom('observations')
    .innerJoin('content_items', (join) =>
      join
        .onRef('content_items.org_id', '=', 'observations.org_id')
        .onRef('content_items.id', '=', 'observations.content_item_id'),
    )
    .select('observations.id')
    .where('observations.org_id', '=', org_id)
    .where('observations.signal_id', '=', id)
    .where((eb) => eb.ref('observations.live'))
    .where((eb) => eb.or([eb('content_items.reported_by', 'not in', covered), eb.ref('observations.told')]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
