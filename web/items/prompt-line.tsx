import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import type { ResolvedItem } from '../api/words.ts'
import { setActiveItem, useIsActive } from './active-item.ts'
import classes from './prompt-panel.module.css'

/** From this width on, the items are next to the prompt. */
const beside = '(min-width: 75em)'

interface PromptLineProps {
  text: string
  item: ResolvedItem | undefined
  /** Shows the text as the model reads it, in place of its headings, bullets and bold words. */
  isRaw: boolean
  isStop: boolean
  onFocus: (id: string) => void
  /** Scrolls to the row of an item. The same function for the lifetime of the page. */
  goTo: (item: ResolvedItem) => void
}

/** A line of the prompt, with its item if it is made of one. */
export const PromptLine = memo(function PromptLine({ text, item, isRaw, isStop, onFocus, goTo }: PromptLineProps) {
  const line = useRef<HTMLButtonElement>(null)
  const isActive = useIsActive(item?.id)
  useEffect(() => {
    if (isActive && line.current) bringIntoView(line.current)
  }, [isActive])
  if (!item) return <OtherLine text={text} isRaw={isRaw} />
  return (
    <button
      ref={line}
      type="button"
      dir="auto"
      // With its bullet, so that it is not named as the item's own button beside it.
      aria-label={text}
      tabIndex={isStop ? 0 : -1}
      className={classes.line}
      data-layer={item.source}
      data-active={isActive || undefined}
      data-bullet={!isRaw || undefined}
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
      {isRaw ? text : <Statement text={text} isBold={item.starred} />}
    </button>
  )
})

/** A line without its bullet, and a starred one without its emphasis. */
export const wordsOf = (line: string) => line.replace(/^- /, '').replace(/^\*\*(.*)\*\*$/, '$1')

const Statement = ({ text, isBold }: { text: string; isBold: boolean }) =>
  isBold ? <strong>{wordsOf(text)}</strong> : text.replace(/^- /, '')

function OtherLine({ text, isRaw }: { text: string; isRaw: boolean }) {
  const heading = /^(#{1,6}) (.*)$/.exec(text)
  if (!heading || isRaw)
    return (
      <span dir="auto" className={`${classes.line} ${heading ? classes.heading : ''}`}>
        {isRaw
          ? text
          : text.split(/\*\*(.+?)\*\*/).map((part, at) => (at % 2 ? <strong key={part}>{part}</strong> : part))}
      </span>
    )
  const [, { length: level } = '', title] = heading
  return (
    <span
      dir="auto"
      className={`${classes.line} ${classes.heading}`}
      data-level={level}
      // The first line repeats the heading of the page, which is the agent's name.
      {...(level > 1 && { role: 'heading', 'aria-level': level })}
    >
      {title}
    </span>
  )
}

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
