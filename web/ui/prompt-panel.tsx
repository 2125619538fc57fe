import { Button, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { type Identity, itemsOf, sourcesQuery } from '../api/identity.ts'
import { counted, kindNames, layers, type ResolvedItem, titleOf } from '../api/words.ts'
import { setActiveItem, useActiveItem, useIsActive } from './active-item.ts'
import classes from './items.module.css'
import { promptLines } from './prompt-lines.ts'
import { Copy } from './secret.tsx'

const files = [
  { type: 'agent', label: 'AGENT.md: the whole prompt' },
  { type: 'soul', label: 'SOUL.md: the beliefs' },
  { type: 'responsibilities', label: 'RESPONSIBILITIES.md' },
  { type: 'identity', label: 'IDENTITY.md: the profile' },
]

/** What scrolls takes the focus: otherwise the keyboard could not scroll it. */
const scrollable = { role: 'region', tabIndex: 0, 'aria-label': 'Text of the prompt' }
const evidenceDelayMs = 200

interface PromptPanelProps {
  agentId: string
  prompt: string
  identity: Identity
}

/** The prompt as it stands, each line tied to the item that it comes from. */
export function PromptPanel({ agentId, prompt, identity }: PromptPanelProps) {
  const items = kindNames.flatMap((kind) => itemsOf(identity, kind))
  const lines = promptLines(prompt, items)
  return (
    <Paper withBorder component="section" aria-label="Prompt">
      <Stack gap={0}>
        <Group p="sm" gap="xs" justify="space-between">
          <div>
            <Title order={2} size="h5">
              Prompt
            </Title>
            <Text size="xs" c="dimmed" title="Estimated as a quarter of the characters; models count differently">
              about {counted(Math.ceil(prompt.length / 4), 'token')} (characters ÷ 4)
            </Text>
          </div>
          <Group gap="xs">
            <Copy value={prompt} label="Copy" />
            <Menu position="bottom-end">
              <Menu.Target>
                <Button size="xs" variant="default" leftSection={<IconDownload size={16} />}>
                  Download
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {files.map(({ type, label }) => (
                  <Menu.Item
                    key={type}
                    component="a"
                    href={`/api/v1/agents/${agentId}/files?type=${type}&download=true`}
                    download
                  >
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
        <div className={classes.prompt} {...scrollable}>
          {lines.map(({ key, text, item }) => (
            <Line key={key} text={text} item={item} />
          ))}
        </div>
        <ActiveNote items={items} />
      </Stack>
    </Paper>
  )
}

const Line = memo(function Line({ text, item }: { text: string; item: ResolvedItem | undefined }) {
  const isActive = useIsActive(item?.id)
  if (!item) return <span className={`${classes.line} ${text.startsWith('#') ? classes.heading : ''}`}>{text}</span>
  const goToItem = () => document.getElementById(`item-${item.id}`)?.scrollIntoView({ block: 'center' })
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.line}
      data-layer={item.source}
      data-active={isActive || undefined}
      onPointerEnter={() => setActiveItem(item.id)}
      onPointerLeave={() => setActiveItem(undefined)}
      onClick={goToItem}
    >
      {text}
    </button>
  )
})

/** Whose the line under the pointer is, and what it rests on. */
function ActiveNote({ items }: { items: ResolvedItem[] }) {
  // A pointer that only passes asks for nothing.
  const [id] = useDebouncedValue(useActiveItem(), evidenceDelayMs)
  const item = items.find((each) => each.id === id)
  return (
    <Text size="xs" c="dimmed" p="sm" mih={58} lineClamp={2}>
      {item ? <Evidence item={item} /> : 'Point at a line to see whose it is, or at an item to see its line.'}
    </Text>
  )
}

function Evidence({ item }: { item: ResolvedItem }) {
  const { data } = useQuery(sourcesQuery(item))
  const quote = data?.data.find((source) => source.quote)?.quote
  const basis = data && (quote ? `“${quote}”` : data.data.length > 0 ? data.data[0]!.source_type : 'written by hand')
  return (
    <>
      <span className={classes.layer} data-layer={item.source}>
        {layers[item.source].title}
      </span>
      {` · ${titleOf(item.category)} · ${item.status}${basis ? ` · ${basis}` : ''}`}
    </>
  )
}
