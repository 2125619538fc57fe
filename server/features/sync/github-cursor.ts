import type { RepositoryCursor } from '../../db/tables.ts'
import type { NewContent } from '../../domain/foreign-content.ts'
import type { Head } from '../../domain/github.ts'
import type { RepositoryAccess } from '../connections/github-repositories.ts'
import { type Sync, save } from './cursor.ts'

/** What reading commits and reading files of a repository have in common. */

/** A sync of a repository under way, at the commit that it began with. */
export interface RepositorySync extends Sync<'github'>, RepositoryAccess {
  head: Head
}

/** The cursor as far as it is about the repository and branch that the source names now. */
export function cursorOf({ cursor, config }: RepositorySync['source']): RepositoryCursor {
  const of = `${config.owner}/${config.repo}@${config.branch}`
  return cursor?.of === of ? cursor : { of, commits: null, pending: null, files: null }
}

/** Writes content together with what changes in the cursor, and counts it. */
export async function saveRead(
  sync: RepositorySync,
  contents: NewContent[],
  changes: Partial<RepositoryCursor>,
  counter: 'commits_imported' | 'files_imported',
): Promise<void> {
  const { imported } = await save(sync, contents, { ...cursorOf(sync.source), ...changes })
  sync.result[counter] += imported
}
