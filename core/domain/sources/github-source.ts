import { type GitHubSettings, type GitHubSourceConfig, sourceConfig } from './github-config.ts'
import type { SourceDefinition } from './source-definition.ts'

const folders = { type: 'list', maxLength: 500, maxItems: 200, example: 'docs' } as const

export const githubSource = {
  title: 'GitHub repository',
  required: 'owner and repo',
  contentTypes: ['github_commit', 'github_file', 'github_review'],
  fields: {
    repo_url: {
      type: 'text',
      maxLength: 500,
      example: 'https://github.com/acme/api',
      note: 'names owner and repo; the URL of a branch, folder or file names these too',
    },
    owner: { type: 'text', maxLength: 100, example: 'acme' },
    repo: { type: 'text', maxLength: 100, example: 'api' },
    branch: {
      type: 'text',
      maxLength: 255,
      example: 'main',
      canBeCleared: true,
      note: 'null: the default branch of the repository',
    },
    import_commits: { type: 'flag', default: true },
    import_files: { type: 'flag', default: false },
    import_paths: { type: 'flag', default: true, note: 'changed files of commits, one request each' },
    import_reviews: {
      type: 'flag',
      default: false,
      example: true,
      note: 'what agents write in pull requests and issues',
    },
    included_folders: folders,
    excluded_folders: folders,
    include_paths: { ...folders, example: 'docs/', note: 'files, and folders that end in a slash' },
  },
  settings: (changes, { github }, current) => sourceConfig(changes, github, current),
  nameOf: ({ owner, repo }) => `${owner}/${repo}`,
} as const satisfies SourceDefinition<GitHubSourceConfig, GitHubSettings>
