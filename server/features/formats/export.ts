import { badRequest } from '#core/base/errors.ts'
import { inSkillFolder, type SkillFolder } from '#core/domain/formats/export-paths.ts'
import type { FormatName, Source, SourceItem, Written } from '#core/domain/formats/format.ts'
import type { Database } from '../../db/connect.ts'
import { forKeyShare } from '../../db/locks.ts'
import type { Ctx } from '../../deps.ts'
import { readExport, readIdentity } from '../agents/identity.ts'
import { type Identity, resolvedItems } from '../agents/renderings.ts'
import { tasksOfItems } from './format-tasks.ts'

/** Days that an export is kept, and the number of exports kept for one agent. */
const keptDays = 90
const maxKept = 50
const dayMs = 24 * 60 * 60 * 1000

/**
 * Exports an agent in the format of another tool (behavior: Exports). Stores the content under its version, so that
 * returning files can be compared with it.
 *
 * @param skillFolder where a skill is written; only for the format `skill`.
 * @throws 404 when the agent is missing or foreign, 400 when another format has a folder.
 */
export async function exportAgent(ctx: Ctx, agentId: string, format: FormatName, skillFolder?: SkillFolder) {
  if (skillFolder && format !== 'skill')
    throw badRequest(`path is for the format skill alone, not ${format}; leave it out`)
  // Written again each day, so that exports that clients repeat are kept.
  const day = ctx.now().toISOString().slice(0, 10)
  const json = await readExport(ctx, agentId, `${format} ${day}`, () => writeExport(ctx, agentId, format))
  const written: Written = JSON.parse(json.toString())
  if (!skillFolder) return written
  return { ...written, files: written.files.map((file) => ({ ...file, path: inSkillFolder(file.path, skillFolder) })) }
}

async function writeExport(ctx: Ctx, agentId: string, format: FormatName): Promise<Buffer> {
  const identity = await readIdentity(ctx, agentId)
  const { org_id } = identity.agent
  const source = sourceOf(identity, format)
  // Without the signal of the request, since others may wait for the same export.
  const written = await tasksOfItems(source.items).run('write', { format, source }, { org_id })
  const { kept, version, ...answered } = written
  await keepExport(ctx, org_id, agentId, version, kept)
  return Buffer.from(JSON.stringify(answered satisfies Written))
}

/** `json` holds the agent's own layer completely; every other format holds the items of its prompt. */
function sourceOf(identity: Identity, format: FormatName): Omit<Source, 'marker'> {
  const items = resolvedItems(identity)
  const chosen =
    format === 'json' ? items.filter(({ scope }) => scope === 'agent') : items.filter(({ hidden }) => !hidden)
  const { id, slug, name, description, job_title, location, timezone, identity_markers, avatar_url } = identity.agent
  const { created_at, updated_at } = identity.agent
  return {
    agent: {
      id,
      slug,
      name,
      description,
      job_title,
      location,
      timezone,
      identity_markers,
      avatar_url,
      created_at,
      updated_at,
    },
    items: chosen as SourceItem[],
  }
}

/** Writes nothing if the same content was exported within a day, so that a client may export as often as it likes. */
async function keepExport({ db, now }: Ctx, org_id: string, agent_id: string, version: string, body: Uint8Array) {
  const present = now()
  const daysAgo = (days: number) => new Date(present.getTime() - days * dayMs).toISOString()
  const exported_at = present.toISOString()
  const known = await keptExports(db, org_id, agent_id)
    .select('exported_at')
    .where('hash', '=', version)
    .executeTakeFirst()
  if (known && known.exported_at > daysAgo(1)) return
  await db.transaction().execute(async (trx) => {
    // Stores nothing for an agent that was deleted meanwhile.
    const agent = trx.selectFrom('agents').select('id').where('org_id', '=', org_id).where('id', '=', agent_id)
    if (!(await forKeyShare(trx)(agent).executeTakeFirst())) return
    await trx
      .insertInto('agent_exports')
      .values({ org_id, agent_id, hash: version, exported_at, body: Buffer.from(body) })
      .onConflict((conflict) => conflict.columns(['org_id', 'agent_id', 'hash']).doUpdateSet({ exported_at }))
      .execute()
    const eldest = await keptExports(trx, org_id, agent_id)
      .select('exported_at')
      .orderBy('exported_at', 'desc')
      .offset(maxKept - 1)
      .limit(1)
      .executeTakeFirst()
    const before = [daysAgo(keptDays), eldest?.exported_at ?? ''].sort().at(-1)!
    await trx
      .deleteFrom('agent_exports')
      .where('org_id', '=', org_id)
      .where('agent_id', '=', agent_id)
      .where('exported_at', '<', before)
      .execute()
  })
}

const keptExports = (db: Pick<Database, 'selectFrom'>, orgId: string, agentId: string) =>
  db.selectFrom('agent_exports').where('org_id', '=', orgId).where('agent_id', '=', agentId)

/** Returns the stored content of an export of this agent; undefined when it is no longer kept. */
export async function findExport({ db, now }: Ctx, orgId: string, agentId: string, version: string) {
  const row = await keptExports(db, orgId, agentId)
    .select(['body', 'exported_at'])
    .where('hash', '=', version)
    .executeTakeFirst()
  const isKept = row && row.exported_at >= new Date(now().getTime() - keptDays * dayMs).toISOString()
  return isKept ? row.body : undefined
}
