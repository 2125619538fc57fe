import { firstHash } from '#core/domain/audit/chain.ts'
import type { Database } from '../../db/connect.ts'

/** The end of an organization's audit log, by which a receiver can later prove that history was not changed. */
export interface AuditHead {
  seq: number
  hash: string
  at: string | null
}

export async function auditHead(db: Database, orgId: string): Promise<AuditHead> {
  const head = await db
    .selectFrom('audit_heads')
    .leftJoin('audit_log', (join) =>
      join.onRef('audit_log.org_id', '=', 'audit_heads.org_id').onRef('audit_log.seq', '=', 'audit_heads.seq'),
    )
    .select(['audit_heads.seq', 'audit_heads.hash', 'at'])
    .where('audit_heads.org_id', '=', orgId)
    .executeTakeFirst()
  return head ?? { seq: 0, hash: firstHash, at: null }
}

/** The text of a delivery: ids and words of the service, but no text that somebody wrote. */
export const payloadOf = (type: string, timestamp: string, data: Record<string, unknown>, audit_head: AuditHead) =>
  JSON.stringify({ type, timestamp, data, audit_head })
