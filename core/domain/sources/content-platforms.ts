import { badRequest } from '#core/base/errors.ts'
import { linkedinSource, substackSource } from './archive-sources.ts'
import { feedSource } from './feed-source.ts'
import { githubSource } from './github-source.ts'
import type { SettingField, SettingsRules, SourceDefinition } from './source-definition.ts'
import { websiteSource } from './website-source.ts'
import { xSource } from './x-source.ts'

/** Every kind of content source (behavior: Content sources). */
const definitions = {
  github: githubSource,
  twitter: xSource,
  linkedin: linkedinSource,
  website: websiteSource,
  rss: feedSource,
  substack: substackSource,
} as const

type Definitions = typeof definitions
export type ContentPlatform = keyof Definitions
export const contentPlatforms = Object.keys(definitions) as ContentPlatform[]

/** Types of content items that come from no source: published conversations, and reports of agents and of sessions. */
const otherTypes = ['conversation', 'observation', 'session'] as const
export type ContentSourceType = Definitions[ContentPlatform]['contentTypes'][number] | (typeof otherTypes)[number]
export const contentSourceTypes: readonly ContentSourceType[] = [
  ...Object.values(definitions).flatMap(({ contentTypes }) => contentTypes),
  ...otherTypes,
]

export type SourceConfigs = { [Platform in ContentPlatform]: ReturnType<Definitions[Platform]['settings']> }

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
/** The settings that a request may have; each platform takes those that it knows and ignores the others. */
export type SourceSettings = Intersection<Parameters<Definitions[ContentPlatform]['settings']>[0]>

const entries = Object.entries(definitions) as [ContentPlatform, SourceDefinition<unknown, object>][]

/** The platforms whose content the service fetches by itself. */
export const fetchedPlatforms = contentPlatforms.filter((name) => !('upload' in definitions[name]))

/** The settings of all platforms, each with the platforms that have it and what they note about it. */
export const settingFields = (): Map<string, { field: SettingField; notes: string }> => {
  const names = new Set(entries.flatMap(([, { fields }]) => Object.keys(fields)))
  return new Map(
    [...names].map((name) => {
      const owners = entries.flatMap(([platform, { fields }]) => {
        const field = (fields as Record<string, SettingField>)[name]
        return field ? [{ platform, field }] : []
      })
      const byNote = Map.groupBy(owners, ({ field }) => noteOf(field))
      const notes = [...byNote].map(([note, some]) =>
        [some.map(({ platform }) => platform).join(' and '), note].filter(Boolean).join(': '),
      )
      return [name, { field: owners[0]!.field, notes: notes.join('; ') }]
    }),
  )
}

const noteOf = (field: SettingField) =>
  field.note ?? (field.type === 'number' ? `${field.min} to ${field.max}, default ${field.default}` : '')

/** "A GitHub repository, X account, website, or RSS or Atom feed" */
export const fetchedTitles = `A ${new Intl.ListFormat('en', { type: 'disjunction' }).format(
  fetchedPlatforms.map((name) => definitions[name].title),
)}`

/** "owner and repo for github, username for twitter, …" */
export const requiredSettings = entries
  .flatMap(([name, { required }]) => (required ? [`${required} for ${name}`] : []))
  .join(', ')

export const settingsOf = <Name extends ContentPlatform>(
  platform: Name,
  changes: SourceSettings,
  rules: SettingsRules,
  current?: SourceConfigs[Name],
): SourceConfigs[Name] => {
  const definition = definitions[platform] as unknown as SourceDefinition<SourceConfigs[Name], SourceSettings>
  return definition.settings(changes, rules, current)
}

export const defaultName = <Name extends ContentPlatform>(platform: Name, config: SourceConfigs[Name]): string =>
  (definitions[platform] as unknown as SourceDefinition<SourceConfigs[Name]>).nameOf(config)

/** @throws 400 for a platform whose content is uploaded. */
export function requireFetched(platform: ContentPlatform): void {
  const { upload } = definitions[platform] as SourceDefinition<unknown>
  if (upload) throw badRequest(`A ${platform} source cannot be synced; upload an archive instead: ${upload}`)
}
