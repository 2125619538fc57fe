import { badRequest } from '#core/base/errors.ts'
import { type GitHubAddress, type RepositoryName, repositoryName } from './github.ts'

/** Reads the addresses of repositories as people copy them: from a browser, from `git remote`, or by name. */

export interface RepositoryAddress extends RepositoryName {
  /** A branch and a path in it, after `/tree/` or `/blob/`. Where the branch ends only GitHub knows. */
  target: { kind: 'folder' | 'file'; segments: string[] } | undefined
}

/** `git@github.com:owner/repo.git`, which is no URL. */
const scpAddress = /^[\w.-]{1,100}@([\w.-]{1,255}):(?!\/\/)\/?(.+)$/
/** `owner/repo`, with an optional ending. */
const bareName = /^[\w.-]{1,100}\/[\w.-]{1,100}\/?$/
const protocols = new Set(['https:', 'http:', 'ssh:', 'git:', 'git+https:', 'git+ssh:'])
/** Parts of the web interface that show a branch. */
const folderViews = new Set(['tree', 'commits'])
const fileViews = new Set(['blob', 'blame', 'edit', 'raw'])

/**
 * @throws 400 for anything but a repository, or a branch, folder or file in one, on a host of the configured GitHub.
 */
export function parseRepositoryAddress(text: string, { hosts, pages }: GitHubAddress): RepositoryAddress {
  const malformed = badRequest(
    `config.repoUrl must be a repository URL like ${pages}/owner/repo, or the URL of a branch, folder or file in one`,
  )
  const { host, path } = partsOf(text.trim(), hosts) ?? {}
  if (host === undefined || path === undefined) throw malformed
  if (!hosts.includes(host)) throw badRequest(`config.repoUrl must be on ${hosts[0]}, not on ${host}`)
  const segments = decoded(path)
  if (!segments) throw malformed
  const [owner, repo, view, ...rest] = segments
  if (!owner || !repo) throw malformed
  const name = repositoryName({ owner, repo: repo.replace(/\.git$/, '') }, 'config.')
  if (view === undefined) return { ...name, target: undefined }
  const kind = folderViews.has(view) ? 'folder' : fileViews.has(view) ? 'file' : undefined
  const ref = rest[0] === 'refs' && rest[1] === 'heads' ? rest.slice(2) : rest
  if (kind === undefined || ref.length === 0 || (kind === 'file' && ref.length === 1)) throw malformed
  return { ...name, target: { kind, segments: ref } }
}

function partsOf(text: string, hosts: string[]): { host: string; path: string } | undefined {
  if (bareName.test(text)) return { host: hosts[0]!, path: text }
  const [, scpHost, scpPath] = scpAddress.exec(text) ?? []
  if (scpHost && scpPath) return { host: scpHost.toLowerCase(), path: scpPath }
  const withScheme = hosts.some((host) => text.toLowerCase().startsWith(`${host}/`)) ? `https://${text}` : text
  if (!URL.canParse(withScheme)) return undefined
  const url = new URL(withScheme)
  const isSsh = url.protocol.endsWith('ssh:')
  if (!protocols.has(url.protocol) || url.password || (url.username && !isSsh)) return undefined
  // GitHub also answers SSH at `ssh.github.com:443`.
  const host = isSsh ? url.hostname.replace(/^ssh\.(?=github\.com$)/, '') : url.host
  return { host, path: url.pathname }
}

/** The segments of a path; undefined if it is encoded incorrectly. */
function decoded(path: string): string[] | undefined {
  try {
    const segments = path.split('/').filter((segment) => segment !== '')
    return segments.map((segment) => decodeURIComponent(segment))
  } catch {
    return undefined
  }
}
