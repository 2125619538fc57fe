import { openRepository } from '../connections/github-repositories.ts'
import { importCommits } from './github-commits.ts'
import { importFiles } from './github-files.ts'
import { importRemarks } from './github-remarks.ts'
import type { Sync } from './sync-run.ts'

/** Reads the commits and files of a repository according to its settings (behavior: GitHub). */
export async function readRepository(sync: Sync<'github'>): Promise<void> {
  const { deps, source, onStage, signal } = sync
  const { config } = source
  await onStage(`Opening ${config.owner}/${config.repo}`)
  const access = await openRepository(deps, [source.org_id], config, {
    connectionId: source.github_connection_id,
    signal,
  })
  const head = await access.client.head(access.repository, config.branch)
  // The repository is empty.
  if (!head) return
  const opened = { ...sync, ...access, head }
  if (config.import_commits) await importCommits(opened)
  if (config.import_files) await importFiles(opened)
  if (config.import_reviews) await importRemarks(opened)
}
