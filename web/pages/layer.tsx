import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { identityQuery, type Owner } from '../api/identity.ts'
import { counted, type Layer } from '../api/words.ts'
import { ItemEditor } from '../ui/item-editor.tsx'
import { useReview } from '../ui/review.tsx'
import { useOrganization } from '../ui/use-organization.ts'

/** What every agent of the organization inherits. */
export function OrganizationItemsPage() {
  const { id } = useOrganization()
  return <LayerItems layer="org" id={id} />
}

/** What every agent of a group inherits. */
export function GroupItemsPage() {
  const { groupId = '' } = useParams({ strict: false })
  return <LayerItems layer="group" id={groupId} />
}

function LayerItems({ layer, id }: { layer: Layer; id: string }) {
  const owner = useMemo((): Owner => ({ layer, id }), [layer, id])
  const { data: identity } = useSuspenseQuery(identityQuery(owner))
  const { review, dialog, reached } = useReview(owner)
  return (
    <Stack maw={960}>
      <Text size="sm" c="dimmed">
        {counted(reached.length, 'agent')} {reached.length === 1 ? 'inherits' : 'inherit'} what stands here. Before a
        statement is saved or deleted, you see whom it changes.
      </Text>
      <ItemEditor owner={owner} identity={identity} review={review} />
      {dialog}
    </Stack>
  )
}
