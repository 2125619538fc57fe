import { Button, Group, Menu, Paper, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Identity, itemsOf, sourcesQuery } from '../api/identity.ts'
import { kindNames, layers, pluralize, type ResolvedItem, titleOf } from '../api/words.ts'
import { Copy } from '../ui/secret.tsx'
import { setActiveItem, useActiveItem, useIsActive } from './active-item.ts'
import words from './items.module.css'
import { promptLines } from './prompt-lines.ts'
import classes from './prompt-panel.module.css'

const files = [
  { type: 'agent', label: 'AGENT.md: the whole prompt' },
  { type: 'soul', label: 'SOUL.md: the beliefs' },
  { type: 'responsibilities', label: 'RESPONSIBILITIES.md' },
  { type: 'identity', label: 'IDENTITY.md: the profile' },
]

const evidenceDelayMs = 200
/** From this width on, the items stand beside the prompt. */
const beside = '(min-width: 75em)'

interface PromptPanelProps {
  agentId: string
  prompt: string
  identity: Identity
  /** Leads to the row of an item. The same function for the life of the page. */
  goTo: (item: ResolvedItem) => void
}

/** The prompt as it stands, each line tied to the item that it comes from. */
export function PromptPanel({ agentId, prompt, identity, goTo }: PromptPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useRoom(panel)
  const items = kindNames.flatMap((kind) => itemsOf(identity, kind))
  const lines = promptLines(prompt, items)
  const itemIds = lines.flatMap(({ item }) => item?.id ?? [])
  // One stop for the tab key: the line that was focused last.
  const [lastId, setLastId] = useState<string>()
  const stopId = lastId && itemIds.includes(lastId) ? lastId : itemIds[0]
  return (
    <Paper withBorder component="section" aria-label="Prompt" ref={panel} className={classes.panel}>
      <Group p="sm" gap="xs" justify="space-between">
        <div>
          <Title order={2} size="h5">
            Prompt
          </Title>
          <Text size="xs" c="dimmed" title="Estimated as a quarter of the characters; models count differently">
            about {pluralize(Math.ceil(prompt.length / 4), 'token')} (characters ÷ 4)
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
      <ActiveNote items={items} goTo={goTo} />
      <section
        className={classes.prompt}
        aria-label="Text of the prompt"
        // What scrolls takes the focus, or a line of it does: otherwise the keyboard could not scroll it.
        tabIndex={stopId ? undefined : 0}
      >
        {lines.map(({ key, text, item }) => (
          <Line key={key} text={text} item={item} isStop={item?.id === stopId} onFocus={setLastId} goTo={goTo} />
        ))}
      </section>
    </Paper>
  )
}

/** Tells the style sheet where the panel begins on the screen. */
function useRoom(panel: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const measure = () => panel.current?.style.setProperty('--top', `${panel.current.getBoundingClientRect().top}px`)
    measure()
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [panel])
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
  if (!item) return <span className={`${classes.line} ${text.startsWith('#') ? classes.heading : ''}`}>{text}</span>
  return (
    <button
      ref={line}
      type="button"
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
        // Where the items are not on the screen, the note shows the way to them.
        if (matchMedia(beside).matches) goTo(item)
      }}
    >
      {text}
    </button>
  )
})

/** Scrolls the prompt alone, and never below the pointer. */
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
  // Beyond the first and the last the key scrolls to what surrounds them.
  if (next === undefined || !lines[next]) return
  event.preventDefault()
  lines[next].focus()
}

/** Whose the line is that was pointed at last, and what it rests on. */
function ActiveNote({ items, goTo }: { items: ResolvedItem[]; goTo: (item: ResolvedItem) => void }) {
  // A pointer that only passes asks for nothing.
  const [id] = useDebouncedValue(useActiveItem(), evidenceDelayMs)
  const item = items.find((each) => each.id === id)
  return (
    <div className={classes.note}>
      <Text size="xs" c="dimmed" lineClamp={2} aria-live="polite">
        {item ? <Evidence item={item} /> : 'Point at a line, or tap it, to see whose it is and what it rests on.'}
      </Text>
      {item && (
        <Button size="compact-sm" variant="light" flex="none" hiddenFrom="lg" onClick={() => goTo(item)}>
          Go to the item
        </Button>
      )}
    </div>
  )
}

function Evidence({ item }: { item: ResolvedItem }) {
  const { data } = useQuery(sourcesQuery(item))
  const quote = data?.data.find((source) => source.quote)?.quote
  const basis =
    data && (quote ? `“${quote}”` : data.data.length > 0 ? data.data[0]!.source_type : 'no source is recorded')
  return (
    <>
      <span className={words.layer} data-layer={item.source}>
        {layers[item.source].title}
      </span>
      {` · ${titleOf(item.category)} · ${item.status}${basis ? ` · ${basis}` : ''}`}
    </>
  )
}
