import { leastTrusted, type Reporter } from '#core/domain/requests/reporters.ts'
import type { ContentPlatform } from '#core/domain/sources/content-platforms.ts'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import type { SourceCursors, SourceOf } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { cleanContents } from '../content/cleaning.ts'
import { type SavedContent, saveContent } from '../content/content-items.ts'
import { moveCursor } from './cursor.ts'

/** A sync in progress, of any platform: its source, counters and writes. */

export interface SyncResult {
  source_id: string
  imported: number
  updated: number
  skipped: number
  commits_imported: number
  files_imported: number
  /** Commits whose changed files were requested. */
  paths_read: number
  reviews_imported: number
  errors: string[]
  affected_agent_ids: string[]
  /** The discovery job that reads the new content; null without new content. */
  job_id: string | null
  /** Seconds until the platform answers again, if its rate limit ended the sync. */
  limit_seconds?: number | undefined
  /** The source was not read, because another process is reading it now or has just done so. */
  is_elsewhere?: true
}

export const newResult = (source_id: string): SyncResult => ({
  source_id,
  imported: 0,
  updated: 0,
  skipped: 0,
  commits_imported: 0,
  files_imported: 0,
  paths_read: 0,
  reviews_imported: 0,
  errors: [],
  affected_agent_ids: [],
  job_id: null,
})

export interface Sync<Platform extends ContentPlatform> {
  deps: Deps
  source: SourceOf<Platform>
  /** Receives the current step, in words for a person. */
  onStage: (stage: string) => Promise<void> | void
  signal: AbortSignal | undefined
  result: SyncResult
  /**
   * The requester. The schedule counts as a session, the most trusted one, so that the source's own reporter decides.
   */
  reporter: Reporter
}

/**
 * Imports the new content of a source.
 *
 * @throws SourceRefusal for an error that ends the sync; content that was saved before stays.
 */
export type Reader<Platform extends ContentPlatform> = (sync: Sync<Platform>) => Promise<void>

/**
 * Writes content and cursor together; without a cursor the stored one stays.
 *
 * @throws SourceRefusal when the source was deleted or claimed by another run meanwhile.
 */
export async function save<Platform extends ContentPlatform>(
  { deps, source, signal, result, reporter }: Sync<Platform>,
  contents: NewContent[],
  cursor?: SourceCursors[Platform] | null,
): Promise<SavedContent> {
  const clean = await cleanContents(contents, { org_id: source.org_id, signal })
  const saved = await deps.db.transaction().execute(async (trx) => {
    await moveCursor(trx, source, cursor)
    return saveContent(trx, source.org_id, clean, deps.now(), leastTrusted(source.reported_by, reporter))
  })
  result.imported += saved.imported
  result.updated += saved.updated
  result.skipped += saved.skipped
  result.affected_agent_ids = [...new Set([...result.affected_agent_ids, ...saved.agentIds])].sort()
  return saved
}
