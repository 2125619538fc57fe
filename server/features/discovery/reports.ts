import { v7 as newId } from 'uuid'
import { badRequest } from '#core/base/errors.ts'
import { sha256Hex } from '#core/base/hash.ts'
import { parseMoment } from '#core/base/time.ts'
import { kindOf } from '#core/domain/kinds.ts'
import { reporterOf } from '#core/domain/requests/reporters.ts'
import { type ReportedObservation, reportMetadata, reportText } from '#core/domain/similar/observations.ts'
import type { SessionSource } from '#core/domain/sources/sessions.ts'
import { maxStatementLength, normalizeStatement } from '#core/domain/statement.ts'
import { sanitizeTitle } from '#core/domain/text/untrusted-text.ts'
import type { Ctx } from '../../deps.ts'
import { cleanContents } from '../content/cleaning.ts'
import { saveContent } from '../content/content-items.ts'
import { agentOwner } from '../layers/owners.ts'

/** The reports of one request, once they are stored. */
interface StoredReports {
  /** The number of reports that were new. */
  created: number
  /** Ids of the content items, in the order of the reports. */
  ids: string[]
}

/**
 * Stores observations about an agent, its own or those that were read in its sessions, for the next run of discovery
 * (behavior: Reported observations). A report whose external id its reporter has sent before is that one, unchanged.
 *
 * @throws 404 when the agent is missing or foreign, 400 for a report that is empty or cannot be a statement, or whose
 *   session has no name or lies in the future.
 */
export async function reportObservations(
  ctx: Ctx,
  agentId: string,
  reports: ReportedObservation[],
): Promise<StoredReports> {
  const { org_id } = await agentOwner(ctx, agentId)
  const now = ctx.now()
  const cleaned = reports.map((report, at) => {
    requireObservation(report, `observations[${at}].`)
    return report.source
      ? { ...report, source: cleanSource(report.source, `observations[${at}].source.`, now) }
      : report
  })
  const idOf = await idsOfReporter(ctx, org_id, agentId, reports)
  const contents = await cleanContents(
    cleaned.map((report) => ({
      agent_id: agentId,
      source_id: null,
      source_type: report.source ? ('session' as const) : ('observation' as const),
      // Without an id each report is content of its own: the same report on another day is further evidence.
      external_id: report.external_id === undefined ? newId() : idOf(report.external_id),
      title: null,
      url: null,
      author: null,
      content: reportText(report),
      metadata: reportMetadata(report),
      published_at: report.source?.at ?? now.toISOString(),
    })),
    { org_id, signal: ctx.signal },
  )
  const empty = contents.findIndex(({ content }) => content.trim() === '')
  if (empty >= 0) throw badRequest(`observations[${empty}].content must include text besides comments`)
  const { imported, stored } = await ctx.db.transaction().execute(async (trx) => {
    const { imported } = await saveContent(trx, org_id, contents, now, reporterOf(ctx.caller), { keepsExisting: true })
    const stored = await trx
      .selectFrom('content_items')
      .select(['id', 'source_type', 'external_id'])
      .where('org_id', '=', org_id)
      .where('agent_id', '=', agentId)
      .where('source_type', 'in', ['observation', 'session'])
      .where(
        'external_id',
        'in',
        contents.map(({ external_id }) => external_id),
      )
      .execute()
    return { imported, stored }
  })
  const rowOf = new Map(stored.map((one) => [keyOf(one), one.id]))
  return { created: imported, ids: contents.map((content) => rowOf.get(keyOf(content))!) }
}

/**
 * Returns how the external ids of a reporter are stored: each belongs to the account and the trust of its credential.
 * Otherwise an agent, which knows the ids of its sessions, could occupy that of a report that a person is about to
 * send. Ids that were stored before they had owners are found as they are.
 */
async function idsOfReporter(ctx: Ctx, orgId: string, agentId: string, reports: ReportedObservation[]) {
  const reporter = reporterOf(ctx.caller)
  const ids = reports.flatMap(({ external_id }) => external_id ?? [])
  if (ids.length === 0) return (id: string) => id
  const rows = await ctx.db
    .selectFrom('content_items')
    .select('external_id')
    .where('org_id', '=', orgId)
    .where('agent_id', '=', agentId)
    .where('source_type', 'in', ['observation', 'session'])
    .where('external_id', 'in', ids)
    .where('reported_by', '=', reporter)
    .execute()
  const ofBefore = new Set(rows.map(({ external_id }) => external_id))
  const owner = sha256Hex(`${ctx.caller.userId} ${reporter}`).slice(0, 16)
  return (id: string) => (ofBefore.has(id) ? id : `${owner}:${id}`)
}

const keyOf = ({ source_type, external_id }: { source_type: string; external_id: string }) =>
  `${source_type} ${external_id}`

/** Tolerance for the clocks of other machines. */
const aheadMs = 86_400_000

/** Cleans the names of a session like imported text, and brings its time to UTC. */
function cleanSource({ tool, session, at, project, ref }: SessionSource, path: string, now: Date): SessionSource {
  const required = (name: string, text: string) => {
    const line = sanitizeTitle(text)
    if (line === null) throw badRequest(`${path}${name} must include visible text`)
    return line
  }
  const moment = parseMoment(at)
  if (!moment) throw badRequest(`${path}at must be an ISO 8601 date-time such as 2026-11-21T09:30:00Z`)
  if (moment.getTime() > now.getTime() + aheadMs) throw badRequest(`${path}at must not be in the future`)
  return {
    tool: required('tool', tool),
    session: required('session', session),
    at: moment.toISOString(),
    project: sanitizeTitle(project),
    ref: sanitizeTitle(ref),
  }
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
