import { NIL } from 'uuid'
import { conflict, notFound } from '#core/base/errors.ts'
import type { SourceItem } from '#core/domain/formats/format.ts'
import { promptLines } from '#core/domain/identity/prompt-lines.ts'
import type { Content } from '../../db/audit/entry.ts'
import { isOneOf } from '../../db/id-list.ts'
import type { Agent } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { profileOf } from '../agents/renderings.ts'
import type { StoredPrompt } from '../agents/stored-prompts.ts'
import { itemIds } from './line-items.ts'
import { versionTasks } from './version-work.ts'

/** The most changes of a profile that are taken back. */
const maxChanges = 1000
const shownFields = ['name', 'description', 'job_title', 'location', 'timezone'] as const

/**
 * Returns the agent and the items that a version was rendered from: the items by its lines, and the profile by taking
 * back the changes since. Fields that no prompt shows, such as tags, are the present ones.
 *
 * @throws 404 when the version is gone; 409 when they do not render its text byte for byte, because entries of the audit
 * log were erased or cut.
 */
export async function readVersionIdentity(ctx: Ctx, agentId: string, { org_id, version, body }: StoredPrompt) {
  const stored = await ctx.db
    .selectFrom('prompt_versions')
    .select(['created_at', 'audit_seq'])
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agentId)
    .where('version', '=', version)
    .executeTakeFirst()
  const present = await ctx.db
    .selectFrom('agents')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('id', '=', agentId)
    .executeTakeFirst()
  if (!stored || !present) throw notFound('Version')
  const former = await withFormerProfile(ctx, present, stored.audit_seq)
  // A file shows the time of the text, which no later change of the agent moves.
  const agent = { ...former, updated_at: stored.created_at }
  const text = body.toString()
  const known = await knownItems(ctx, { org_id, agentId, version, text })
  const input = { text, profile: profileOf(agent), known, at: stored.created_at }
  const items = await versionTasks([text]).run('items', input, { org_id, signal: ctx.signal })
  if (!items) throw conflict(`Version ${version} cannot be exported: the profile that it shows is no longer known`)
  return { agent, items }
}

/** Takes back the changes of the profile after an entry of the audit log: the first change of a field has its value. */
async function withFormerProfile({ db }: Ctx, agent: Agent, seq: number): Promise<Agent> {
  const entries = await db
    .selectFrom('audit_log')
    .select('content')
    .where('org_id', '=', agent.org_id)
    .where('target_id', '=', agent.id)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(maxChanges)
    .execute()
  const former: Partial<Agent> = {}
  for (const { content } of entries.toReversed()) {
    const { before }: Pick<Content, 'before'> = JSON.parse(content ?? '{"before":null}')
    for (const field of shownFields) if (before && field in before) former[field] = before[field] as never
  }
  return { ...agent, ...former }
}

interface VersionText {
  org_id: string
  agentId: string
  version: number
  text: string
}

async function knownItems(
  ctx: Ctx,
  { text, ...own }: VersionText,
): Promise<(Pick<SourceItem, 'id'> & Partial<SourceItem>)[]> {
  const lines = promptLines(text)
  const idOf = await itemIds(ctx, { ...own, lines })
  const rows = await ctx.db
    .selectFrom('items')
    .select(['id', 'scope', 'n_count', 'status'])
    .where('org_id', '=', own.org_id)
    .where(isOneOf(ctx.db, 'id', [...idOf.values()]))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return lines
    .filter(({ category }) => category !== undefined)
    .map((line) => {
      const id = idOf.get(line) ?? NIL
      return byId.get(id) ?? { id }
    })
}
