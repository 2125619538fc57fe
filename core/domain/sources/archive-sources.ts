import type { SourceDefinition } from './source-definition.ts'

/** Sources that an uploaded archive fills; they have no settings. */

type NoSettings = Record<never, never>
const settings = (_changes: NoSettings): Record<string, never> => ({})

export const linkedinSource = {
  title: 'LinkedIn archive',
  contentTypes: ['linkedin_profile', 'linkedin_post', 'linkedin_article'],
  fields: {},
  settings,
  nameOf: () => 'LinkedIn',
  upload: 'POST /linkedin/import',
} as const satisfies SourceDefinition<Record<string, never>, NoSettings>

export const substackSource = {
  title: 'Substack archive',
  contentTypes: ['substack_post'],
  fields: {},
  settings,
  nameOf: () => 'Substack',
  upload: 'POST /substack/import',
} as const satisfies SourceDefinition<Record<string, never>, NoSettings>
