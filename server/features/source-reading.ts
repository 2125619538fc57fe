import type { Transaction } from 'kysely'
import type { ContentSource, SourceCursor, Tables } from '../db/tables.ts'
import { json } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { GitHubRefusal, type Head } from '../domain/github.ts'
import { parseMoment } from '../domain/time.ts'
import { type NewContent, saveContent } from './content-items.ts'
import type { RepositoryAccess } from './github-repositories.ts'

/** What reading commits and reading files have in common: a source's cursor moves together with its content. */

export interface SyncResult {
  source_id: string
  imported: number
  updated: number
  skipped: number
  commits_imported: number
  files_imported: number
  errors: string[]
  affected_agent_ids: string[]
  /** The discovery that reads what came in; null when nothing did. */
  job_id: string | null
}

/** A sync under way: where it reads, what it knows, and what it has done. */
export interface Sync extends RepositoryAccess {
  deps: Deps
  source: ContentSource
  head: Head
  /** Told what is being done, in words for a person. */
  onStage: (stage: string) => Promise<void> | void
  result: SyncResult
}

/** The cursor as far as it is about the repository and branch that the source names now. */
export function cursorOf({ cursor, config }: ContentSource): SourceCursor {
  const of = `${config.owner}/${config.repo}@${config.branch}`
  return cursor?.of === of ? cursor : { of, commits: null, pending: null, files: null }
}

/** Writes content and cursor together. @throws a refusal when the source was deleted meanwhile. */
export async function save(
  { deps, source, result }: Sync,
  contents: NewContent[],
  cursor: Partial<SourceCursor>,
  counter: 'commits_imported' | 'files_imported',
): Promise<void> {
  const saved = await deps.db.transaction().execute(async (trx) => {
    await moveCursor(trx, source, cursor)
    return saveContent(trx, source.org_id, contents, deps.now())
  })
  result.imported += saved.imported
  result.updated += saved.updated
  result.skipped += saved.skipped
  result[counter] += saved.imported
  result.affected_agent_ids = [...new Set([...result.affected_agent_ids, ...saved.agentIds])].sort()
}

/** Locks the source's row first: a source that is being deleted gets no content any more. */
export async function moveCursor(trx: Transaction<Tables>, source: ContentSource, changes: Partial<SourceCursor>) {
  const cursor = { ...cursorOf(source), ...changes }
  const { numUpdatedRows } = await trx
    .updateTable('content_sources')
    .set({ cursor: json(cursor) as never })
    .where('org_id', '=', source.org_id)
    .where('id', '=', source.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new GitHubRefusal('The content source was deleted during its sync', 'failure')
  source.cursor = cursor
}

/** Git stores whatever date a client claims; one that no calendar has counts as now. */
export const momentOf = (text: string | null, now: Date): string =>
  ((text ? parseMoment(text) : undefined) ?? now).toISOString()
