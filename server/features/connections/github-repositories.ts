import { notFound } from '#core/base/errors.ts'
import { compareStrings } from '#core/base/strings.ts'
import {
  GitHubRefusal,
  isProse,
  maxFileBytes,
  type Repository,
  type RepositoryName,
  repositoryName,
} from '#core/domain/sources/github.ts'
import type { GithubConnection } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import type { ClientOptions, GitHubClient } from '../../outside/github/client.ts'
import { answering, tokenOf } from './github-connections.ts'

/** Reads repositories with the access of an organization (behavior: GitHub). */

/** The most folders and the most files that `mode=full` lists. */
const maxListed = 5000

export interface RepositoryAccess {
  client: GitHubClient
  repository: Repository
}

/**
 * Opens a repository with the named connection; otherwise with the service's own token, which reads only public
 * repositories, or with the first connection of the organizations.
 *
 * @throws the refusal of the first access when none succeeds.
 */
export async function openRepository(
  deps: Deps,
  orgIds: string[],
  name: RepositoryName,
  { connectionId, ...options }: ClientOptions & { connectionId?: string | null },
): Promise<RepositoryAccess> {
  const connection = await maybeConnection(deps, orgIds, connectionId)
  const own = async () => {
    const client = await deps.github.connect(deps.github.token, options)
    const repository = await client.repository(name)
    // Public repositories only: otherwise every tenant could read all repositories of the service's operator.
    if (repository.private) throw new GitHubRefusal(`GitHub has no repository ${name.owner}/${name.repo}`, 'not-found')
    return { client, repository }
  }
  if (!connection) return own()
  const connected = async () => {
    const client = await deps.github.connect(tokenOf(deps, connection), options)
    return { client, repository: await client.repository(name) }
  }
  if (connectionId) return connected()
  // A connection has its own rate limits, far above those of an anonymous caller.
  const [first, second] = deps.github.token ? [own, connected] : [connected, own]
  try {
    return await first()
  } catch (error) {
    if (!(error instanceof GitHubRefusal) || !['not-found', 'token'].includes(error.reason)) throw error
    return second().catch(() => {
      throw error
    })
  }
}

/** Finds the connection with that id, or the first one; undefined when it was deleted or there is none. */
const maybeConnection = (
  { db }: Deps,
  orgIds: string[],
  id: string | null | undefined,
): Promise<GithubConnection | undefined> =>
  db
    .selectFrom('github_connections')
    .selectAll()
    .where('org_id', 'in', orgIds)
    .$if(Boolean(id), (query) => query.where('id', '=', id!))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

async function findConnection(ctx: Ctx, id: string): Promise<GithubConnection> {
  const connection = await maybeConnection(ctx, ctx.caller.orgIds, id)
  if (!connection) throw notFound('GitHub connection')
  return connection
}

/** Slashes in the names of branches are rarely more. */
const maxBranchSegments = 5
/** Timeout for finding a branch, in milliseconds. */
const findTimeoutMs = 10_000

/**
 * The branch with which a path begins, such as `feature/x` of `feature/x/docs`. The first segment when GitHub does not
 * answer or has no such branch: the next sync reports it.
 */
export async function findBranch(
  ctx: Ctx,
  { org_id, github_connection_id }: { org_id: string; github_connection_id: string | null },
  name: RepositoryName,
  segments: string[],
): Promise<string> {
  const timeout = AbortSignal.timeout(findTimeoutMs)
  const signal = ctx.signal ? AbortSignal.any([ctx.signal, timeout]) : timeout
  try {
    const { client, repository } = await openRepository(ctx, [org_id], name, {
      connectionId: github_connection_id,
      signal,
    })
    const path = segments.join('/')
    if (`${path}/`.startsWith(`${repository.default_branch}/`)) return repository.default_branch
    for (let length = 1; length <= Math.min(segments.length, maxBranchSegments); length += 1) {
      const branch = segments.slice(0, length).join('/')
      if (await hasBranch({ client, repository }, branch)) return branch
    }
  } catch (error) {
    ctx.signal?.throwIfAborted()
    if (!(error instanceof GitHubRefusal) && !timeout.aborted) throw error
  }
  return segments[0]!
}

async function hasBranch({ client, repository }: RepositoryAccess, branch: string): Promise<boolean> {
  try {
    return (await client.head(repository, branch)) !== undefined
  } catch (error) {
    if (error instanceof GitHubRefusal && error.reason === 'not-found') return false
    throw error
  }
}

export interface TreeQuery extends RepositoryName {
  /** The default branch of the repository if it is missing. */
  branch?: string
  connection_id?: string
  /** Lists importable files too, up to 5,000 of each. */
  full: boolean
}

/**
 * Lists the folders of a branch and counts its files (behavior: GitHub, GET /github/tree).
 *
 * @throws 404 for a repository or branch that does not exist or may not be read, 429 at GitHub's limits.
 */
export async function readTree(ctx: Ctx, { owner, repo, branch, connection_id, full }: TreeQuery) {
  const name = repositoryName({ owner, repo })
  if (connection_id) await findConnection(ctx, connection_id)
  return answering(
    (async () => {
      const access = await openRepository(ctx, ctx.caller.orgIds, name, { connectionId: connection_id })
      const { folders, files, total_files } = await listTree(access, branch)
      if (!full) return { folders, total_files }
      const truncated = folders.length > maxListed || files.length > maxListed
      return { folders: folders.slice(0, maxListed), total_files, files: files.slice(0, maxListed), truncated }
    })(),
  )
}

async function listTree({ client, repository }: RepositoryAccess, branch = repository.default_branch) {
  const folders: string[] = []
  const files: { path: string; size: number }[] = []
  let total_files = 0
  const head = await client.head(repository, branch)
  for await (const entries of head ? client.tree(repository, head.sha) : []) {
    for (const { path, type, size } of entries) {
      if (type === 'folder') folders.push(path)
      else if (type === 'file') total_files += 1
      if (type === 'file' && isProse(path) && size <= maxFileBytes) files.push({ path, size })
    }
  }
  return {
    folders: folders.sort(compareStrings),
    files: files.sort((a, b) => compareStrings(a.path, b.path)),
    total_files,
  }
}

/** Lists the repositories that a connection's account may read, last pushed first. */
export async function listRepositories(ctx: Ctx, connectionId: string) {
  const connection = await findConnection(ctx, connectionId)
  const listed = async () => (await ctx.github.connect(tokenOf(ctx, connection))).repositories()
  const data = await answering(listed())
  return { data, count: data.length }
}
