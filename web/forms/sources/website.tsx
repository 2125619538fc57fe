import { Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { pluralize } from '../../api/words.ts'
import { linesOf } from '../form.tsx'
import { type Config, filled, half, Interval, intervalOf, numberOf, type PlatformForm } from './platform-form.tsx'

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
  const initial = config.discovery ?? 'sitemap'
  const [discovery, setDiscovery] = useState<Discovery>(initial)
  const select = useRef<HTMLSelectElement>(null)
  // A form is reset once its source is saved, and fields with a state of their own are not part of that.
  useWindowEvent('reset', ({ target }) => {
    if (target === select.current?.form) setDiscovery(initial)
  })
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
          ref={select}
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

const foundIn = { sitemap: 'sitemap', llms_txt: 'llms.txt', manual: 'URL list' } as const

export const websiteForm = {
  title: 'Website',
  name: 'Website',
  contentTypes: { website_page: 'Website pages' },
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
  about: (config) =>
    `${foundIn[config.discovery ?? 'sitemap']} · up to ${pluralize(config.max_pages ?? 50, 'page')} · ${intervalOf(config)}`,
} as const satisfies PlatformForm
