import { badRequest, SourceRefusal } from '#core/base/errors.ts'
import { withoutTrailingSlashes } from '#core/base/strings.ts'

/** Facts about GitHub that need no request: addresses, the names of repositories, and which files are prose. */

/** The addresses of GitHub: its API, the pages that people open, its sign-in, and the hosts that URLs may name. */
export interface GitHubAddress {
  api: string
  pages: string
  signIn: string
  hosts: string[]
}

/**
 * GitHub itself, GitHub Enterprise (`/api/v3`, or `api.` before its own host), or an address that stands in for GitHub,
 * such as a proxy; repositories there are named as on github.com.
 */
export function githubAddress(apiUrl: string): GitHubAddress {
  const { host, pathname, protocol, origin } = new URL(apiUrl)
  const api = withoutTrailingSlashes(apiUrl)
  const own = (host: string) => ({ pages: `${protocol}//${host}`, signIn: `${protocol}//${host}`, hosts: [host] })
  if (withoutTrailingSlashes(pathname).endsWith('/api/v3')) return { api, ...own(host) }
  if (/^api\..+\.ghe\.com$/.test(host)) return { api, ...own(host.slice('api.'.length)) }
  const pages = 'https://github.com'
  const hosts = ['github.com', 'www.github.com']
  if (host === 'api.github.com') return { api, pages, signIn: pages, hosts }
  return { api, pages, signIn: origin, hosts: [...hosts, host] }
}

/** The refusals of GitHub that callers distinguish; anything else is a `failure`. */
type RefusalReason = 'not-found' | 'limit' | 'token' | 'failure'

/** A refusal or failure of GitHub, as a sentence for the caller. */
export class GitHubRefusal extends SourceRefusal {
  readonly reason: RefusalReason

  constructor(message: string, reason: RefusalReason, retryAfterSeconds?: number) {
    super(message, retryAfterSeconds)
    this.name = 'GitHubRefusal'
    this.reason = reason
  }
}

export interface RepositoryName {
  owner: string
  repo: string
}

const ownerName = /^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9])?$/i
const repoName = /^(?!\.{1,2}$)[a-z0-9._-]{1,100}$/i

/** @throws 400 when GitHub cannot have an owner or a repository of that name. */
export function repositoryName({ owner, repo }: RepositoryName, prefix = ''): RepositoryName {
  if (!ownerName.test(owner)) throw badRequest(`${prefix}owner must be the name of a GitHub user or organization`)
  if (!repoName.test(repo)) throw badRequest(`${prefix}repo must be the name of a GitHub repository`)
  return { owner, repo }
}

/** The rules that select the files of a source. Empty lists mean everything. */
export interface FileRules {
  included_folders: string[]
  excluded_folders: string[]
  /** Files, and folders that end in `/`. */
  include_paths?: string[]
}

/** Whether the rules select the file at `path`; exclusion wins. */
export function takesPath(rules: FileRules, path: string): boolean {
  const inside = (folder: string) => path.startsWith(`${folder}/`)
  if (rules.excluded_folders.some(inside)) return false
  const { included_folders, include_paths = [] } = rules
  if (included_folders.length === 0 && include_paths.length === 0) return true
  return included_folders.some(inside) || include_paths.some((named) => isNamed(named, path))
}

const isNamed = (named: string, path: string) => (named.endsWith('/') ? path.startsWith(named) : path === named)

/** Whether the rules can select anything below the folder, so that a walk can skip the others. */
export function entersFolder(rules: FileRules, folder: string): boolean {
  if (rules.excluded_folders.some((excluded) => `${folder}/`.startsWith(`${excluded}/`))) return false
  const wanted = [...rules.included_folders.map((path) => `${path}/`), ...(rules.include_paths ?? [])]
  return wanted.length === 0 || wanted.some((path) => path.startsWith(`${folder}/`) || `${folder}/`.startsWith(path))
}

/** The largest file that is imported, in bytes (behavior: GitHub). */
export const maxFileBytes = 50 * 1024

const proseEnding = /\.(?:md|mdx|txt|rst|adoc|org)$/i
const proseName =
  /^(?:README|CHANGELOG|CHANGES|HISTORY|NEWS|CONTRIBUTING|CONTRIBUTORS|AUTHORS|MAINTAINERS|CODE_OF_CONDUCT|GOVERNANCE|SECURITY|SUPPORT|ROADMAP|TODO|NOTES|FAQ|HACKING|INSTALL)$/i

/**
 * Whether a file is prose by its name: one of the known extensions (behavior: GitHub), or a customary name without one.
 */
export const isProse = (path: string): boolean => proseEnding.test(path) || proseName.test(path.split('/').at(-1) ?? '')

export interface Repository extends RepositoryName {
  private: boolean
  default_branch: string
  /** The SPDX name; null if GitHub does not recognize the license. */
  license: string | null
}

export interface OwnRepository extends Repository {
  full_name: string
  description: string | null
  html_url: string
  pushed_at: string | null
}

export interface Commit {
  sha: string
  url: string
  message: string
  /** The GitHub account of the author, if GitHub knows it. */
  login: string | null
  author_name: string | null
  /** Whether a program wrote it. */
  is_bot: boolean
  authored_at: string | null
  committed_at: string | null
}

/** A text that somebody wrote in a pull request or an issue. */
export interface Remark {
  kind: RemarkKind
  id: number
  url: string
  /** The title of a pull request; null for a comment. */
  title: string | null
  body: string
  login: string
  created_at: string
}

/** A page of remarks. */
export interface Remarks {
  remarks: Remark[]
  /** When the last one on the page was changed; undefined on an empty page. */
  until: string | undefined
}

export const remarkKinds = ['pull_request', 'review_comment', 'issue_comment'] as const
export type RemarkKind = (typeof remarkKinds)[number]

export interface TreeEntry {
  path: string
  type: 'folder' | 'file' | 'submodule'
  sha: string
  /** Bytes; 0 for anything but a file. */
  size: number
}

export interface Head {
  sha: string
  committed_at: string | null
}
