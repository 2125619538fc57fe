import { type Column, flag, integer, listOf, nullable } from './columns.ts'
import { label, share } from './common-columns.ts'
import { contentTables } from './content-tables.ts'
import { identityTables } from './identity-tables.ts'

/**
 * The records of an archive of an organization, in the order in which an import stores them: what a record refers to
 * comes before it. Each table is a file of the archive, and each column a field of its lines.
 */

/** The settings of the organization itself, which has one line. */
export const organizationColumns = {
  auto_approve_beliefs: flag,
  auto_approve_responsibilities: flag,
  auto_publish_conversations: flag,
  auto_promote_shared_beliefs: flag,
  auto_promote_shared_responsibilities: flag,
  consensus_similarity_threshold: share,
  consensus_agent_percentage: share,
  require_review: flag,
  auto_dedup: flag,
  dedupe_on_create: flag,
  protected_labels: listOf(label, 100),
  audit_retention_days: nullable(integer(1)),
} satisfies Record<string, Column>

export const archivedTables: Record<ArchivedTable, Record<string, Column>> = { ...identityTables, ...contentTables }

export type ArchivedTable = keyof typeof identityTables | keyof typeof contentTables
export const archivedTableNames = Object.keys(archivedTables) as ArchivedTable[]

/** The name of a table's file in an archive. */
export const fileOf = (table: string): string => `${table.replaceAll('_', '-')}.ndjson`
