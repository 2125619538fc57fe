import { Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import { isOn, linesOf } from '../form.tsx'
import { type Config, half, type PlatformForm } from './platform-form.tsx'

function GithubFields({ config }: { config: Config }) {
  return (
    <>
      <Group align="flex-end">
        <TextInput
          label="Repository"
          name="repoUrl"
          placeholder="https://github.com/acme/api"
          defaultValue={config.repo_url}
          required
          maxLength={500}
          flex="1 1 260px"
        />
        <TextInput
          label="Branch"
          name="branch"
          placeholder="Default branch"
          defaultValue={config.branch}
          maxLength={255}
        />
      </Group>
      <Group>
        <Checkbox label="Commits" name="importCommits" defaultChecked={config.import_commits ?? true} />
        <Checkbox label="Text files" name="importFiles" defaultChecked={config.import_files ?? false} />
        <Checkbox
          label="Changed files of commits"
          description="One request for each of the newest 300 commits"
          name="importPaths"
          defaultChecked={config.import_paths ?? true}
        />
        <Checkbox
          label="Reviews and comments"
          description="By agents with a GitHub username, in pull requests and issues"
          name="importReviews"
          defaultChecked={config.import_reviews ?? false}
        />
      </Group>
      <Group align="flex-start">
        <Textarea
          label="Include folders"
          description="One per line. Leave blank to include all"
          name="includedFolders"
          defaultValue={config.included_folders?.join('\n')}
          autosize
          minRows={1}
          style={half}
        />
        <Textarea
          label="Exclude folders"
          description="One per line"
          name="excludedFolders"
          defaultValue={config.excluded_folders?.join('\n')}
          autosize
          minRows={1}
          style={half}
        />
      </Group>
    </>
  )
}

const listed = new Intl.ListFormat('en')

export const githubForm = {
  title: 'GitHub repository',
  name: 'GitHub',
  contentTypes: {
    github_commit: 'GitHub commits',
    github_file: 'GitHub files',
    github_review: 'GitHub reviews',
  },
  Fields: GithubFields,
  configOf: ({
    repoUrl,
    branch,
    importCommits,
    importFiles,
    importPaths,
    importReviews,
    includedFolders,
    excludedFolders,
  }) => ({
    repo_url: repoUrl,
    // With null the service reads the default branch of the repository.
    branch: branch || (null as never),
    import_commits: isOn(importCommits),
    import_files: isOn(importFiles),
    import_paths: isOn(importPaths),
    import_reviews: isOn(importReviews),
    included_folders: linesOf(includedFolders),
    excluded_folders: linesOf(excludedFolders),
  }),
  about: ({ branch, import_commits, import_files, import_reviews }) => {
    const imported = [import_commits && 'commits', import_files && 'files', import_reviews && 'reviews']
    return `${branch} · ${listed.format(imported.filter((part) => typeof part === 'string')) || 'nothing selected'}`
  },
  connection: { kind: 'github', isNeeded: false },
} as const satisfies PlatformForm
