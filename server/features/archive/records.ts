import { bufferOf } from '#core/base/buffer-of.ts'
import { sha256, sha256Hex } from '#core/base/hash.ts'
import type { ArchivedTable } from '#core/domain/archive/tables.ts'
import { packIds, unpackIds } from '../../db/packed-ids.ts'

/** How records differ between the database and an archive. */

type Row = Record<string, unknown>

/** The columns that a table is read by, where it is not `id`. */
export const keysOf: Partial<Record<string, readonly string[]>> = {
  prompt_versions: ['agent_id', 'version'],
  live_prompts: ['agent_id'],
  prompt_labels: ['agent_id', 'label'],
  change_request_owners: ['change_request_id', 'owner_id'],
  audit_log: ['seq'],
}

/** How many rows are read at a time; fewer where a row may have megabytes. */
export const rowsPerPage = (table: string): number => (largeRows.has(table) ? 20 : 500)
const largeRows = new Set(['avatars', 'snapshots', 'prompt_versions', 'messages', 'content_items'])

/** Returns a record as an archive has it. */
export const toArchive = (table: string, row: Row): Row => (written[table] ?? asItIs)(row)

const asItIs = (row: Row) => row
const written: Partial<Record<string, (row: Row) => Row>> = {
  avatars: ({ bytes, ...row }) => ({ ...row, bytes: bufferOf(bytes as Uint8Array).toString('base64') }),
  prompt_versions: ({ prompt, item_ids, ...row }) => ({
    ...row,
    prompt: bufferOf(prompt as Uint8Array).toString(),
    item_ids: item_ids && unpackIds(item_ids as Uint8Array),
  }),
}

/**
 * Returns a checked record of an archive as it is stored. Hashes are computed again, vectors are left to the backfill,
 * and sources are off: their connections do not come along, and nobody here has chosen their addresses.
 */
export const fromArchive = (table: ArchivedTable, row: Row): Row => (stored[table] ?? asItIs)(row)

const noVector = Buffer.alloc(0)
const stored: Partial<Record<ArchivedTable, (row: Row) => Row>> = {
  avatars: (row) => {
    const bytes = Buffer.from(row.bytes as string, 'base64')
    return { ...row, bytes, content_hash: sha256Hex(bytes) }
  },
  items: (row) => ({ ...row, statement_hash: sha256(row.statement as string) }),
  prompt_versions: (row) => {
    const prompt = Buffer.from(row.prompt as string)
    const item_ids = row.item_ids && packIds(row.item_ids as string[])
    return { ...row, prompt, hash: sha256Hex(prompt), item_ids, audit_seq: 0 }
  },
  // No revision matches, so the first read renders the prompt and finds its version by the text.
  live_prompts: (row) => ({ ...row, stamp: '' }),
  content_sources: (row) => ({ ...row, enabled: false }),
  signals: (row) => ({ ...row, vector_sum: noVector, embedding_model: '' }),
  observations: (row) => ({ ...row, vector: noVector }),
}
