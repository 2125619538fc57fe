import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small server that answers in the shapes of GitHub's REST API, with faults that a test switches on. */

export interface FakeCommit {
  message: string
  /** ISO 8601; the author's date, and the committer's. */
  date: string
  author: string
  email?: string
  /** The GitHub account; null if GitHub does not know it. */
  login?: string | null
  /** The kind of the account. */
  type?: 'User' | 'Bot'
  /** The changed files in the answer about this single commit. */
  files?: string[]
}

/** Something written in an issue or a pull request, oldest change first. */
export interface FakeRemark {
  kind: 'issue' | 'pull_request' | 'issue_comment' | 'review_comment'
  login: string | null
  body: string | null
  date: string
  title?: string
}

export interface FakeRepository {
  /** Newest first. */
  commits: FakeCommit[]
  /** Adds generated commits below `commits`. */
  generated?: number
  files?: Record<string, string | Buffer>
  remarks?: FakeRemark[]
  private?: boolean
  default_branch?: string
  /** Further branches, at the same commit. */
  branches?: string[]
  /** Paths of other repositories in this one. */
  submodules?: string[]
  /** The SPDX name as GitHub reports it. */
  license?: string
  /** The present `owner/name`; the old one answers 301. */
  renamed_to?: string
  /** The maximum number of entries in a recursive listing. */
  tree_limit?: number
}

/** Replaces the answer to a request. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | { redirect: string }
  | 'cut'
  | 'hang'

interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  token: string | undefined
  /** The tag that the caller wants to validate. */
  etag: string | undefined
}

export interface FakeGitHub {
  url: string
  repositories: Map<string, FakeRepository>
  /** Token → login; these accounts may read every private repository. */
  accounts: Map<string, string>
  requests: FakeRequest[]
  /** Intercepts every request; `nth` counts from 1. */
  fault: (request: FakeRequest, nth: number) => Fault | undefined
  /** The user at GitHub's own page, who allows every access; null refuses it. */
  visitor: string | null
  /** The user allows the access that an authorize URL requests; returns GitHub's answer to the browser. */
  allow(address: string, login: string): { code: string; state: string }
  stop(): Promise<void>
}

const sha1 = (text: string | Buffer) => createHash('sha1').update(text).digest('hex')

