import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'
import { retry } from '@octokit/plugin-retry'
import { isBot } from '#core/domain/sources/bots.ts'
import {
  type Commit,
  type GitHubAddress,
  GitHubRefusal,
  type Head,
  type OwnRepository,
  type RemarkKind,
  type Remarks,
  type Repository,
  type RepositoryName,
  type TreeEntry,
} from '#core/domain/sources/github.ts'
import { checked, EmptyRepository, refusalOf } from './refusals.ts'
import { fetchFrom, misdirected } from './same-origin-fetch.ts'
import {
  AccountAnswer,
  CommitAnswers,
  CommitFilesAnswer,
  FileAnswer,
  HeadAnswer,
  OwnRepositoryAnswers,
  RemarkAnswers,
  RepositoryAnswer,
  spdxName,
  TreeAnswer,
} from './shapes.ts'

const Client = Octokit.plugin(retry, paginateRest)

/** The maximum number of one's own repositories that are listed. */
const maxRepositories = 1000
/** A truncated tree is walked folder by folder, one request each. */
const maxTreeRequests = 1000
const notModified = 304

const remarkWords = {
  pull_request: 'pull requests',
  review_comment: 'review comments',
  issue_comment: 'comments',
}

export interface ClientOptions {
  signal?: AbortSignal
}

/** One caller's view of GitHub. Every method throws a `GitHubRefusal` with a sentence when GitHub refuses. */
export class GitHubClient {
  readonly #octokit: InstanceType<typeof Client>
  readonly #address: GitHubAddress
  readonly #signal: AbortSignal | undefined

