import { digestOf, firstHash, hashOf, parseRanges } from '#core/domain/audit/chain.ts'
import type { Content } from '../../db/audit/entry.ts'
import type { AuditEntryRow } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { readEntries } from './entries.ts'

/** The head of a log: its last entry. */
interface Head {
  seq: number
  hash: string
  at: string | null
}

interface Verification {
  valid: boolean
  entries: number
  head: Head
  /** The number of the first entry that is not what it was, is missing, or stands in the place of another. */
  first_broken?: number
  known?: boolean
}

/** A head that was kept elsewhere. */
interface EarlierHead {
  seq: number
  hash: string
}

/**
 * Computes an organization's chain again, from the first entry to the last (behavior: Audit log).
 *
 * @param kept a head that was kept elsewhere; `known` then tells whether history up to there is what it was.
 */
export async function verifyLog(ctx: Ctx, orgId: string, kept?: EarlierHead): Promise<Verification> {
  const found = await verifyOnce(ctx, orgId, kept)
  // An erasure in the middle of the reading looks like a break.
  return found.valid ? found : verifyOnce(ctx, orgId, kept)
}

async function verifyOnce(ctx: Ctx, orgId: string, kept: EarlierHead | undefined): Promise<Verification> {
  const covered = await readCovered(ctx, orgId)
  let head: Head = { seq: 0, hash: firstHash, at: null }
  let first_broken: number | undefined
  let keptHash = kept?.seq === 0 ? firstHash : undefined
  let entries = 0
  for await (const rows of readEntries(ctx, orgId)) {
    entries += rows.length
    for (const row of rows) {
      if (first_broken === undefined && !follows(row, head, covered)) first_broken = Math.min(row.seq, head.seq + 1)
      if (row.seq === kept?.seq && first_broken === undefined) keptHash = row.hash
      head = { seq: row.seq, hash: row.hash, at: row.at }
    }
  }
  const last = await ctx.db.selectFrom('audit_heads').selectAll().where('org_id', '=', orgId).executeTakeFirst()
  // Entries that were written while these were read are no concern of this verification; missing ones are.
  if (last && last.seq < head.seq) first_broken ??= last.seq + 1
  if (last && last.seq > head.seq && !(await continues(ctx, orgId, head))) first_broken ??= head.seq + 1
  if (last && last.seq === head.seq && last.hash !== head.hash) first_broken ??= head.seq
  return {
    valid: first_broken === undefined,
    entries,
    head,
    ...(first_broken !== undefined && { first_broken }),
    ...(kept && { known: keptHash === kept.hash }),
  }
}

/** Whether an entry follows the one before it, with the content that its hash covers. */
function follows(row: AuditEntryRow, head: Head, covered: (seq: number) => boolean): boolean {
  const digest = row.content === null ? erasedDigest(row, covered) : fullDigest(row, row.content)
  return digest !== undefined && row.seq === head.seq + 1 && hashOf(head.hash, { ...row, digest }) === row.hash
}

/** The digest of an erased entry, of which nothing else is left; undefined where no erasure covers it. */
function erasedDigest(row: AuditEntryRow, covered: (seq: number) => boolean): string | undefined {
  const { salt, actor_id, target_id, agent_id, group_id, layer_id, digest } = row
  const isEmpty = [salt, actor_id, target_id, agent_id, group_id, layer_id].every((value) => value === null)
  return isEmpty && digest !== null && covered(row.seq) ? digest : undefined
}

/** The digest of an entry's content; undefined where the columns that it is found by tell something else. */
function fullDigest(row: AuditEntryRow, text: string): string | undefined {
  const { org_id, salt, actor_id, target_id, agent_id, group_id, layer_id } = row
  if (salt === null || row.digest !== null) return undefined
  const content = readContent(text)
  const isSame =
    content?.actor?.id === actor_id &&
    content.target?.id === target_id &&
    content.agent_id === agent_id &&
    content.group_id === group_id &&
    (layer_id === null || layer_id === (agent_id ?? group_id ?? org_id))
  return isSame ? digestOf(salt, text) : undefined
}

function readContent(text: string): Content | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether an erasure covers a number. */
async function readCovered({ db }: Ctx, orgId: string): Promise<(seq: number) => boolean> {
  const erasures = await db
    .selectFrom('audit_log')
    .select(['seq', 'covers'])
    .where('org_id', '=', orgId)
    .where('covers', 'is not', null)
    .where('action', '=', 'audit.erase')
    .execute()
  const ranges = erasures
    .flatMap(({ seq, covers }) =>
      parseRanges(covers ?? '').map(([from, to]): [number, number] => [from, Math.min(to, seq - 1)]),
    )
    .sort(([a], [b]) => a - b)
  // Joined, so that a search by halves finds the only range that may hold a number.
  const joined: [number, number][] = []
  for (const [from, to] of ranges) {
    const last = joined.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return (seq) => {
    const at = joined.findLast(([from]) => from <= seq)
    return at !== undefined && seq <= at[1]
  }
}

/** Whether an entry follows the last one that was read. */
async function continues({ db }: Ctx, orgId: string, head: Head): Promise<boolean> {
  const next = db
    .selectFrom('audit_log')
    .select('seq')
    .where('org_id', '=', orgId)
    .where('seq', '=', head.seq + 1)
  return (await next.executeTakeFirst()) !== undefined
}
