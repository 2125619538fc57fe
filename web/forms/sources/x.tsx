import { Checkbox, Group, NumberInput, TextInput } from '@mantine/core'
import { isOn } from '../form.tsx'
import { type Config, filled, half, numberOf, type PlatformForm } from './platform-form.tsx'

function XFields({ config }: { config: Config }) {
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

export const xForm = {
  title: 'X account',
  name: 'X',
  contentTypes: { tweet: 'Posts on X' },
  Fields: XFields,
  configOf: ({ username, excludeRetweets, excludeReplies, maxPages }) => ({
    username,
    exclude_retweets: isOn(excludeRetweets),
    exclude_replies: isOn(excludeReplies),
    ...filled('max_pages', maxPages, numberOf),
  }),
  about: ({ username, exclude_retweets, exclude_replies }) => {
    const excluded = [exclude_retweets && 'reposts', exclude_replies && 'replies'].filter(Boolean)
    return `@${username}${excluded.length > 0 ? `, excluding ${excluded.join(' and ')}` : ''}`
  },
  connection: { kind: 'x', isNeeded: true },
} as const satisfies PlatformForm
