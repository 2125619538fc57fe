import { Group, SegmentedControl, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { identityQuery, type Owner } from '../../api/identity.ts'
import { agentQuery } from '../../api/queries.ts'
import { layerNames, layers, type ResolvedItem } from '../../api/words.ts'
import { ItemEditor } from '../../items/editor.tsx'
import { RepeatedItems } from '../../items/repeated-items.tsx'
import { focusRow } from '../../items/row-focus.ts'
import { paths } from '../../paths.ts'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import classes from './agent.module.css'
import { IdentityPane, paneOptions } from './identity-pane.tsx'
import type { Pane } from './pane-search.ts'
import { WaitingStrip } from './waiting-strip.tsx'

const route = getRouteApi('/signed-in/o/$org/agents/$agentId/')

interface Filter {
  label: string
  fits?: (item: ResolvedItem) => boolean
  /** Shown in a category that lists no items. */
  emptyText?: string
}

const filters: Record<string, Filter> = {
  all: { label: 'All' },
  ...Object.fromEntries(
    layerNames.map((layer) => {
      const { title } = layers[layer]
      return [
        layer,
        {
          label: title,
          fits: ({ source }: ResolvedItem) => source === layer,
          emptyText: 'No items from this layer',
        },
      ]
    }),
  ),
  pending: {
    label: 'To review',
    fits: (item) => item.status === 'pending' && item.source === 'agent',
    emptyText: 'Nothing to review',
  },
}

/** The identity editor: items of three layers in ten categories, next to the prompt, its report, or a trial of it. */
export function IdentityPage() {
  const { org, agentId } = useAgentParams()
  const owner = useMemo((): Owner => ({ layer: 'agent', id: agentId }), [agentId])
  const { data: identity } = useSuspenseQuery(identityQuery(owner))
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const [filter, setFilter] = useState('all')
  const { pane } = route.useSearch()
  const navigate = useNavigate()
  // Only on a narrow screen, which has room for one of them.
  const [showsItems, setShowsItems] = useState(pane === undefined)
  useEffect(() => {
    if (pane) setShowsItems(false)
  }, [pane])
  const choose = (next: Pane | undefined) => {
    setShowsItems(next === undefined)
    navigate({
      to: paths.agent,
      params: { org, agentId },
      search: next ? { pane: next } : {},
      replace: true,
      resetScroll: false,
    })
  }
  const goTo = useCallback((item: ResolvedItem) => {
    flushSync(() => {
      setShowsItems(true)
      setFilter((chosen) => (filters[chosen]?.fits?.(item) === false ? 'all' : chosen))
    })
    document.getElementById(`item-${item.id}`)?.scrollIntoView({ block: 'center' })
    focusRow(item.id)
  }, [])
  return (
    <Stack>
      <Group gap="sm">
        <SegmentedControl
          hiddenFrom="lg"
          size="xs"
          aria-label="View"
          value={showsItems ? 'items' : (pane ?? 'items')}
          onChange={(value) => choose(value === 'items' ? undefined : (value as Pane))}
          data={[{ value: 'items', label: 'Items' }, ...paneOptions]}
        />
        <SegmentedControl
          // Filters nothing of a view that hides the items.
          visibleFrom={showsItems ? undefined : 'lg'}
          size="xs"
          aria-label="Items shown"
          value={filter}
          onChange={setFilter}
          data={Object.entries(filters).map(([value, { label }]) => ({ value, label }))}
        />
      </Group>
      <WaitingStrip identity={identity} />
      <RepeatedItems agentId={agentId} />
      <div className={classes.columns} data-view={showsItems ? 'items' : 'pane'}>
        <div className={classes.main}>
          <ItemEditor
            owner={owner}
            identity={identity}
            filter={filters[filter]?.fits}
            emptyText={filters[filter]?.emptyText}
          />
        </div>
        <div className={classes.beside}>
          <IdentityPane
            agentId={agentId}
            prompt={agent.system_prompt ?? ''}
            identity={identity}
            pane={pane ?? 'prompt'}
            onPane={choose}
            goTo={goTo}
          />
        </div>
      </div>
    </Stack>
  )
}
