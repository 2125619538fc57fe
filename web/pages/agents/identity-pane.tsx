import { Group, Paper, SegmentedControl } from '@mantine/core'
import { lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { fetchCode } from '../../api/client.ts'
import { type Identity, itemsOf } from '../../api/identity.ts'
import { kindNames, type ResolvedItem } from '../../api/words.ts'
import { PromptPanel } from '../../items/prompt-panel.tsx'
import { PromptReport } from '../../items/prompt-report.tsx'
import { Loading } from '../../ui/failure.tsx'
import classes from './identity-pane.module.css'
import type { Pane } from './pane-search.ts'

const Try = lazy(async () => ({ default: (await fetchCode(import('./try.tsx'))).Try }))

export const paneOptions: { value: Pane; label: string }[] = [
  { value: 'prompt', label: 'Prompt' },
  { value: 'report', label: 'Report' },
  { value: 'try', label: 'Try' },
]

interface IdentityPaneProps {
  agentId: string
  prompt: string
  identity: Identity
  pane: Pane
  onPane: (pane: Pane) => void
  /** Scrolls to the row of an item. The same function for the lifetime of the page. */
  goTo: (item: ResolvedItem) => void
}

/** The view at the right of an identity: its prompt, the report on it, and trying it with a model. */
export function IdentityPane({ agentId, prompt, identity, pane, onPane, goTo }: IdentityPaneProps) {
  const room = useRef<HTMLDivElement>(null)
  useRoom(room)
  const items = kindNames.flatMap((kind) => itemsOf(identity, kind))
  return (
    <Paper withBorder component="section" aria-label="Prompt, report and trial" ref={room} className={classes.pane}>
      <Group className={classes.bar} visibleFrom="lg">
        <SegmentedControl
          size="xs"
          aria-label="Pane"
          data={paneOptions}
          value={pane}
          onChange={(value) => onPane(value as Pane)}
        />
      </Group>
      <div className={classes.views}>
        <View isShown={pane === 'prompt'}>
          <PromptPanel agentId={agentId} prompt={prompt} identity={identity} goTo={goTo} />
        </View>
        <View isShown={pane === 'report'} label="Report on the prompt">
          <PromptReport agentId={agentId} items={items} goTo={goTo} />
        </View>
        <View isShown={pane === 'try'} label="Try the prompt">
          <Suspense fallback={<Loading />}>
            <Try agentId={agentId} />
          </Suspense>
        </View>
      </div>
    </Paper>
  )
}

interface ViewProps {
  isShown: boolean
  label?: string
  children: ReactNode
}

/** A view that is made when it is first shown, and then keeps its scroll position and what was typed. */
function View({ isShown, label, children }: ViewProps) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  if (!wasShown) return null
  return (
    <div
      className={classes.view}
      data-hidden={!isShown || undefined}
      {...(label && { role: 'region', 'aria-label': label })}
    >
      {children}
    </div>
  )
}

/** Passes the top of the pane on the screen to the style sheet. */
function useRoom(pane: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const measure = () => pane.current?.style.setProperty('--top', `${pane.current.getBoundingClientRect().top}px`)
    measure()
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [pane])
}
