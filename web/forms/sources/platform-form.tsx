import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SourceType } from '../../api/overview.ts'
import type { Source } from '../../api/source-queries.ts'
import { pluralize } from '../../api/words.ts'

export type Config = Source['config']

/** Everything that the page knows of one kind of content source. */
export interface PlatformForm {
  /** "RSS or Atom feed" */
  title: string
  /** "Feed" */
  name: string
  /** Its types of content items, in words. */
  contentTypes: Partial<Record<SourceType, string>>
  /** The fields of its settings. */
  Fields: (props: { config: Config }) => ReactNode
  /** The settings that the form's texts make; fields that the platform does not have are missing. */
  configOf: (texts: Record<string, string>) => Partial<Config>
  /** A short summary of what a source reads. */
  about: (config: Config) => string
  /** The connections that can read it; absent for a platform that uses none. */
  connection?: { kind: 'github' | 'x'; isNeeded: boolean }
}

/** An empty field leaves the default to the service. */
export const filled = <K extends string, V>(key: K, text: string | undefined, value: (text: string) => V) =>
  (text ? { [key]: value(text) } : {}) as { [key in K]?: V }

export const half = { flex: '1 1 220px' }

export function Interval({ config }: { config: Config }) {
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

export const intervalOf = ({ sync_interval_hours = 24 }: Config) => `every ${pluralize(sync_interval_hours, 'hour')}`

/** `24 hours` → 24 */
export const numberOf = (text: string) => Number.parseInt(text, 10)
