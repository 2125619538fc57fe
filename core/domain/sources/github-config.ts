import { badRequest } from '#core/base/errors.ts'
import { withoutTrailingSlashes } from '#core/base/strings.ts'
import { type FileRules, type GitHubAddress, type RepositoryName, repositoryName } from './github.ts'
import { parseRepositoryAddress, type RepositoryAddress } from './repository-address.ts'

/** A GitHub source's settings (behavior: GitHub). */
export interface GitHubSourceConfig extends RepositoryName, FileRules {
  repo_url: string
  /** Missing for the repository's own default branch, which may change. */
  branch?: string
  import_commits: boolean
  import_files: boolean
  /** Whether the changed files of commits are requested, one request each; yes by default. */
  import_paths?: boolean
  /** Whether to include text that agents write in pull requests and issues; no by default. */
  import_reviews?: boolean
}

/** Changes of the settings; `branch: null` is the repository's own default branch. */
export type GitHubSettings = Partial<Omit<GitHubSourceConfig, 'branch'>> & { branch?: string | null }

/**
 * Applies a change to the settings: omitted ones keep their value, or get their default. An address of a folder or file
 * includes it, and imports files unless the change says otherwise.
 *
 * @throws 400 when a value is invalid, or no repository is named.
 */
export function sourceConfig(
  changes: GitHubSettings,
  address: GitHubAddress,
  current?: GitHubSourceConfig,
): GitHubSourceConfig {
  const { owner, repo, target } = namedRepository(changes, address, current)
  const { branch = changes.branch === undefined ? current?.branch : changes.branch, path } = refOf(
    target,
    changes.branch,
  )
  if (branch != null && !isBranchName(branch)) throw badRequest('config.branch must be the name of a branch')
  const import_paths = changes.import_paths ?? current?.import_paths
  const import_reviews = changes.import_reviews ?? current?.import_reviews
  const [folder, file] = target?.kind === 'file' ? [[], path] : [path, []]
  const included = [...(changes.included_folders ?? current?.included_folders ?? []), ...folder]
  const include_paths = [...(changes.include_paths ?? current?.include_paths ?? []), ...file]
  return {
    repo_url: `${address.pages}/${owner}/${repo}`,
    owner,
    repo,
    ...(branch != null && { branch }),
    import_commits: changes.import_commits ?? current?.import_commits ?? true,
    import_files: changes.import_files ?? (path.length > 0 || (current?.import_files ?? false)),
    ...(import_paths !== undefined && { import_paths }),
    ...(import_reviews !== undefined && { import_reviews }),
    included_folders: unique(folders('includedFolders', included)),
    excluded_folders: folders('excludedFolders', changes.excluded_folders ?? current?.excluded_folders ?? []),
    ...((include_paths.length > 0 || changes.include_paths || current?.include_paths) && {
      include_paths: unique(paths('includePaths', include_paths)),
    }),
  }
}

const unique = (values: string[]) => [...new Set(values)]

/**
 * The branch and the path of an address, the path as a list of at most one. The branch ends where the setting `branch`
 * says, else at the first slash.
 */
function refOf(
  target: RepositoryAddress['target'],
  named: string | null | undefined,
): { branch?: string; path: string[] } {
  if (!target) return { path: [] }
  const { segments } = target
  const ref = segments.join('/')
  if (named == null)
    return { branch: segments[0]!, path: segments.slice(1).length > 0 ? [segments.slice(1).join('/')] : [] }
  if (ref === named) return { branch: named, path: [] }
  if (ref.startsWith(`${named}/`)) return { branch: named, path: [ref.slice(named.length + 1)] }
  throw badRequest('config.branch must be the branch that config.repoUrl names, or be left out')
}

function namedRepository(
  { repo_url, ...changes }: GitHubSettings,
  address: GitHubAddress,
  current: GitHubSourceConfig | undefined,
): RepositoryAddress {
  if (repo_url !== undefined) {
    const named = parseRepositoryAddress(repo_url, address)
    const differs = (key: keyof RepositoryName) =>
      changes[key] !== undefined && changes[key].toLowerCase() !== named[key].toLowerCase()
    if (differs('owner') || differs('repo')) {
      throw badRequest('config.repoUrl must name the same repository as config.owner and config.repo, or be left out')
    }
    return named
  }
  const owner = changes.owner ?? current?.owner
  const repo = changes.repo ?? current?.repo
  if (owner === undefined || repo === undefined) {
    throw badRequest('config.repoUrl is required, or config.owner and config.repo')
  }
  return { ...repositoryName({ owner, repo }, 'config.'), target: undefined }
}

/**
 * The segments of an address in which the branch may end at more than one slash; undefined if the settings leave no
 * doubt.
 */
export function ambiguousRef({ repo_url, branch }: GitHubSettings, address: GitHubAddress): string[] | undefined {
  if (repo_url === undefined || branch != null) return undefined
  const { target } = parseRepositoryAddress(repo_url, address)
  const most = (target?.segments.length ?? 0) - (target?.kind === 'file' ? 1 : 0)
  return most > 1 ? target!.segments.slice(0, most) : undefined
}

/** The rules of git-check-ref-format that matter in a URL. */
const isBranchName = (name: string) =>
  !/[\s~^:?*[\\\p{Cc}]|\.\.|\/\/|@\{|^[-/.]|[/.]$/u.test(name) && name.length > 0 && name.length <= 255

const folders = (field: string, values: string[]) =>
  paths(field, values)
    .map(withoutTrailingSlashes)
    .filter((path) => path !== '')

function paths(field: string, values: string[]): string[] {
  return values.map((value) => {
    const path = value.trim().replace(/^(?:\.?\/)+/, '')
    if (path.split('/').includes('..')) throw badRequest(`config.${field} must be paths inside the repository`)
    return path
  })
}
