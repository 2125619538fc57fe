import type { RepositoryCursor } from '../../db/tables.ts'
import type { NewContent } from '../../domain/sources/foreign-content.ts'
import type { Head } from '../../domain/sources/github.ts'
import type { RepositoryAccess } from '../connections/github-repositories.ts'
import { githubCursor } from './cursor.ts'
import { type Sync, save } from './sync-run.ts'

/** What reading commits and reading files of a repository have in common. */

/** A sync of a repository under way, at the commit that it began with. */
export interface RepositorySync extends Sync<'github'>, RepositoryAccess {
  head: Head
}

/** Writes content together with what changes in the cursor, and counts it. */
export async function saveRead(
  sync: RepositorySync,
  contents: NewContent[],
  changes: Partial<RepositoryCursor>,
  counter: 'commits_imported' | 'files_imported' | 'reviews_imported',
): Promise<void> {
  const { imported } = await save(sync, contents, { ...githubCursor(sync.source), ...changes })
  sync.result[counter] += imported
}
