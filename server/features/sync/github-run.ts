import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import type { Head } from '#core/domain/sources/github.ts'
import type { RepositoryCursor } from '../../db/tables.ts'
import type { RepositoryAccess } from '../connections/github-repositories.ts'
import { githubCursor } from './cursor.ts'
import { type Sync, save } from './sync-run.ts'

/** Shared parts of reading the commits and the files of a repository. */

/** A sync of a repository in progress, at the branch and the commit with which it began. */
export interface RepositorySync extends Sync<'github'>, RepositoryAccess {
  branch: string
  head: Head
}

/** Writes content together with the changes of the cursor, and counts it. */
export async function saveRead(
  sync: RepositorySync,
  contents: NewContent[],
  changes: Partial<RepositoryCursor>,
  counter: 'commits_imported' | 'files_imported' | 'reviews_imported',
): Promise<void> {
  const { imported } = await save(sync, contents, { ...githubCursor(sync), ...changes })
  sync.result[counter] += imported
}
