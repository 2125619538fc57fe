import pMap from 'p-map'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import { GitHubRefusal } from '#core/domain/sources/github.ts'
import type { RepositorySync } from './github-run.ts'

/**
 * Reads the changed files of commits. GitHub returns them for one commit per request, so only the newest commits of a
 * sync get them, and only while the rate limit leaves room for the other requests (behavior: Changed files and
 * reviews).
 */

/** Commits in one sync. The first sync of a long history begins with its newest commits. */
const maxCommits = 300
/** Requests left to others. Without a token that is nearly all of them. */
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
      // Commits are useful without paths. The next requests would be refused too.
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

/** Returns the stored commits, which keep the paths that were read for them. */
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
