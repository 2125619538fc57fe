import { Group, NumberInput, TextInput } from '@mantine/core'
import { pluralize } from '../../api/words.ts'
import { type Config, filled, half, Interval, intervalOf, numberOf, type PlatformForm } from './platform-form.tsx'

function FeedFields({ config }: { config: Config }) {
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

export const feedForm = {
  title: 'RSS or Atom feed',
  name: 'Feed',
  contentTypes: { rss_entry: 'Feed entries' },
  Fields: FeedFields,
  configOf: ({ feedUrl, maxEntries, syncIntervalHours }) => ({
    feed_url: feedUrl,
    ...filled('max_entries', maxEntries, numberOf),
    ...filled('sync_interval_hours', syncIntervalHours, numberOf),
  }),
  about: (config) =>
    `${config.feed_url} · up to ${pluralize(config.max_entries ?? 50, 'entry', 'entries')} · ${intervalOf(config)}`,
} as const satisfies PlatformForm
