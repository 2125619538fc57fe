import { isoMoment } from '#core/base/time.ts'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import {
  entersFolder,
  type FileRules,
  GitHubRefusal,
  isProse,
  maxFileBytes,
  type TreeEntry,
  takesPath,
} from '#core/domain/sources/github.ts'
import { normalized } from '#core/domain/text/combining-marks.ts'
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
  const { files } = githubCursor(sync)
  if (files?.sha === head.sha && files.rules === rules) {
    result.errors.push(...(files.skipped ?? []))
    return
  }

  const known = await knownFiles(sync)
  let batch: NewContent[] = []
  let read = 0
  let whole = true
  const skipped: SkippedFiles = { lfs: [], submodules: [], unsupported: [] }
  try {
    for await (const entry of takenFiles(sync, skipped)) {
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
      } else if (text !== undefined && isLfsPointer(text)) skipped.lfs.push(entry.path)
      else if (text !== undefined) batch.push(fileContent(sync, entry, text))
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
  const sentences = skippedSentences(skipped)
  result.errors.push(...sentences)
  const read_files = { sha: head.sha, rules, ...(sentences.length > 0 && { skipped: sentences }) }
  await saveRead(sync, batch, whole ? { files: read_files } : {}, 'files_imported')
}

/** Paths that the rules select, but whose content the repository does not hold, or is not imported. */
interface SkippedFiles {
  lfs: string[]
  submodules: string[]
  /** Files that the settings name one by one. */
  unsupported: string[]
}

function skippedSentences({ lfs, submodules, unsupported }: SkippedFiles): string[] {
  return [
    ...namesOf('Skipped files of Git LFS, whose content is not in the repository', lfs),
    ...namesOf('Skipped submodules, which are other repositories', submodules),
    ...namesOf(`Skipped files that are not prose of at most ${maxFileBytes / 1024} KB`, unsupported),
  ]
}

/** Paths that a sentence names; others are counted. */
const maxNamed = 3

const namesOf = (reason: string, paths: string[]): string[] => {
  if (paths.length === 0) return []
  const named = paths.slice(0, maxNamed).map((path) => (path.length > 200 ? `${path.slice(0, 200)}…` : path))
  const more = paths.length > maxNamed ? [`${paths.length - maxNamed} more`] : []
  return [`${reason}: ${new Intl.ListFormat('en').format([...named, ...more])}`]
}

/** Whether the text stands for a file that Git LFS stores elsewhere. */
const isLfsPointer = (text: string): boolean =>
  /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\r?\n/.test(text) &&
  /^oid sha256:[\da-f]{64}\s*$/m.test(text)

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

async function* takenFiles(
  { client, repository, head, source }: RepositorySync,
  skipped: SkippedFiles,
): AsyncGenerator<TreeEntry> {
  const rules = composedRules(source.config)
  const enters = (folder: string) => entersFolder(rules, normalized(folder))
  for await (const entries of client.tree(repository, head.sha, enters)) {
    for (const entry of entries) {
      const { type, size } = entry
      const path = normalized(entry.path)
      if (type === 'submodule' && enters(path)) skipped.submodules.push(path)
      if (type !== 'file' || !takesPath(rules, path)) continue
      if (size <= maxFileBytes && isProse(path)) yield entry
      else if (rules.include_paths.includes(path)) skipped.unsupported.push(path)
    }
  }
}

/**
 * Repositories from macOS may write the accents of a path as characters of their own, unlike the people who name it.
 */
const composedRules = ({ included_folders, excluded_folders, include_paths = [] }: FileRules) => {
  const composed = (paths: string[]) => paths.map((path) => normalized(path))
  return {
    included_folders: composed(included_folders),
    excluded_folders: composed(excluded_folders),
    include_paths: composed(include_paths),
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
  const { source, repository, branch, head, deps } = sync
  const { owner, repo } = repository
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return {
    agent_id: source.agent_id,
    source_id: source.id,
    source_type: 'github_file',
    external_id: externalId(sync, { path, sha, size, type: 'file' }),
    title: path,
    url: `${deps.github.address.pages}/${owner}/${repo}/blob/${branch.split('/').map(encodeURIComponent).join('/')}/${encoded}`,
    author: null,
    content,
    metadata: { sha, path, size, repository: `${owner}/${repo}`, branch },
    // GitHub returns the date of a file only with one request each, so this is the date of the commit that was read.
    published_at: isoMoment(head.committed_at),
  }
}
