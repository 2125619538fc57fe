import type { SourceType } from '../../api/overview.ts'
import type { Source } from '../../api/source-queries.ts'
import { feedForm } from './feed.tsx'
import { githubForm } from './github.tsx'
import type { PlatformForm } from './platform-form.tsx'
import { websiteForm } from './website.tsx'
import { xForm } from './x.tsx'

/** The platforms that an uploaded archive fills. */
type ArchivePlatform = 'linkedin' | 'substack'
export type FetchedPlatform = Exclude<Source['platform'], ArchivePlatform>

/** In the order in which the page offers them. */
export const platformForms: Record<FetchedPlatform, PlatformForm> = {
  github: githubForm,
  website: websiteForm,
  rss: feedForm,
  twitter: xForm,
}

const archives: Record<ArchivePlatform, string> = { linkedin: 'LinkedIn', substack: 'Substack' }

const isArchive = (platform: Source['platform']): platform is ArchivePlatform => platform in archives

export const platformName = (platform: Source['platform']) =>
  isArchive(platform) ? archives[platform] : platformForms[platform].name

/** The platform that the service fetches a source from; undefined for an uploaded archive. */
export function fetchedPlatform({ platform, x_connection_id }: Source): FetchedPlatform | undefined {
  if (isArchive(platform)) return undefined
  return platform === 'twitter' && x_connection_id === null ? undefined : platform
}

/** The types of content items, in the plural. */
export const sourceTypeNames: Record<SourceType, string> = {
  ...githubForm.contentTypes,
  ...websiteForm.contentTypes,
  ...feedForm.contentTypes,
  ...xForm.contentTypes,
  substack_post: 'Substack posts',
  linkedin_profile: 'LinkedIn profiles',
  linkedin_post: 'LinkedIn posts',
  linkedin_article: 'LinkedIn articles',
  conversation: 'Conversations',
  observation: 'Reports of agents',
  session: 'Sessions with coding agents',
}
