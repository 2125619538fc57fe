import { Button, Group, Menu, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { type Identity, itemsOf, sourcesQuery } from '../api/identity.ts'
import { kindNames, layers, pluralize, type ResolvedItem, sourceTypeTitle, titleOf } from '../api/words.ts'
import { Copy } from '../ui/secret.tsx'
import { setActiveItem, useActiveItem, useIsActive } from './active-item.ts'
import words from './items.module.css'
import { type PromptLine, promptLines } from './prompt-lines.ts'
import classes from './prompt-panel.module.css'
import { type ShownLine, WhyLine } from './why-line.tsx'

const files = [
  { type: 'agent', label: 'AGENT.md (full prompt)' },
  { type: 'soul', label: 'SOUL.md (beliefs)' },
  { type: 'responsibilities', label: 'RESPONSIBILITIES.md' },
  { type: 'identity', label: 'IDENTITY.md (profile)' },
]

const evidenceDelayMs = 200
/** From this width on, the items are next to the prompt. */
const beside = '(min-width: 75em)'

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
  const [explained, setExplained] = useState<ShownLine>()
  return (
    <div className={classes.panel}>
      <Group p="sm" gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" title="Estimated as characters divided by 4; models count tokens differently">
          about {pluralize(Math.ceil(prompt.length / 4), 'token')} (characters ÷ 4)
        </Text>
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
      <ActiveNote lines={lines} goTo={goTo} explain={setExplained} />
      <WhyLine agentId={agentId} shown={explained} onClose={() => setExplained(undefined)} />
      <section
        className={classes.prompt}
        aria-label="Prompt text"
        // A scrollable area needs the focus, or a line in it does, so that the keyboard can scroll it.
        tabIndex={stopId ? undefined : 0}
      >
        {lines.map(({ key, text, item }) => (
          <Line key={key} text={text} item={item} isStop={item?.id === stopId} onFocus={setLastId} goTo={goTo} />
        ))}
      </section>
    </div>
  )
}

interface LineProps {
  text: string
  item: ResolvedItem | undefined
  isStop: boolean
  onFocus: (id: string) => void
  goTo: (item: ResolvedItem) => void
}

const Line = memo(function Line({ text, item, isStop, onFocus, goTo }: LineProps) {
  const line = useRef<HTMLButtonElement>(null)
  const isActive = useIsActive(item?.id)
  useEffect(() => {
    if (isActive && line.current) bringIntoView(line.current)
  }, [isActive])
  if (!item)
    return (
      <span dir="auto" className={`${classes.line} ${text.startsWith('#') ? classes.heading : ''}`}>
        {text}
      </span>
    )
  return (
    <button
      ref={line}
      type="button"
      dir="auto"
      tabIndex={isStop ? 0 : -1}
      className={classes.line}
      data-layer={item.source}
      data-active={isActive || undefined}
      onPointerEnter={() => setActiveItem(item.id)}
      onFocus={() => {
        onFocus(item.id)
        setActiveItem(item.id)
      }}
      onKeyDown={moveFocus}
      onClick={() => {
        // On narrow screens the items are not visible: the note has a button that leads there.
        if (matchMedia(beside).matches) goTo(item)
      }}
    >
      {text}
    </button>
  )
})

/** Scrolls only the prompt, and not while the pointer is over it. */
function bringIntoView(line: HTMLElement) {
  const prompt = line.parentElement!
  if (prompt.matches(':hover')) return
  const shown = prompt.getBoundingClientRect()
  const at = line.getBoundingClientRect()
  if (at.top >= shown.top && at.bottom <= shown.bottom) return
  prompt.scrollTop += (at.top + at.bottom - shown.top - shown.bottom) / 2
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const lines = [...event.currentTarget.parentElement!.querySelectorAll<HTMLElement>('button')]
  const at = lines.indexOf(event.currentTarget)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key]
  // Beyond the first and last line, the key scrolls as usual.
  if (next === undefined || !lines[next]) return
  event.preventDefault()
  lines[next].focus()
}

interface ActiveNoteProps {
  lines: PromptLine[]
  goTo: (item: ResolvedItem) => void
  explain: (line: ShownLine) => void
}

/** The layer and the source of the line that was hovered or tapped last, with a button that explains it. */
function ActiveNote({ lines, goTo, explain }: ActiveNoteProps) {
  // A pointer that only passes over lines requests nothing.
  const [id] = useDebouncedValue(useActiveItem(), evidenceDelayMs)
  const at = lines.findIndex(({ item }) => item !== undefined && item.id === id)
  const { item, text = '' } = lines[at] ?? {}
  return (
    <div className={classes.note}>
      <Text size="xs" c="dimmed" lineClamp={2} aria-live="polite">
        {item ? <Evidence item={item} /> : 'Hover or tap a line to see its source.'}
      </Text>
      {item && (
        <>
          <Button size="compact-sm" variant="light" flex="none" onClick={() => explain({ line: at + 1, text })}>
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

function Evidence({ item }: { item: ResolvedItem }) {
  const { data } = useQuery(sourcesQuery(item))
  const quote = data?.data.find((source) => source.quote)?.quote
  const basis =
    data && (quote ? `“${quote}”` : data.data[0] ? sourceTypeTitle(data.data[0].source_type) : 'no source recorded')
  return (
    <>
      <span className={words.layer} data-layer={item.source}>
        {layers[item.source].title}
      </span>
      {` · ${titleOf(item.category)} · ${item.status}${basis ? ` · ${basis}` : ''}`}
    </>
  )
}
