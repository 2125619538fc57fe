import pMap from 'p-map'
import type { NewContent } from '../../domain/sources/foreign-content.ts'
import { GitHubRefusal } from '../../domain/sources/github.ts'
import type { RepositorySync } from './github-run.ts'

/**
 * The changed files of commits, which GitHub tells for one commit a request: the newest ones of a sync get them, as long as
 * the rate limit has room for what else is to be read (behavior: Changed files and reviews).
 */

/** Of one sync; the first one of a long history begins with its newest commits. */
const maxCommits = 300
/** Requests that are left to others, which without a token is nearly all of them. */
const leastLeft = 30
const parallel = 4
const maxPaths = 100
const maxPathLength = 300

export function pathsReader(sync: RepositorySync): (commits: NewContent[]) => Promise<NewContent[]> {
  let budget = sync.source.config.import_paths === false ? 0 : maxCommits
  const readPaths = async (commit: NewContent): Promise<NewContent> => {
    if (budget <= 0) return commit
    budget -= 1
    try {
      const { paths, left } = await sync.client.changedPaths(sync.repository, commit.external_id)
      if (left <= leastLeft) budget = 0
      sync.result.paths_read += 1
      const kept = paths.slice(0, maxPaths).map((path) => path.slice(0, maxPathLength))
      return { ...commit, metadata: { ...commit.metadata, paths: kept, paths_total: paths.length } }
    } catch (error) {
      // Commits are worth having without them; what refuses now would refuse the next ones too.
      if (!(error instanceof GitHubRefusal)) throw error
      budget = 0
      return commit
    }
  }
  return async (commits) => {
    if (budget <= 0 || commits.length === 0) return commits
    const known = await knownCommits(sync, commits)
    return pMap(commits, (commit) => (known.has(commit.external_id) ? commit : readPaths(commit)), {
      concurrency: parallel,
    })
  }
}

/** Those that are stored keep what was read of them. */
async function knownCommits({ deps, source }: RepositorySync, commits: NewContent[]): Promise<Set<string>> {
  const rows = await deps.db
    .selectFrom('content_items')
    .select('external_id')
    .where('org_id', '=', source.org_id)
    .where('source_id', '=', source.id)
    .where('source_type', '=', 'github_commit')
    .where(
      'external_id',
      'in',
      commits.map(({ external_id }) => external_id),
    )
    .execute()
  return new Set(rows.map(({ external_id }) => external_id))
}
