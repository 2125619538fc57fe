import { badRequest } from '#core/base/errors.ts'
import { inSkillFolder, type SkillFolder } from '#core/domain/formats/export-paths.ts'
import type { FormatName, Source, SourceItem, Written } from '#core/domain/formats/format.ts'
import type { Database } from '../../db/connect.ts'
import { forKeyShare } from '../../db/locks.ts'
import type { Agent } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { readExport, readIdentity } from '../agents/identity.ts'
import { type Identity, resolvedItems } from '../agents/renderings.ts'
import { choosePrompt, type PromptChoice } from '../versions/chosen-prompt.ts'
import { readVersionIdentity } from '../versions/version-identity.ts'
import { tasksOfItems } from './format-tasks.ts'

/** Days that an export is kept, and the number of exports kept for one agent. */
const keptDays = 90
const maxKept = 50
const dayMs = 24 * 60 * 60 * 1000

interface ExportOptions extends PromptChoice {
  format: FormatName
  /** The folder where a skill is written; only for the format `skill`. */
  path?: SkillFolder
}

/**
 * Exports an agent in the format of another tool, as it is or as a version of its prompt has it (behavior: Exports).
 * Stores the content under its version, so that returning files can be compared with it.
 *
 * @throws 404 when the agent, the version or the label is missing or foreign; 400 when another format has a folder, or
 * `json` a version; 409 as `readVersionIdentity`.
 */
export async function exportAgent(ctx: Ctx, agentId: string, { format, path, ...choice }: ExportOptions) {
  if (path && format !== 'skill') throw badRequest(`path is for the format skill alone, not ${format}; leave it out`)
  const json = await readChosen(ctx, agentId, format, choice)
  const written: Written = JSON.parse(json.toString())
  if (!path) return written
  return { ...written, files: written.files.map((file) => ({ ...file, path: inSkillFolder(file.path, path) })) }
}

/** Returns the export of a version, or of the present identity, as JSON. */
async function readChosen(ctx: Ctx, agentId: string, format: FormatName, choice: PromptChoice): Promise<Buffer> {
  const [chosen] = Object.keys(choice)
  if (chosen && format === 'json') throw badRequest(`format json has no versions; leave out ${chosen}`)
  const { version, ...prompt } = chosen ? await choosePrompt(ctx, agentId, choice) : { version: null }
  if (version !== null && 'body' in prompt) {
    const { agent, items } = await readVersionIdentity(ctx, agentId, { ...prompt, version })
    return writeExport(ctx, format, agent, items)
  }
  // Written again each day, so that exports that clients repeat are kept.
  const day = ctx.now().toISOString().slice(0, 10)
  return readExport(ctx, agentId, `${format} ${day}`, async () => {
    const identity = await readIdentity(ctx, agentId)
    return writeExport(ctx, format, identity.agent, itemsFor(format, identity))
  })
}

async function writeExport(ctx: Ctx, format: FormatName, { org_id, ...agent }: Agent, items: SourceItem[]) {
  const source = { agent: exportedFields(agent), items }
  // Without the signal of the request, since others may wait for the same export.
  const written = await tasksOfItems(items).run('write', { format, source }, { org_id })
  const { kept, version, ...answered } = written
  await keepExport(ctx, org_id, agent.id, version, kept)
  return Buffer.from(JSON.stringify(answered satisfies Written))
}

/** `json` holds the agent's own layer completely; every other format holds the items of its prompt. */
function itemsFor(format: FormatName, identity: Identity): SourceItem[] {
  const items = resolvedItems(identity)
  const chosen =
    format === 'json' ? items.filter(({ scope }) => scope === 'agent') : items.filter(({ hidden }) => !hidden)
  return chosen as SourceItem[]
}

function exportedFields(agent: Omit<Agent, 'org_id'>): Source['agent'] {
  const { id, slug, name, description, job_title, location, timezone, identity_markers, avatar_url } = agent
  const { created_at, updated_at } = agent
  const profile = { name, description, job_title, location, timezone, identity_markers }
  return { id, slug, ...profile, avatar_url, created_at, updated_at }
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
