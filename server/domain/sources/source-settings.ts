import { badRequest } from '../../base/errors.ts'
import type { ContentPlatform } from '../kinds.ts'
import { type FeedConfig, feedConfig } from './feed-source.ts'
import { type GitHubAddress, type GitHubSourceConfig, sourceConfig } from './github.ts'
import { type WebsiteConfig, type WebsiteSettings, websiteConfig } from './website-source.ts'
import { type XConfig, xConfig } from './x-source.ts'

/** The settings of content sources, platform by platform (behavior: Content sources). */

export interface SourceConfigs {
  github: GitHubSourceConfig
  rss: FeedConfig
  website: WebsiteConfig
  twitter: XConfig
  /** Filled by the upload of an archive, like the next. */
  linkedin: Record<string, never>
  substack: Record<string, never>
}

/** The config of a request; each platform reads its own keys and ignores the others. */
export interface SourceSettings
  extends Partial<GitHubSourceConfig>,
    Partial<FeedConfig>,
    Partial<XConfig>,
    WebsiteSettings {}

/** Context for validating settings. */
export interface SettingsRules {
  github: GitHubAddress
  /** Normalizes the address. @throws 400 naming the field when the service may not request it. */
  checkAddress(address: string, field: string): string
}

interface Platform<Config> {
  /** Applies a change to the settings: omitted ones keep their value, or get their default. @throws 400 naming the field. */
  settings(changes: SourceSettings, rules: SettingsRules, current?: Config): Config
  /** The default name of a source. */
  nameOf(config: Config): string
  /** For uploaded content: where it is uploaded. */
  upload?: string
}

const uploaded = (name: string, upload: string): Platform<Record<string, never>> => ({
  settings: () => ({}),
  nameOf: () => name,
  upload,
})

const platforms: { [Name in ContentPlatform]: Platform<SourceConfigs[Name]> } = {
  github: {
    settings: (changes, { github }, current) => sourceConfig(changes, github, current),
    nameOf: ({ owner, repo }) => `${owner}/${repo}`,
  },
  twitter: {
    settings: (changes, _rules, current) => xConfig(changes, current),
    nameOf: ({ username }) => `@${username}`,
  },
  linkedin: uploaded('LinkedIn', 'POST /linkedin/import'),
  website: {
    settings: (changes, { checkAddress }, current) => websiteConfig(changes, checkAddress, current),
    nameOf: ({ domain }) => domain,
  },
  rss: {
    settings: (changes, { checkAddress }, current) => feedConfig(changes, checkAddress, current),
    nameOf: ({ feed_url }) => new URL(feed_url).host,
  },
  substack: uploaded('Substack', 'POST /substack/import'),
}

/** The platforms whose content the service fetches itself. */
export const fetchedPlatforms = (Object.keys(platforms) as ContentPlatform[]).filter((name) => !platforms[name].upload)

export const settingsOf = <Name extends ContentPlatform>(
  platform: Name,
  changes: SourceSettings,
  rules: SettingsRules,
  current?: SourceConfigs[Name],
): SourceConfigs[Name] => platforms[platform].settings(changes, rules, current)

export const defaultName = <Name extends ContentPlatform>(platform: Name, config: SourceConfigs[Name]): string =>
  platforms[platform].nameOf(config)

/** @throws 400 for a platform whose content is uploaded. */
export function requireFetched(platform: ContentPlatform): void {
  const { upload } = platforms[platform]
  if (upload) throw badRequest(`A ${platform} source cannot be synced; upload an archive instead: ${upload}`)
}