export async function startGitHub(repositories: Record<string, FakeRepository> = {}): Promise<FakeGitHub> {
  const grants = new Map<string, { login: string; challenge: string; redirect: string }>()
  const fake: FakeGitHub = {
    url: '',
    repositories: new Map(Object.entries(repositories)),
    accounts: new Map(),
    requests: [],
    fault: () => undefined,
    visitor: null,
    allow(address, login) {
      const query = new URL(address).searchParams
      const code = sha1(`${login} ${grants.size}`)
      const redirect = query.get('redirect_uri')!
      grants.set(code, { login, challenge: query.get('code_challenge')!, redirect })
      return { code, state: query.get('state')! }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => answer(fake, grants, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const notFound: Reply = { status: 404, body: { message: 'Not Found' } }

async function answer(
  fake: FakeGitHub,
  grants: Map<string, { login: string; challenge: string; redirect: string }>,
  incoming: IncomingMessage,
  response: ServerResponse,
) {
  const url = new URL(incoming.url!, fake.url)
  const request: FakeRequest = {
    method: incoming.method!,
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    etag: incoming.headers['if-none-match'],
    token: /^(?:token|bearer) (.+)$/i.exec(incoming.headers.authorization ?? '')?.[1],
  }
  fake.requests.push(request)
  const fault = fake.fault(request, fake.requests.length)
  if (fault === 'hang') return
  if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
    response.write('[{"sha":"abc","commit":')
    setTimeout(() => response.destroy(), 5)
    return
  }
  if (fault && 'redirect' in fault) {
    response.writeHead(301, { location: fault.redirect }).end()
    return
  }
  if (request.path === '/login/oauth/authorize') {
    const { code, state } = fake.allow(url.href, fake.visitor ?? '')
    const answer = new URLSearchParams(fake.visitor === null ? { error: 'access_denied', state } : { code, state })
    response.writeHead(302, { location: `${url.searchParams.get('redirect_uri')}?${answer}` }).end()
    return
  }
  const reply = fault
    ? { body: { message: 'As the test asked' }, ...fault }
    : request.path === '/login/oauth/access_token'
      ? signIn(fake, grants, await bodyOf(incoming))
      : route(fake, request)
  const etag = `"${sha1(JSON.stringify(reply.body))}"`
  if (reply.status === 200 && request.etag === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  response.writeHead(reply.status, { etag, 'content-type': 'application/json; charset=utf-8', ...reply.headers })
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
}

async function bodyOf(incoming: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

function signIn(
  fake: FakeGitHub,
  grants: Map<string, { login: string; challenge: string; redirect: string }>,
  { code, code_verifier, redirect_uri }: Record<string, string>,
): Reply {
  const grant = grants.get(code ?? '')
  const challenge = createHash('sha256')
    .update(code_verifier ?? '')
    .digest('base64url')
  // GitHub answers 200 to a code that it does not accept.
  if (grant?.challenge !== challenge || grant.redirect !== redirect_uri) {
    return { status: 200, body: { error: 'bad_verification_code' } }
  }
  grants.delete(code!)
  const token = `gho_${sha1(code!)}`
  fake.accounts.set(token, grant.login)
  return { status: 200, body: { access_token: token, token_type: 'bearer', scope: 'repo,read:user' } }
}

function route(fake: FakeGitHub, request: FakeRequest): Reply {
  const { path, query, token } = request
  const login = token === undefined ? undefined : fake.accounts.get(token)
  if (token !== undefined && !login) return { status: 401, body: { message: 'Bad credentials' } }
  if (path === '/user') {
    if (!login) return { status: 401, body: { message: 'Requires authentication' } }
    return { status: 200, body: { login, id: 4711 }, headers: { 'x-oauth-scopes': 'repo, read:user' } }
  }
  if (path === '/user/repos') {
    const all = [...fake.repositories].map(([name, repository]) => repositoryBody(name, repository))
    return page(fake, request, all.length, (index) => all[index])
  }
  const [, repos, owner, name, ...rest] = path.split('/')
  const repository = fake.repositories.get(`${owner}/${name}`)
  if (repos !== 'repos' || !repository || (repository.private && !login)) return notFound
  if (repository.renamed_to) {
    const location = `${fake.url}/repos/${repository.renamed_to}${rest.map((part) => `/${part}`).join('')}?${query}`
    return { status: 301, body: { message: 'Moved Permanently' }, headers: { location } }
  }
  const fullName = `${owner}/${name}`
  if (rest.length === 0) return { status: 200, body: repositoryBody(fullName, repository) }
  if (rest[0] === 'commits' && rest[1]) return readCommit(fullName, repository, rest[1])
  if (rest[0] === 'issues' || rest[0] === 'pulls')
    return listRemarks(fake, request, fullName, repository, rest.join('/'))
  if (rest[0] === 'commits') return listCommits(fake, request, fullName, repository)
  if (rest[0] === 'git' && rest[1] === 'trees') return listTree(repository, rest.slice(2).join('/'), query)
  if (rest[0] === 'git' && rest[1] === 'blobs') return readBlob(repository, rest[2]!)
  return notFound
}

const branchOf = ({ default_branch = 'main' }: FakeRepository) => default_branch

const isBranch = (repository: FakeRepository, name: string) =>
  name === branchOf(repository) || (repository.branches ?? []).includes(name)

const repositoryBody = (fullName: string, repository: FakeRepository) => ({
  name: fullName.split('/')[1],
  full_name: fullName,
  owner: { login: fullName.split('/')[0] },
  private: repository.private ?? false,
  default_branch: branchOf(repository),
  license: repository.license ? { spdx_id: repository.license } : null,
  description: null,
  html_url: `https://github.com/${fullName}`,
  pushed_at: repository.commits[0]?.date ?? null,
})

function page(fake: FakeGitHub, { path, query }: FakeRequest, total: number, at: (index: number) => unknown): Reply {
  const size = Math.min(100, Number(query.get('per_page') ?? 30))
  const number = Number(query.get('page') ?? 1)
  const first = (number - 1) * size
  const body = Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, index) => at(first + index))
  const next = new URLSearchParams(query)
  next.set('page', String(number + 1))
  const isLast = first + size >= total
  return { status: 200, body, ...(!isLast && { headers: { link: `<${fake.url}${path}?${next}>; rel="next"` } }) }
}

function listCommits(fake: FakeGitHub, request: FakeRequest, fullName: string, repository: FakeRepository): Reply {
  const { commits, generated = 0 } = repository
  const total = commits.length + generated
  const sha = request.query.get('sha') ?? branchOf(repository)
  if (total === 0) return { status: 409, body: { message: 'Git Repository is empty.' } }
  // A commit's number counts from the oldest one, so that its hash stays the same when newer ones arrive.
  const head = isBranch(repository, sha) ? total : numberOf(sha)
  if (head === undefined || head > total) return notFound
  const since = request.query.get('since')
  const commitAt = (index: number) => commitOf(repository, head - index)
  let count = head
  if (since !== null) {
    count = 0
    while (count < head && commitAt(count).date >= since) count += 1
  }
  return page(fake, request, count, (index) => commitBody(fullName, commitAt(index), head - index))
}

function readCommit(fullName: string, repository: FakeRepository, sha: string): Reply {
  const number = numberOf(sha)
  if (number === undefined) return notFound
  const commit = commitOf(repository, number)
  const files = (commit.files ?? []).map((filename) => ({ filename, status: 'modified' }))
  return { status: 200, body: { ...commitBody(fullName, commit, number), files } }
}

const remarksOf: Record<string, FakeRemark['kind'][]> = {
  issues: ['issue', 'pull_request'],
  'issues/comments': ['issue_comment'],
  'pulls/comments': ['review_comment'],
}

function listRemarks(
  fake: FakeGitHub,
  request: FakeRequest,
  fullName: string,
  repository: FakeRepository,
  list: string,
): Reply {
  const kinds = remarksOf[list]
  if (!kinds) return notFound
  const since = request.query.get('since') ?? ''
  const all = (repository.remarks ?? [])
    .map((remark, index) => ({ remark, id: index + 1 }))
    .filter(({ remark }) => kinds.includes(remark.kind) && remark.date >= since)
    .toSorted((a, b) => (a.remark.date < b.remark.date ? -1 : 1))
  return page(fake, request, all.length, (index) => {
    const { remark, id } = all[index]!
    return {
      id,
      html_url: `https://github.com/${fullName}/issues/${id}`,
      title: remark.title,
      body: remark.body,
      user: remark.login === null ? null : { login: remark.login },
      created_at: remark.date,
      updated_at: remark.date,
      ...(remark.kind === 'pull_request' && { pull_request: {} }),
    }
  })
}

/** The commit with that number; those below the listed ones are generated. */
function commitOf({ commits, generated = 0 }: FakeRepository, number: number): FakeCommit {
  const listed = commits[commits.length - (number - generated)]
  if (listed) return listed
  const date = new Date(Date.UTC(2020, 0, 1) + number * 3_600_000).toISOString()
  const message = `Tidy module ${number}\n\n${`Always keep module ${number} small. `.repeat(20)}`
  return { message, date, author: 'Robin Vale', login: null }
}

const shaOf = (number: number) => `${sha1('commit').slice(0, 28)}${number.toString(16).padStart(12, '0')}`

const numberOf = (sha: string): number | undefined =>
  sha.startsWith(sha1('commit').slice(0, 28)) ? Number.parseInt(sha.slice(28), 16) : undefined

function commitBody(
  fullName: string,
  { message, date, author, email, login, type = 'User' }: FakeCommit,
  number: number,
) {
  const sha = shaOf(number)
  const person = { name: author, email: email ?? `${author.toLowerCase().replace(/\s/g, '.')}@example.com`, date }
  return {
    sha,
    html_url: `https://github.com/${fullName}/commit/${sha}`,
    commit: { message, author: person, committer: person, tree: { sha } },
    author: login ? { login, type } : null,
    committer: login ? { login } : null,
    parents: number > 1 ? [{ sha: shaOf(number - 1) }] : [],
  }
}

interface Entry {
  path: string
  type: 'blob' | 'tree' | 'commit'
  mode: string
  sha: string
  size?: number
}

const folderSha = (folder: string) => sha1(`folder ${folder}`)

/** Every file and folder, by its full path. */
function entriesOf({ files = {}, submodules = [] }: FakeRepository): Entry[] {
  const folders = new Set(
    [...Object.keys(files), ...submodules].flatMap((path) => {
      const parts = path.split('/').slice(0, -1)
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    }),
  )
  return [
    ...[...folders].map((path): Entry => ({ path, type: 'tree', mode: '040000', sha: folderSha(path) })),
    ...submodules.map((path): Entry => ({ path, type: 'commit', mode: '160000', sha: sha1(path) })),
    ...Object.entries(files).map(
      ([path, content]): Entry => ({
        path,
        type: 'blob',
        mode: '100644',
        sha: sha1(content),
        size: Buffer.byteLength(content),
      }),
    ),
  ]
}

function listTree(repository: FakeRepository, sha: string, query: URLSearchParams): Reply {
  const all = entriesOf(repository)
  const folder = all.find((entry) => entry.type === 'tree' && entry.sha === sha)?.path
  if (folder === undefined && !isBranch(repository, sha) && numberOf(sha) === undefined) return notFound
  const prefix = folder === undefined ? '' : `${folder}/`
  const below = all
    .filter(({ path }) => path.startsWith(prefix))
    .map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }))
  const listed = query.get('recursive') ? below : below.filter(({ path }) => !path.includes('/'))
  const limit = query.get('recursive') ? (repository.tree_limit ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  return { status: 200, body: { sha, tree: listed.slice(0, limit), truncated: listed.length > limit } }
}

function readBlob({ files = {} }: FakeRepository, sha: string): Reply {
  const content = Object.values(files).find((content) => sha1(content) === sha)
  if (content === undefined) return notFound
  const bytes = Buffer.from(content)
  return { status: 200, body: { sha, size: bytes.length, encoding: 'base64', content: bytes.toString('base64') } }
}
