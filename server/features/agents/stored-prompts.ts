import type { Compilable, Transaction } from 'kysely'
import { bufferOf } from '#core/base/buffer-of.ts'
import { sha256Hex } from '#core/base/hash.ts'
import type { Database } from '../../db/connect.ts'
import { forKeyShare, forUpdate } from '../../db/locks.ts'
import { packIds } from '../../db/packed-ids.ts'
import type { PromptVersion, Tables } from '../../db/tables.ts'
import type { RenderedPrompt } from './renderings.ts'
import { placesFor, type Stamp, type StampReader, type StampRow, stampsOf } from './stamps.ts'

/** A version of an agent's prompt as it is answered. */
export interface StoredPrompt {
  org_id: string
  version: number
  body: Buffer
  etag: string
}

/** The live prompt with the text of the stamp at which it is current. */
export type LivePrompt = StoredPrompt & { stamp: string }

/** A prompt whose text has no number where the database took no write. */
export type AnsweredPrompt = Omit<StoredPrompt, 'version'> & { version: number | null }

export const storedPrompt = (row: {
  org_id: string
  version: number
  hash: string
  prompt: Uint8Array
}): StoredPrompt => ({
  org_id: row.org_id,
  version: row.version,
  body: bufferOf(row.prompt),
  // Clients recognize the text that they have by it (behavior: Prompt).
  etag: `"${row.hash}"`,
})

type Trx = Transaction<Tables>

interface Own {
  org_id: string
  agent_id: string
}

const liveOf = (trx: Trx, { org_id, agent_id }: Own) =>
  trx
    .selectFrom('live_prompts')
    .select(['version', 'changes'])
    // Before the revisions: an entry after it that touched this prompt changed them, and the text is not current.
    .select((eb) =>
      eb
        .selectFrom('audit_heads')
        .select('seq')
        .whereRef('audit_heads.org_id', '=', 'live_prompts.org_id')
        .as('audit_seq'),
    )
    .where('org_id', '=', org_id)
    .where('agent_id', '=', agent_id)

const versionUpdate = (trx: Trx, { org_id, agent_id }: Own) =>
  trx.updateTable('prompt_versions').where('org_id', '=', org_id).where('agent_id', '=', agent_id)

const versionsOf = (trx: Trx, { org_id, agent_id }: Own) =>
  trx.selectFrom('prompt_versions').where('org_id', '=', org_id).where('agent_id', '=', agent_id)

interface NewPrompt {
  agentId: string
  /** The revisions that the text was rendered from. */
  stamp: Stamp
  rendered: RenderedPrompt
  now: Date
  /** Stores the text as a version, but not as the live one, also when the revisions differ by now. */
  isLast: boolean
}

/**
 * Stores a rendered text as the agent's live prompt (behavior: Prompt versions): as its old version if it returns, else
 * as a new one.
 *
 * The revisions are compared again while the agent's row of `live_prompts` is locked, so that a slower reader never
 * replaces a newer text. Every write of a layer bumps a revision, so equal ones prove that no write came between the
 * reads of the layers. No other agent's readers wait, and no writer.
 *
 * @returns undefined when the agent has other revisions by now, or is gone: the caller reads again.
 */
export async function storePrompt(
  trx: Trx,
  stamps: StampReader,
  { agentId, stamp, rendered, now, isLast }: NewPrompt,
): Promise<LivePrompt | undefined> {
  const own = { org_id: stamp.orgId, agent_id: agentId }
  const live = await lockLive(trx, own)
  const present = live && (await stamps.readIn(trx, [own.org_id], agentId))
  if (!live || !present) return undefined
  const isCurrent = present.text === stamp.text
  if (!isCurrent && !isLast) return undefined
  const prompt = bufferOf(rendered.text)
  const hash = sha256Hex(prompt)
  const known = await versionsOf(trx, own).select('version').where('hash', '=', hash).executeTakeFirst()
  const changes = live.changes + Number(isCurrent && known?.version !== live.version)
  const { length: items } = rendered.itemIds
  // An equal text can be made of other items when it returns.
  const at = { live_change: changes, live_at: now.toISOString(), item_ids: packIds(rendered.itemIds) }
  const made = { group_id: stamp.group?.id ?? null, audit_seq: live.audit_seq ?? 0, items }
  const version = known?.version ?? (await insertVersion(trx, { ...own, ...at, ...made, hash, prompt }))
  if (known && changes > live.changes) await versionUpdate(trx, own).set(at).where('version', '=', version).execute()
  if (isCurrent)
    await trx
      .updateTable('live_prompts')
      .set({ version, stamp: stamp.text, changes })
      .where('org_id', '=', own.org_id)
      .where('agent_id', '=', agentId)
      .execute()
  return { ...storedPrompt({ org_id: own.org_id, version, hash, prompt }), stamp: stamp.text }
}

/** Locks the agent's row, which its first reader inserts; undefined when the agent is gone. */
async function lockLive(trx: Trx, own: Own) {
  const lock = () => forUpdate(trx)(liveOf(trx, own)).executeTakeFirst()
  const live = await lock()
  if (live) return live
  const agent = trx.selectFrom('agents').select('id').where('org_id', '=', own.org_id).where('id', '=', own.agent_id)
  if (!(await forKeyShare(trx)(agent).executeTakeFirst())) return undefined
  await trx
    .insertInto('live_prompts')
    .values({ ...own, version: 0, stamp: '', changes: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return lock()
}

type NewVersion = Own &
  Pick<PromptVersion, 'hash' | 'prompt' | 'items' | 'item_ids' | 'live_change' | 'live_at' | 'group_id' | 'audit_seq'>

/** Numbers follow the highest, which retention always keeps. */
async function insertVersion(trx: Trx, version: NewVersion): Promise<number> {
  const inserted = await trx
    .insertInto('prompt_versions')
    .values({
      ...version,
      version: versionsOf(trx, version).select(({ fn, eb }) =>
        eb(fn.coalesce(fn.max('version'), eb.lit(0)), '+', eb.lit(1)).as('version'),
      ),
      created_at: version.live_at,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return inserted.version
}

/** An agent's present revisions, with its live prompt and the revisions that this was rendered from, if there is one. */
export interface LiveRow extends StampRow {
  live_stamp: string | null
  version: number
  hash: string
  prompt: Uint8Array
}

type LiveQuery = readonly [string, (db: Database) => Compilable<LiveRow>, readonly string[]]

/** Builds the one query of most reads of prompts, for `PreparedQueries`. */
export function liveQuery(orgIds: readonly string[], agentIds: string[]): LiveQuery {
  const places = placesFor(agentIds)
  const build = (db: Database) =>
    stampsOf(db, orgIds)
      .leftJoin('live_prompts', (join) =>
        join.onRef('live_prompts.org_id', '=', 'agents.org_id').onRef('live_prompts.agent_id', '=', 'agents.id'),
      )
      .leftJoin('prompt_versions', (join) =>
        join
          .onRef('prompt_versions.org_id', '=', 'live_prompts.org_id')
          .onRef('prompt_versions.agent_id', '=', 'live_prompts.agent_id')
          .onRef('prompt_versions.version', '=', 'live_prompts.version'),
      )
      .select(['live_prompts.stamp as live_stamp', 'live_prompts.version', 'hash', 'prompt'])
      .where('agents.id', 'in', places)
      .$castTo<LiveRow>()
  return [`live prompts ${orgIds.length} ${places.length}`, build, [...orgIds, ...places]]
}
