import { isoMoment } from '../../base/time.ts'
import type { NewContent } from '../../domain/sources/foreign-content.ts'
import {
  entersFolder,
  GitHubRefusal,
  isProse,
  maxFileBytes,
  type TreeEntry,
  takesPath,
} from '../../domain/sources/github.ts'
import { githubCursor } from './cursor.ts'
import { type RepositorySync, saveRead } from './github-run.ts'

/** Imports the prose of a repository: the files that match the source's rules (behavior: GitHub). */

/** Maximum number of files in one source. */
const maxFiles = 5000
/** Files are saved in batches of this many. */
const batchSize = 20

export async function importFiles(sync: RepositorySync): Promise<void> {
  const { source, head, repository, result, onStage } = sync
  const { included_folders, excluded_folders, include_paths = [] } = source.config
  const rules = JSON.stringify([included_folders, excluded_folders, include_paths])
  const { files } = githubCursor(source)
  if (files?.sha === head.sha && files.rules === rules) return

  const known = await knownFiles(sync)
  let batch: NewContent[] = []
  let read = 0
  let whole = true
  try {
    for await (const entry of takenFiles(sync)) {
      read += 1
      if (read > maxFiles) {
        result.errors.push(`The rules take more than ${maxFiles} files; the rest was left out`)
        break
      }
      if (known.get(externalId(sync, entry)) === entry.sha) {
        result.skipped += 1
        continue
      }
      const text = await readFile(sync, entry)
      if (text instanceof GitHubRefusal) {
        whole = false
        result.errors.push(text.message)
      } else if (text !== undefined) batch.push(fileContent(sync, entry, text))
      if (batch.length < batchSize) continue
      await saveRead(sync, batch, {}, 'files_imported')
      batch = []
      await onStage(`Reading files of ${repository.owner}/${repository.repo}: ${read.toLocaleString('en-US')}`)
    }
  } catch (error) {
    // Keep the files that were read, so that they are not requested again.
    await saveRead(sync, batch, {}, 'files_imported')
    throw error
  }
  await saveRead(sync, batch, whole ? { files: { sha: head.sha, rules } } : {}, 'files_imported')
}

/** Returns the refusal for a missing file that its folder still lists, so that the other files are still read. */
async function readFile(
  { client, repository }: RepositorySync,
  entry: TreeEntry,
): Promise<string | undefined | GitHubRefusal> {
  try {
    return await client.file(repository, entry)
  } catch (error) {
    if (error instanceof GitHubRefusal && error.reason === 'not-found') return error
    throw error
  }
}

async function* takenFiles({ client, repository, head, source }: RepositorySync): AsyncGenerator<TreeEntry> {
  const { config } = source
  for await (const entries of client.tree(repository, head.sha, (folder) => entersFolder(config, folder))) {
    for (const entry of entries) {
      const { path, type, size } = entry
      if (type === 'file' && size <= maxFileBytes && isProse(path) && takesPath(config, path)) yield entry
    }
  }
}

/** Includes the repository, since an agent may read several, each with a README.md. */
const externalId = ({ source: { config } }: RepositorySync, { path }: TreeEntry) =>
  `${config.owner}/${config.repo}:${path}`

/** Returns the version of each stored file, so that unchanged files are not requested. */
async function knownFiles({ deps, source }: RepositorySync): Promise<Map<string, unknown>> {
  const rows = await deps.db
    .selectFrom('content_items')
    .select(['external_id', 'metadata'])
    .where('org_id', '=', source.org_id)
    .where('source_id', '=', source.id)
    .where('source_type', '=', 'github_file')
    .execute()
  return new Map(rows.map(({ external_id, metadata }) => [external_id, metadata.sha]))
}

function fileContent(sync: RepositorySync, { path, sha, size }: TreeEntry, content: string): NewContent {
  const { source, repository, head, deps } = sync
  const { owner, repo } = repository
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return {
    agent_id: source.agent_id,
    source_id: source.id,
    source_type: 'github_file',
    external_id: externalId(sync, { path, sha, size, type: 'file' }),
    title: path,
    url: `${deps.github.address.pages}/${owner}/${repo}/blob/${encodeURIComponent(source.config.branch)}/${encoded}`,
    author: null,
    content,
    metadata: { sha, path, size, repository: `${owner}/${repo}`, branch: source.config.branch },
    // GitHub returns the date of a file only with one request each, so this is the date of the commit that was read.
    published_at: isoMoment(head.committed_at),
  }
}
