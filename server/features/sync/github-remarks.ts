import { truncate } from '#core/base/strings.ts'
import { isoMoment } from '#core/base/time.ts'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import { maxFileBytes, type Remark, type RemarkKind, remarkKinds } from '#core/domain/sources/github.ts'
import { githubCursor } from './cursor.ts'
import { agentsByUsername } from './github-attribution.ts'
import { type RepositorySync, saveRead } from './github-run.ts'

/**
 * Imports texts by agents in pull requests and issues: descriptions, review comments, comments. People state their
 * beliefs there (behavior: Changed files and reviews).
 */

/** Pages of one kind in one sync, of 100 each; the next sync continues there. */
const maxPages = 20
/** Days that the first sync looks back. */
const firstDays = 365

export async function importRemarks(sync: RepositorySync): Promise<void> {
  const { repository, result, onStage } = sync
  const agentOf = await agentsByUsername(sync.deps, sync.source)
  if (agentOf.size === 0) {
    result.errors.push('Reviews were left out, since no agent of the organization has a GitHub username')
    return
  }
  for (const kind of remarkKinds) {
    await onStage(`Reading reviews of ${repository.owner}/${repository.repo}`)
    await readKind(sync, kind, agentOf)
  }
}

async function readKind(sync: RepositorySync, kind: RemarkKind, agentOf: ReadonlyMap<string, string>): Promise<void> {
  const { client, repository } = sync
  const since = githubCursor(sync).remarks?.[kind] ?? daysBefore(sync.deps.now(), firstDays)
  let pages = 0
  for await (const { remarks, until } of client.remarks(repository, kind, since)) {
    const contents = remarks.flatMap((remark) => {
      const agent_id = agentOf.get(remark.login.toLowerCase())
      return agent_id === undefined || remark.body.trim() === '' ? [] : [remarkContent(sync, agent_id, remark)]
    })
    const read = { ...githubCursor(sync).remarks, ...(until !== undefined && { [kind]: until }) }
    await saveRead(sync, contents, { remarks: read }, 'reviews_imported')
    pages += 1
    if (pages === maxPages) return
  }
}

function remarkContent({ source, repository }: RepositorySync, agent_id: string, remark: Remark): NewContent {
  const { kind, id, url, title, body, login, created_at } = remark
  return {
    agent_id,
    source_id: source.id,
    source_type: 'github_review',
    external_id: `${repository.owner}/${repository.repo}:${kind}:${id}`,
    title: title ? truncate(title, 500) : null,
    url,
    author: login,
    content: truncate(body, maxFileBytes),
    metadata: { kind, repository: `${repository.owner}/${repository.repo}`, github_username: login },
    published_at: isoMoment(created_at),
  }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
