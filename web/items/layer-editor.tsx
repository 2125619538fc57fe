import { Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { identityQuery, type Owner } from '../api/identity.ts'
import { type AgentSummary, agentsQuery } from '../api/queries.ts'
import { type Layer, pluralize } from '../api/words.ts'
import { useOrganization } from '../ui/use-organization.ts'
import { ItemEditor } from './editor.tsx'

interface LayerEditorProps {
  layer: Layer
  id: string
  /** Buttons above the items. */
  actions?: ReactNode
}

/** The editor of what the agents of an organization or group inherit. */
export function LayerEditor({ layer, id, actions }: LayerEditorProps) {
  const owner = useMemo((): Owner => ({ layer, id }), [layer, id])
  const { data: identity } = useSuspenseQuery(identityQuery(owner))
  const { id: orgId } = useOrganization()
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const inherits = useCallback((agent: AgentSummary) => layer === 'org' || agent.group_id === id, [layer, id])
  const count = agents.filter(inherits).length
  return (
    <Stack maw={960}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" flex="1 1 320px">
          {pluralize(count, 'agent')} {count === 1 ? 'inherits' : 'inherit'} these items. Before a change is saved, you
          see whose prompts it affects.
        </Text>
        {actions}
      </Group>
      <ItemEditor key={id} owner={owner} identity={identity} reaches={inherits} />
    </Stack>
  )
}
