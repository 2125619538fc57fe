import { Group, SegmentedControl, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { identityQuery, type Owner } from '../../api/identity.ts'
import { agentQuery } from '../../api/queries.ts'
import { layerNames, layers, type ResolvedItem } from '../../api/words.ts'
import { ItemEditor } from '../../items/editor.tsx'
import { PromptPanel } from '../../items/prompt-panel.tsx'
import { RepeatedItems } from '../../items/repeated-items.tsx'
import { focusRow } from '../../items/row-focus.ts'
import { useAgentId } from '../../ui/use-agent-params.ts'
import classes from './agent.module.css'

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

/** The identity editor: items of three layers in ten categories, next to the resulting prompt. */
export function IdentityPage() {
  const agentId = useAgentId()
  const owner = useMemo((): Owner => ({ layer: 'agent', id: agentId }), [agentId])
  const { data: identity } = useSuspenseQuery(identityQuery(owner))
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const [filter, setFilter] = useState('all')
  const [view, setView] = useState('items')
  const goTo = useCallback((item: ResolvedItem) => {
    flushSync(() => {
      setView('items')
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
          value={view}
          onChange={setView}
          data={[
            { value: 'items', label: 'Items' },
            { value: 'prompt', label: 'Prompt' },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label="Items shown"
          value={filter}
          onChange={setFilter}
          data={Object.entries(filters).map(([value, { label }]) => ({ value, label }))}
        />
      </Group>
      <RepeatedItems agentId={agentId} />
      <div className={classes.columns} data-view={view}>
        <div className={classes.main}>
          <ItemEditor
            owner={owner}
            identity={identity}
            filter={filters[filter]?.fits}
            emptyText={filters[filter]?.emptyText}
          />
        </div>
        <div className={classes.beside}>
          <PromptPanel agentId={agentId} prompt={agent.system_prompt ?? ''} identity={identity} goTo={goTo} />
        </div>
      </div>
    </Stack>
  )
}