  constructor(address: GitHubAddress, token: string | undefined, options: ClientOptions, retryBaseMs: number) {
    const { signal } = options
    this.#address = address
    this.#signal = signal
    this.#octokit = new Client({
      auth: token,
      baseUrl: address.api,
      userAgent: 'agent-identity-service',
      log: { debug() {}, info() {}, warn() {}, error() {} },
      request: { fetch: fetchFrom(new URL(address.api).origin), signal },
      retry: {
        retries: 2,
        retryAfterBaseValue: retryBaseMs,
        doNotRetry: [400, 401, 403, 404, 409, 410, misdirected, 422, 429, 451],
      },
    })
  }

  /** The account that the token belongs to. */
  async user(): Promise<{ login: string; id: number; scopes: string | null }> {
    const what = 'account of the token'
    const { data, headers } = await this.#ask(what, this.#octokit.request('GET /user'))
    return { ...checked(AccountAnswer, data, what), scopes: headers['x-oauth-scopes'] ?? null }
  }

  /** The repositories that the token's account may read, last pushed first; at most 1,000. */
  async repositories(): Promise<OwnRepository[]> {
    const listed: OwnRepository[] = []
    const pages = this.#octokit.paginate.iterator('GET /user/repos', { per_page: 100, sort: 'pushed' })
    const what = 'repositories of the account'
    for await (const { data } of this.#pages(what, pages)) {
      for (const found of checked(OwnRepositoryAnswers, data, what)) {
        listed.push({
          owner: found.owner.login,
          repo: found.name,
          full_name: found.full_name,
          private: found.private,
          default_branch: found.default_branch,
          license: spdxName(found.license),
          description: found.description,
          html_url: this.#page(found.html_url, `/${found.full_name}`),
          pushed_at: found.pushed_at,
        })
      }
      if (listed.length >= maxRepositories) break
    }
    return listed.slice(0, maxRepositories)
  }

  /** The repository under its present name, even if it was renamed or moved. */
  async repository({ owner, repo }: RepositoryName): Promise<Repository> {
    const what = `repository ${owner}/${repo}`
    const answer = await this.#ask(what, this.#octokit.request('GET /repos/{owner}/{repo}', { owner, repo }))
    const data = checked(RepositoryAnswer, answer.data, what)
    const [presentOwner = owner, presentRepo = repo] = data.full_name.split('/')
    return {
      owner: presentOwner,
      repo: presentRepo,
      private: data.private,
      default_branch: data.default_branch,
      license: spdxName(data.license),
    }
  }

  /** The newest commit of a branch; undefined in an empty repository. */
  async head(repository: Repository, branch: string): Promise<Head | undefined> {
    const answer = await this.headUnless(repository, branch, null)
    return answer === 'unchanged' ? undefined : answer
  }

  /**
   * The newest commit of a branch with the ETag of the answer, or `unchanged` while the tag still matches, which GitHub
   * does not count as a request; undefined in an empty repository.
   */
  async headUnless(
    { owner, repo, default_branch }: Repository,
    branch: string,
    etag: string | null,
  ): Promise<(Head & { etag: string | null }) | 'unchanged' | undefined> {
    const what = `branch ${branch} in ${owner}/${repo}, whose default branch is ${default_branch}`
    const query = { owner, repo, sha: branch, per_page: 1, ...(etag && { headers: { 'if-none-match': etag } }) }
    const asking = this.#octokit.request('GET /repos/{owner}/{repo}/commits', query).catch((error) => {
      if (error.status === notModified) return undefined
      throw error
    })
    try {
      const answer = await this.#ask(what, asking)
      if (!answer) return 'unchanged'
      const [newest] = checked(HeadAnswer, answer.data, what)
      return (
        newest && {
          sha: newest.sha,
          committed_at: newest.commit.committer?.date ?? null,
          etag: answer.headers.etag ?? null,
        }
      )
    } catch (error) {
      if (error instanceof EmptyRepository) return undefined
      throw error
    }
  }

  /**
   * The commits reachable from `sha`, newest first, in pages of up to 100 starting at page number `page`. A commit's
   * history never changes, so the pages of one `sha` and `since` are always the same.
   */
  async *commits(
    { owner, repo }: RepositoryName,
    { sha, since, page }: { sha: string; since: string | null; page: number },
  ): AsyncGenerator<Commit[]> {
    const query = { owner, repo, sha, per_page: 100, page, ...(since && { since }) }
    const pages = this.#octokit.paginate.iterator('GET /repos/{owner}/{repo}/commits', query)
    const what = `commit ${sha} in ${owner}/${repo}`
    for await (const { data } of this.#pages(what, pages)) {
      yield checked(CommitAnswers, data, what).map((found) => ({
        sha: found.sha,
        url: this.#page(found.html_url, `/${owner}/${repo}/commit/${found.sha}`),
        message: found.commit.message,
        login: found.author?.login ?? null,
        author_name: found.commit.author?.name ?? null,
        is_bot: isBot({ ...found.commit.author, ...found.author }),
        authored_at: found.commit.author?.date ?? null,
        committed_at: found.commit.committer?.date ?? null,
      }))
    }
  }

  /** The files that a commit changed, up to the number that GitHub lists at once, and how many requests are left. */
  async changedPaths({ owner, repo }: RepositoryName, sha: string): Promise<{ paths: string[]; left: number }> {
    const what = `commit ${sha} in ${owner}/${repo}`
    const answer = await this.#ask(
      what,
      this.#octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', { owner, repo, ref: sha }),
    )
    const { files } = checked(CommitFilesAnswer, answer.data, what)
    const left = Number(answer.headers['x-ratelimit-remaining'] ?? Number.POSITIVE_INFINITY)
    return { paths: files.map(({ filename }) => filename), left }
  }

  /** Remarks in pull requests and issues since a given time, in pages, first changed first. */
  async *remarks({ owner, repo }: RepositoryName, kind: RemarkKind, since: string): AsyncGenerator<Remarks> {
    const query = { owner, repo, since, sort: 'updated' as const, direction: 'asc' as const, per_page: 100 }
    const what = `${remarkWords[kind]} of ${owner}/${repo}`
    const pages: AsyncIterable<{ data: unknown[] }> =
      kind === 'pull_request'
        ? this.#octokit.paginate.iterator('GET /repos/{owner}/{repo}/issues', { ...query, state: 'all' })
        : kind === 'issue_comment'
          ? this.#octokit.paginate.iterator('GET /repos/{owner}/{repo}/issues/comments', query)
          : this.#octokit.paginate.iterator('GET /repos/{owner}/{repo}/pulls/comments', query)
    for await (const { data } of this.#pages(what, pages)) {
      const answers = checked(RemarkAnswers, data, what)
      const remarks = answers.flatMap(({ id, html_url, title, body, user, created_at, pull_request }) => {
        // The list of issues includes pull requests.
        if (kind === 'pull_request' && !pull_request) return []
        const url = this.#page(html_url, `/${owner}/${repo}`)
        return [{ kind, id, url, title: title ?? null, body: body ?? '', login: user?.login ?? '', created_at }]
      })
      yield { remarks, until: answers.at(-1)?.updated_at }
    }
  }

  /** Folders and files below a commit, in parts; a tree that GitHub truncates is walked folder by folder. */
  async *tree(
    repository: RepositoryName,
    sha: string,
    enters: (folder: string) => boolean = () => true,
  ): AsyncGenerator<TreeEntry[]> {
    const folders = [{ sha, prefix: '' }]
    for (let requests = 0; folders.length > 0; requests += 1) {
      if (requests >= maxTreeRequests) throw new GitHubRefusal('The repository has too many folders to list', 'failure')
      const folder = folders.pop()!
      const whole = await this.#readTree(repository, folder, true)
      if (!whole.truncated) {
        yield whole.entries
        continue
      }
      const { entries } = await this.#readTree(repository, folder, false)
      yield entries
      for (const entry of entries) {
        if (entry.type === 'folder' && enters(entry.path)) folders.push({ sha: entry.sha, prefix: `${entry.path}/` })
      }
    }
  }

  async #readTree({ owner, repo }: RepositoryName, folder: { sha: string; prefix: string }, recursive: boolean) {
    const what = `tree of ${owner}/${repo}`
    const answer = await this.#ask(
      what,
      this.#octokit.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
        owner,
        repo,
        tree_sha: folder.sha,
        ...(recursive && { recursive: '1' }),
      }),
    )
    const data = checked(TreeAnswer, answer.data, what)
    const entries = data.tree.flatMap(({ path, type, mode, sha, size = 0 }): TreeEntry[] => {
      if (type === 'tree') return [{ path: `${folder.prefix}${path}`, type: 'folder', sha, size: 0 }]
      if (type === 'commit') return [{ path: `${folder.prefix}${path}`, type: 'submodule', sha, size: 0 }]
      // Symbolic links have no text of their own.
      const isFile = type === 'blob' && mode !== '120000'
      return isFile ? [{ path: `${folder.prefix}${path}`, type: 'file', sha, size }] : []
    })
    return { entries, truncated: data.truncated }
  }

  /** A file's text; undefined when it is not UTF-8 text. */
  async file({ owner, repo }: RepositoryName, { path, sha }: TreeEntry): Promise<string | undefined> {
    const what = `file ${path} in ${owner}/${repo}`
    const answer = await this.#ask(
      what,
      this.#octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', { owner, repo, file_sha: sha }),
    )
    const data = checked(FileAnswer, answer.data, what)
    const bytes = Buffer.from(data.content, data.encoding === 'base64' ? 'base64' : 'utf8')
    try {
      return bytes.includes(0) ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return undefined
    }
  }

  /** A URL from GitHub that may be shown as a link; any other is replaced by the usual one. */
  #page(url: string, usual: string): string {
    const known = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    return known && this.#address.hosts.includes(new URL(url).host) ? url : `${this.#address.pages}${usual}`
  }

  async *#pages<T>(what: string, pages: AsyncIterable<{ data: T[] }>): AsyncGenerator<{ data: T[] }> {
    const iterator = pages[Symbol.asyncIterator]()
    while (true) {
      const { done, value } = await this.#ask(what, iterator.next())
      if (done) return
      yield value
    }
  }

  /** Waits for an answer until the signal aborts; failures become sentences about `what`. */
  async #ask<T>(what: string, asking: Promise<T>): Promise<T> {
    try {
      return await this.#unlessAborted(asking)
    } catch (error) {
      this.#signal?.throwIfAborted()
      throw refusalOf(error, what)
    }
  }

  /** Ends with the job at once, even while a failed request waits for its next attempt. */
  async #unlessAborted<T>(asking: Promise<T>): Promise<T> {
    const signal = this.#signal
    if (!signal) return asking
    const { promise, reject } = Promise.withResolvers<never>()
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    try {
      return await Promise.race([asking, promise])
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
}
