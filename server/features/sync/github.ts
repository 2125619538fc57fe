import { openRepository } from '../connections/github-repositories.ts'
import { importCommits } from './github-commits.ts'
import { importFiles } from './github-files.ts'
import { importRemarks } from './github-remarks.ts'
import type { Sync } from './sync-run.ts'

/** Reads the commits and files of a repository according to its settings (behavior: GitHub). */
export async function readRepository(sync: Sync<'github'>): Promise<void> {
  const { deps, source, onStage, signal, result } = sync
  const { config } = source
  await onStage(`Opening ${config.owner}/${config.repo}`)
  const access = await openRepository(deps, [source.org_id], config, {
    connectionId: source.github_connection_id,
    signal,
  })
  const { client, repository } = access
  const branch = config.branch ?? repository.default_branch
  const head = await client.head(repository, branch)
  if (!head) {
    result.errors.push(`The repository ${repository.owner}/${repository.repo} is empty`)
    return
  }
  const opened = { ...sync, ...access, branch, head }
  if (config.import_commits) await importCommits(opened)
  if (config.import_files) await importFiles(opened)
  if (config.import_reviews) await importRemarks(opened)
}
