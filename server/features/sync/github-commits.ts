import { truncate } from '#core/base/strings.ts'
import { isoMoment, parseMoment } from '#core/base/time.ts'
import { readCommitMessage } from '#core/domain/sources/commit-message.ts'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import { type Commit, GitHubRefusal, maxFileBytes } from '#core/domain/sources/github.ts'
import type { RepositoryCursor } from '../../db/tables.ts'
import { githubCursor, moveCursor } from './cursor.ts'
import { type Attribution, readAttribution } from './github-attribution.ts'
import { pathsReader } from './github-paths.ts'
import { type RepositorySync, saveRead } from './github-run.ts'

/** Imports the commits of a branch as content of the agents who wrote them (behavior: GitHub). */

/**
 * Commits of long-lived branches arrive with past dates, so commits of this many days before the last one are read
 * again.
 */
const overlapDays = 30

type Listing = NonNullable<RepositoryCursor['pending']>

export async function importCommits(sync: RepositorySync): Promise<void> {
  const { source, head } = sync
  const attribute = await readAttribution(sync.deps, source)
  const { pending } = githubCursor(sync)
  if (pending) await resume(sync, pending, attribute)
  const { commits } = githubCursor(sync)
  if (commits?.sha === head.sha) return
  const since = commits?.committed_at && daysBefore(commits.committed_at, overlapDays)
  await readListing(sync, { ...head, since: since || null, page: 1 }, attribute)
}

/** Reads the rest of an interrupted listing. If the history was rewritten meanwhile, reads it from the beginning. */
async function resume(sync: RepositorySync, listing: Listing, attribute: Attribution): Promise<void> {
  try {
    await readListing(sync, listing, attribute)
  } catch (error) {
    if (!(error instanceof GitHubRefusal) || error.reason !== 'not-found') throw error
    sync.source.cursor = { ...githubCursor(sync), commits: null, pending: null }
  }
}

/** Saves each page with the cursor of the next one, so that memory holds one page. */
async function readListing(sync: RepositorySync, listing: Listing, attribute: Attribution): Promise<void> {
  const { client, repository, source } = sync
  const { sha, committed_at } = listing
  let page = listing.page
  let read = 0
  const withPaths = pathsReader(sync)
  for await (const commits of client.commits(repository, listing)) {
    page += 1
    read += commits.length
    const contents = commits.map((commit) => commitContent(sync, commit))
    await saveRead(
      sync,
      await withPaths(await attribute(contents)),
      { pending: { ...listing, page } },
      'commits_imported',
    )
    await sync.onStage(`Reading commits of ${repository.owner}/${repository.repo}: ${read.toLocaleString('en-US')}`)
  }
  await sync.deps.db
    .transaction()
    .execute((trx) => moveCursor(trx, source, { ...githubCursor(sync), commits: { sha, committed_at }, pending: null }))
}

function commitContent({ source, repository, branch }: RepositorySync, commit: Commit): NewContent {
  const { subject, text, trailers } = readCommitMessage(commit.message)
  return {
    agent_id: source.agent_id,
    source_id: source.id,
    source_type: 'github_commit',
    external_id: commit.sha,
    title: truncate(subject, 500),
    url: commit.url,
    author: commit.login ?? commit.author_name,
    content: truncate(text, maxFileBytes),
    metadata: {
      sha: commit.sha,
      repository: `${repository.owner}/${repository.repo}`,
      branch,
      github_username: commit.login,
      ...(commit.is_bot && { bot: true }),
      ...(trailers.length > 0 && { trailers }),
    },
    published_at: isoMoment(commit.authored_at ?? commit.committed_at),
  }
}

const daysBefore = (moment: string, days: number): string | undefined => {
  const date = parseMoment(moment)
  return date && new Date(date.getTime() - days * 86_400_000).toISOString()
}
