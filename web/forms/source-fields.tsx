import { Checkbox, Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Source } from '../api/source-queries.ts'
import { isOn, linesOf } from './form.tsx'

/** The settings of a source for each platform, and the config they make. */

export type FetchedPlatform = 'github' | 'website' | 'rss' | 'twitter'
type Config = Source['config']
/** Values of the form; fields that the platform does not have are missing. */
type Texts = Record<string, string>

interface PlatformForm {
  Fields: (props: { config: Config }) => ReactNode
  configOf: (texts: Texts) => Partial<Config>
}

/** An empty field leaves the default to the service. */
const filled = <K extends string, V>(key: K, text: string | undefined, value: (text: string) => V) =>
  (text ? { [key]: value(text) } : {}) as { [key in K]?: V }

const half = { flex: '1 1 220px' }

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
        <TextInput label="Branch" name="branch" placeholder="main" defaultValue={config.branch} maxLength={255} />
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

const discoveries = [
  { value: 'sitemap', label: 'Sitemap' },
  { value: 'llms_txt', label: 'llms.txt' },
  { value: 'manual', label: 'URL list' },
]
const extractions = [
  { value: 'main', label: 'Main content of each page' },
  { value: 'full', label: 'Whole page' },
]
type Discovery = NonNullable<Config['discovery']>

function WebsiteFields({ config }: { config: Config }) {
  const [discovery, setDiscovery] = useState<Discovery>(config.discovery ?? 'sitemap')
  return (
    <>
      <Group align="flex-end">
        <TextInput
          label="Website"
          name="domain"
          placeholder="docs.example.com"
          defaultValue={config.domain}
          required
          maxLength={300}
          style={half}
        />
        <NativeSelect
          label="Find pages in"
          name="discovery"
          data={discoveries}
          value={discovery}
          onChange={(event) => setDiscovery(event.currentTarget.value as Discovery)}
          style={half}
        />
      </Group>
      <Textarea
        label="URLs"
        description={`${discovery === 'manual' ? '' : 'Additional pages to read. '}One URL per line, all on this website`}
        name="urls"
        placeholder="https://docs.example.com/values"
        defaultValue={config.urls?.join('\n')}
        autosize
        minRows={discovery === 'manual' ? 2 : 1}
        required={discovery === 'manual'}
      />
      <Group align="flex-end">
        <TextInput
          label="Path filter"
          description="Use * as a wildcard"
          name="urlPattern"
          placeholder="/blog/*"
          defaultValue={config.url_pattern ?? ''}
          maxLength={500}
          style={half}
        />
        <NativeSelect
          label="Content to read"
          name="extractMode"
          data={extractions}
          defaultValue={config.extract_mode}
          style={half}
        />
      </Group>
      <Group align="flex-end">
        <NumberInput
          label="Maximum pages"
          name="maxPages"
          min={1}
          max={500}
          defaultValue={config.max_pages ?? 50}
          style={half}
        />
        <Interval config={config} />
      </Group>
    </>
  )
}

function RssFields({ config }: { config: Config }) {
  return (
    <>
      <TextInput
        label="Feed URL"
        description="RSS or Atom"
        name="feedUrl"
        type="url"
        placeholder="https://blog.example.com/feed.xml"
        defaultValue={config.feed_url}
        required
        maxLength={2000}
      />
      <Group align="flex-end">
        <NumberInput
          label="Maximum entries"
          name="maxEntries"
          min={1}
          max={500}
          defaultValue={config.max_entries ?? 50}
          style={half}
        />
        <Interval config={config} />
      </Group>
    </>
  )
}

function Interval({ config }: { config: Config }) {
  return (
    <NumberInput
      label="Sync every"
      name="syncIntervalHours"
      suffix=" hours"
      min={1}
      max={720}
      defaultValue={config.sync_interval_hours ?? 24}
      style={half}
    />
  )
}

function TwitterFields({ config }: { config: Config }) {
  return (
    <>
      <Group align="flex-end">
        <TextInput
          label="X account"
          name="username"
          placeholder="ada_writes"
          defaultValue={config.username}
          required
          maxLength={16}
          style={half}
        />
        <NumberInput
          label="Maximum pages of posts"
          name="maxPages"
          min={1}
          max={100}
          defaultValue={config.max_pages ?? 3}
          style={half}
        />
      </Group>
      <Group>
        <Checkbox label="Exclude reposts" name="excludeRetweets" defaultChecked={config.exclude_retweets ?? true} />
        <Checkbox label="Exclude replies" name="excludeReplies" defaultChecked={config.exclude_replies ?? true} />
      </Group>
    </>
  )
}

/** `24 hours` → 24 */
const numberOf = (text: string) => Number.parseInt(text, 10)

export const platformForms: Record<FetchedPlatform, PlatformForm> = {
  github: {
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
      branch: branch || 'main',
      import_commits: isOn(importCommits),
      import_files: isOn(importFiles),
      import_paths: isOn(importPaths),
      import_reviews: isOn(importReviews),
      included_folders: linesOf(includedFolders),
      excluded_folders: linesOf(excludedFolders),
    }),
  },
  website: {
    Fields: WebsiteFields,
    configOf: ({ domain, discovery, urls, urlPattern, extractMode, maxPages, syncIntervalHours }) => ({
      domain,
      discovery: discovery as Discovery,
      urls: linesOf(urls),
      url_pattern: urlPattern || null,
      extract_mode: extractMode as NonNullable<Config['extract_mode']>,
      ...filled('max_pages', maxPages, numberOf),
      ...filled('sync_interval_hours', syncIntervalHours, numberOf),
    }),
  },
  rss: {
    Fields: RssFields,
    configOf: ({ feedUrl, maxEntries, syncIntervalHours }) => ({
      feed_url: feedUrl,
      ...filled('max_entries', maxEntries, numberOf),
      ...filled('sync_interval_hours', syncIntervalHours, numberOf),
    }),
  },
  twitter: {
    Fields: TwitterFields,
    configOf: ({ username, excludeRetweets, excludeReplies, maxPages }) => ({
      username,
      exclude_retweets: isOn(excludeRetweets),
      exclude_replies: isOn(excludeReplies),
      ...filled('max_pages', maxPages, numberOf),
    }),
  },
}
