import { v7 as newId } from 'uuid'
import { badRequest } from '../../base/errors.ts'
import type { Ctx } from '../../deps.ts'
import { kindOf } from '../../domain/kinds.ts'
import { reporterOf } from '../../domain/requests/reporters.ts'
import { type ReportedObservation, reportMetadata, reportText } from '../../domain/similar/observations.ts'
import { maxStatementLength, normalizeStatement } from '../../domain/statement.ts'
import { cleanContents } from '../content/cleaning.ts'
import { saveContent } from '../content/content-items.ts'
import { agentOwner } from '../layers/owners.ts'

/**
 * Stores an agent's observations about itself for the next run of discovery (behavior: Reported observations). Returns
 * the ids of the content items, in the order of the reports.
 *
 * @throws 404 when the agent is missing or foreign, 400 for a report that is empty or cannot be a statement.
 */
export async function reportObservations(ctx: Ctx, agentId: string, reports: ReportedObservation[]): Promise<string[]> {
  const { org_id } = await agentOwner(ctx, agentId)
  for (const [at, report] of reports.entries()) requireObservation(report, `observations[${at}].`)
  const now = ctx.now()
  const contents = await cleanContents(
    reports.map((report) => ({
      agent_id: agentId,
      source_id: null,
      source_type: 'observation' as const,
      // Each report is content of its own: the same report on another day is further evidence.
      external_id: newId(),
      title: null,
      url: null,
      author: null,
      content: reportText(report),
      metadata: reportMetadata(report),
      published_at: now.toISOString(),
    })),
    { org_id, signal: ctx.signal },
  )
  const empty = contents.findIndex(({ content }) => content.trim() === '')
  if (empty >= 0) throw badRequest(`observations[${empty}].content must include text besides comments`)
  const stored = await ctx.db.transaction().execute(async (trx) => {
    await saveContent(trx, org_id, contents, now, reporterOf(ctx.caller))
    return trx
      .selectFrom('content_items')
      .select(['id', 'external_id'])
      .where('org_id', '=', org_id)
      .where('agent_id', '=', agentId)
      .where('source_type', '=', 'observation')
      .where(
        'external_id',
        'in',
        contents.map(({ external_id }) => external_id),
      )
      .execute()
  })
  const idOf = new Map(stored.map(({ id, external_id }) => [external_id, id]))
  return contents.map(({ external_id }) => idOf.get(external_id)!)
}

/** A report that is stored as an observation must be a valid statement as it stands. */
function requireObservation({ content, kind, category }: ReportedObservation, path: string) {
  if (!kind || !category) return
  if (kindOf(category) !== kind) throw badRequest(`${path}category does not belong to this kind`)
  if ([...normalizeStatement(content)].length > maxStatementLength)
    throw badRequest(
      `${path}content must be at most ${maxStatementLength} characters when it has a kind and a category`,
    )
}
