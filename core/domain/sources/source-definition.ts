import type { GitHubAddress } from './github.ts'

/** A setting of a content source, as requests and answers have it. */
export type SettingField = {
  /** An explanation for the API's reference. */
  note?: string
  /** Another name for a setting; answers leave it out. */
  isAlias?: true
} /** `canBeCleared`: null in a request sets the default; answers have no null. */ & (
  | { type: 'text'; maxLength: number; example: string; canBeNull?: true; canBeCleared?: true }
  | { type: 'choice'; values: readonly string[]; accepted?: readonly string[] }
  | { type: 'list'; maxLength: number; maxItems: number; example: string }
  | { type: 'flag'; default: boolean; example?: boolean }
  | { type: 'number'; min: number; max: number; default: number }
)

/** The means by which settings are checked, besides themselves. */
export interface SettingsRules {
  github: GitHubAddress
  /** Returns the address as it is stored. @throws 400 naming the field for one that the service may not ask. */
  checkAddress(address: string, field: string): string
}

/**
 * Everything that the service knows of one kind of content source besides how to read it (behavior: Content sources).
 * Schemas, lists of content types and descriptions are derived from it.
 */
export interface SourceDefinition<Config, Settings = Partial<Config>> {
  /** The source in words, as in "A GitHub repository or website whose content is imported". */
  title: string
  /** The settings that are required, in words; undefined where nothing can be set. */
  required?: string
  /** The types of its content items. */
  contentTypes: readonly string[]
  fields: { readonly [Name in keyof Required<Settings>]: SettingField }
  /**
   * The settings after a change: omitted ones keep their value, or get the default.
   * @throws 400 naming the invalid field.
   */
  settings(changes: Settings, rules: SettingsRules, current?: Config): Config
  /** The name of a source without one. */
  nameOf(config: Config): string
  /** The operation that fills it, for content that the service cannot fetch by itself. */
  upload?: string
}

/** Once in 30 days at least. */
export const maxIntervalHours = 720

export const syncInterval = { type: 'number', min: 1, max: maxIntervalHours, default: 24 } as const
