import { sql } from 'kysely'
import { notFound } from '#core/base/errors.ts'
import type { PromptDiff, VersionText } from '#core/domain/identity/prompt-diff.ts'
import type { Scope } from '#core/domain/kinds.ts'
import type { Page } from '#core/domain/requests/page.ts'
import type { Database } from '../../db/connect.ts'
import { descending } from '../../db/order.ts'
import { listPage } from '../../db/page.ts'
import type { Parameter } from '../../db/prepared-queries.ts'
import type { Ctx } from '../../deps.ts'
import { readPrompt } from '../agents/identity.ts'
import { countTokens } from './count-tokens.ts'
import { changesOfVersions } from './version-changes.ts'
import { versionTasks } from './version-work.ts'

/** Lists, reads and compares the versions of an agent's prompt (behavior: Prompt versions). */

const columns = ['agent_id', 'version', 'hash', 'created_at', 'tokens', 'items'] as const

interface VersionRow {
  agent_id: string
  version: number
  hash: string
  created_at: string
  tokens: number | null
  items: number
}

/** The most changes of a version that are shown: of one in a list, and of one that is read by itself. */
const shownChanges = { inList: 10, alone: 100 }

/**
 * Lists an agent's versions, newest first, without texts. The present prompt is among them, read before or not.
 *
 * @param layer only versions before which this layer changed.
 * @throws 404 when the agent is missing or foreign.
 */
export async function listVersions(ctx: Ctx, agentId: string, page: Page, layer?: Scope) {
  const live = await readPrompt(ctx, agentId)
  const { org_id } = live
  const query = (db: Database, parameter: Parameter) =>
    db
      .selectFrom('prompt_versions')
      .select(columns)
      .where('org_id', '=', parameter('org_id'))
      .where('agent_id', '=', parameter('agent_id'))
      .$if(layer !== undefined, (versions) => versions.where(changedIn(layer!, parameter)))
  const list = {
    name: `prompt versions ${layer}`,
    values: { org_id, agent_id: agentId },
    order: [descending('version', 'integer')],
    query,
  }
  return listPage(ctx, list, page, (rows) => versionFields(ctx, org_id, live.version, rows, shownChanges.inList))
}

/** Whether a layer changed between a version and the one before it. */
function changedIn(layer: Scope, parameter: Parameter) {
  const before = (column: 'audit_seq' | 'group_id') => sql`(select ${sql.ref(column)} from prompt_versions as earlier
    where earlier.org_id = prompt_versions.org_id and earlier.agent_id = prompt_versions.agent_id
      and earlier.version < prompt_versions.version order by earlier.version desc limit 1)`
  const ids = {
    agent: sql`${parameter('agent_id')}`,
    group: sql`prompt_versions.group_id, ${before('group_id')}`,
    org: sql`${parameter('org_id')}`,
  }
  return sql<boolean>`exists (select 1 from audit_log
    where audit_log.org_id = prompt_versions.org_id and audit_log.layer_id in (${ids[layer]})
      and audit_log.seq > coalesce(${before('audit_seq')}, 0) and audit_log.seq <= prompt_versions.audit_seq)`
}

/**
 * Reads one version with its text.
 *
 * @throws 404 when the agent is missing or foreign, or has no such version, or not any more.
 */
export async function readVersion(ctx: Ctx, agentId: string, version: number) {
  const { org_id, version: live } = await readPrompt(ctx, agentId)
  const row = await findVersion(ctx, org_id, agentId, version)
  const [fields] = await versionFields(ctx, org_id, live, [row], shownChanges.alone)
  if (!fields) throw notFound('Version')
  return { ...fields, prompt: Buffer.from(row.prompt).toString() }
}

/**
 * Compares version `b` with version `a` of an agent's prompt, in a thread.
 *
 * @throws 404 like `readVersion`; 413 when comparing takes too long.
 */
export async function compareVersions(ctx: Ctx, agentId: string, a: number, b: number): Promise<PromptDiff> {
  const { org_id } = await readPrompt(ctx, agentId)
  const textOf = async (version: number): Promise<VersionText> => {
    const { prompt } = await findVersion(ctx, org_id, agentId, version)
    return { version, text: Buffer.from(prompt).toString() }
  }
  const [before, after] = [await textOf(a), await textOf(b)]
  const tasks = versionTasks([before.text, after.text])
  return tasks.run('diff', { a: before, b: after }, { org_id, signal: ctx.signal })
}

/** @throws 404 when the agent has no such version, or not any more. */
async function findVersion(ctx: Ctx, orgId: string, agentId: string, version: number) {
  const row = await ctx.db
    .selectFrom('prompt_versions')
    .select([...columns, 'prompt'])
    .where('org_id', '=', orgId)
    .where('agent_id', '=', agentId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound('Version')
  return row
}

async function versionFields(ctx: Ctx, orgId: string, live: number | null, rows: VersionRow[], mostChanges: number) {
  const [first] = rows
  if (!first) return []
  const tokensOf = await countTokens(
    ctx,
    orgId,
    rows.filter(({ tokens }) => tokens === null),
  )
  const numbers = rows.map(({ version }) => version)
  const changes = await changesOfVersions(ctx, orgId, first.agent_id, numbers, mostChanges)
  const labels = await ctx.db
    .selectFrom('prompt_labels')
    .select(['label', 'version'])
    .where('org_id', '=', orgId)
    .where('agent_id', '=', first.agent_id)
    .where('version', 'is not', null)
    .orderBy('label')
    .execute()
  return rows.flatMap(({ agent_id, ...row }) => {
    const own = changes.get(row.version)
    // Without one that retention deleted meanwhile.
    if (!own) return []
    const fields = {
      ...row,
      tokens: row.tokens ?? tokensOf({ agent_id, version: row.version })!,
      live: row.version === live,
      labels: labels.flatMap(({ label, version }) => (version === row.version ? [label] : [])),
      ...own,
    }
    return [fields]
  })
}
