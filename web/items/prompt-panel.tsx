import { Button, Group, Menu, Switch, Text } from '@mantine/core'
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Identity, itemsOf } from '../api/identity.ts'
import { kindNames, layers, type ResolvedItem, titleOf } from '../api/words.ts'
import { Copy } from '../ui/secret.tsx'
import { useActiveItem } from './active-item.ts'
import words from './items.module.css'
import { PromptFacts } from './prompt-facts.tsx'
import { PromptLine } from './prompt-line.tsx'
import { type LineOfPrompt, promptLines } from './prompt-lines.ts'
import classes from './prompt-panel.module.css'
import { blameQuery, originOf, type ShownLine, WhyLine } from './why-line.tsx'

const files = [
  { type: 'agent', label: 'AGENT.md (full prompt)' },
  { type: 'soul', label: 'SOUL.md (beliefs)' },
  { type: 'responsibilities', label: 'RESPONSIBILITIES.md' },
  { type: 'identity', label: 'IDENTITY.md (profile)' },
]

const evidenceDelayMs = 200

interface PromptPanelProps {
  agentId: string
  prompt: string
  identity: Identity
  /** Scrolls to the row of an item. The same function for the lifetime of the page. */
  goTo: (item: ResolvedItem) => void
}

/** The current prompt, with each line linked to its item. */
export function PromptPanel({ agentId, prompt, identity, goTo }: PromptPanelProps) {
  const items = kindNames.flatMap((kind) => itemsOf(identity, kind))
  const lines = promptLines(prompt, items)
  const itemIds = lines.flatMap(({ item }) => item?.id ?? [])
  // A single tab stop: the line that was focused last.
  const [lastId, setLastId] = useState<string>()
  const stopId = lastId && itemIds.includes(lastId) ? lastId : itemIds[0]
  const [isRaw, setIsRaw] = useLocalStorage({ key: 'prompt-raw', defaultValue: false, getInitialValueInEffect: false })
  const [explained, setExplained] = useState<ShownLine>()
  return (
    <div className={classes.panel}>
      <Group p="sm" gap="xs" justify="space-between">
        <Switch
          size="xs"
          label="Raw"
          checked={isRaw}
          onChange={({ currentTarget }) => setIsRaw(currentTarget.checked)}
        />
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
      <PromptFacts agentId={agentId} />
      <ActiveNote agentId={agentId} lines={lines} goTo={goTo} explain={setExplained} />
      <WhyLine agentId={agentId} shown={explained} onClose={() => setExplained(undefined)} />
      <section
        className={classes.prompt}
        aria-label="Prompt text"
        // A scrollable area needs the focus, or a line in it does, so that the keyboard can scroll it.
        tabIndex={stopId ? undefined : 0}
      >
        {lines.map(({ key, text, item }) => (
          <PromptLine
            key={key}
            text={text}
            item={item}
            isRaw={isRaw}
            isStop={item?.id === stopId}
            onFocus={setLastId}
            goTo={goTo}
          />
        ))}
      </section>
    </div>
  )
}

interface ActiveNoteProps {
  agentId: string
  lines: LineOfPrompt[]
  goTo: (item: ResolvedItem) => void
  explain: (line: ShownLine) => void
}

/** The layer and the source of the line that was hovered or tapped last, with a button that explains it. */
function ActiveNote({ agentId, lines, goTo, explain }: ActiveNoteProps) {
  // A pointer that only passes over lines requests nothing.
  const [id] = useDebouncedValue(useActiveItem(), evidenceDelayMs)
  const at = lines.findIndex(({ item }) => item !== undefined && item.id === id)
  const { item, text = '' } = lines[at] ?? {}
  const line = { line: at + 1, text }
  return (
    <div className={classes.note}>
      <Text size="xs" c="dimmed" lineClamp={2} aria-live="polite">
        {item ? <Evidence agentId={agentId} item={item} line={line} /> : 'Hover or tap a line to see its source.'}
      </Text>
      {item && (
        <>
          <Button size="compact-sm" variant="light" flex="none" onClick={() => explain(line)}>
            Why this line
          </Button>
          <Button size="compact-sm" variant="light" flex="none" hiddenFrom="lg" onClick={() => goTo(item)}>
            Go to item
          </Button>
        </>
      )}
    </div>
  )
}

interface EvidenceProps {
  agentId: string
  item: ResolvedItem
  line: ShownLine
}

function Evidence({ agentId, item, line }: EvidenceProps) {
  const { data } = useQuery(blameQuery(agentId, line))
  const quote = data?.sources.find((source) => source.quote)?.quote
  const basis = quote ? `“${quote}”` : data?.item && originOf(data.item, data.sources)
  return (
    <>
      <span className={words.layer} data-layer={item.source}>
        {layers[item.source].title}
      </span>
      {` · ${titleOf(item.category)} · ${item.status}${basis ? ` · ${basis}` : ''}`}
    </>
  )
}
