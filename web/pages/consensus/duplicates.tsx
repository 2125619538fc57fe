import { Badge, Button, Card, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api, ask, slowApi } from '../../api/client.ts'
import { identityKeys, type Owner } from '../../api/identity.ts'
import { agentsQuery, groupsQuery } from '../../api/queries.ts'
import { layers, pluralize, titleOf } from '../../api/words.ts'
import { LockedFields } from '../../forms/form.tsx'
import { notify, notifyError } from '../../ui/notify.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

type DedupResult = Answer<'/agents/{agentId}/dedup', 'post'>
type Cluster = DedupResult['clusters'][number]

/**
 * Finds duplicates or, with `itemIds`, merges those items into others. The cast leaves out
 * merging by a job, which is not requested here.
 */
const dedup = (owner: Owner, itemIds?: string[]) => {
  const body = itemIds ? { dryRun: false, itemIds } : { dryRun: true }
  return ask(
    owner.layer === 'agent'
      ? slowApi.POST('/agents/{agentId}/dedup', { params: { path: { agentId: owner.id } }, body })
      : slowApi.POST('/organizations/{orgId}/dedup', { params: { path: { orgId: owner.id } }, body }),
  ) as Promise<DedupResult>
}

const changes = [...identityKeys, ['discovery'], ['overview']]
/** How many are shown at a time; the next search shows the others. */
const maxClusters = 50

/** Items of an agent, or of all layers, with the same meaning: shown first, then the selected ones are merged. */
export function FindDuplicates({ owner }: { owner: Owner }) {
  const { id: orgId } = useOrganization()
  const client = useQueryClient()
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const search = useMutation({
    mutationFn: () => dedup(owner),
    onMutate: () => setKept(new Set()),
    onError: (error) => notifyError(error, "Couldn't find duplicates"),
  })
  const undo = async (mergeId: string) => {
    await ask(api.POST('/organizations/{orgId}/merges/{mergeId}/undo', { params: { path: { orgId, mergeId } } }))
    await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  const apply = useSave((itemIds: string[]) => dedup(owner, itemIds), {
    changes,
    onSuccess: ({ merged_count, merge_id }) => {
      search.reset()
      const message = `${pluralize(merged_count, 'item')} merged`
      if (merge_id) notifyUndo(message, () => undo(merge_id))
      else notify(message)
    },
  })
  const clusters = search.data?.clusters.slice(0, maxClusters) ?? []
  const merged = clusters.flatMap(({ merge }) => merge.map(({ id }) => id)).filter((id) => !kept.has(id))
  const toggle = (id: string) => {
    const toggled = new Set(kept)
    if (!toggled.delete(id)) toggled.add(id)
    setKept(toggled)
  }
  return (
    <>
      <Button variant="default" onClick={() => search.mutate()} loading={search.isPending}>
        Find duplicates
      </Button>
      <Modal opened={search.data !== undefined} onClose={search.reset} title="Near-duplicates" size="lg">
        {clusters.length === 0 && <Text size="sm">No two items of a layer and category are worded nearly alike</Text>}
        {search.data && clusters.length > 0 && (
          <LockedFields isSending={apply.isPending}>
            <Stack>
              <Text size="sm">
                Select the items to merge. They are deleted, and their evidence, counts and approval move to the item
                that is kept.
              </Text>
              {clusters.map((cluster) => (
                <ClusterCard
                  key={cluster.keep.id}
                  cluster={cluster}
                  showsOwner={owner.layer !== 'agent'}
                  kept={kept}
                  onToggle={toggle}
                />
              ))}
              {search.data.clusters_count > maxClusters && (
                <Text size="sm">
                  {pluralize(search.data.clusters_count - maxClusters, 'more group')} found. Run this again after
                  merging these.
                </Text>
              )}
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={search.reset}>
                  Cancel
                </Button>
                <Button onClick={() => apply.mutate(merged)} loading={apply.isPending} disabled={merged.length === 0}>
                  Merge {pluralize(merged.length, 'item')}
                </Button>
              </Group>
            </Stack>
          </LockedFields>
        )}
      </Modal>
    </>
  )
}

interface ClusterCardProps {
  cluster: Cluster
  showsOwner: boolean
  /** The items that are not merged. */
  kept: ReadonlySet<string>
  onToggle: (id: string) => void
}

function ClusterCard({ cluster, showsOwner, kept, onToggle }: ClusterCardProps) {
  const { scope, owner_id, category, keep, merge } = cluster
  return (
    <Card withBorder padding="sm" component="section" aria-label={keep.statement}>
      <Stack gap={6}>
        <Group gap="xs">
          <Badge variant="light" color="gray">
            {titleOf(category)}
          </Badge>
          {showsOwner && <OwnerName scope={scope} id={owner_id} />}
        </Group>
        <Text size="sm">
          <b>Keep:</b> {keep.statement}
        </Text>
        {merge.map(({ id, statement, similarity }) => (
          <Checkbox
            key={id}
            label={`Merge: ${statement}`}
            description={`${Math.round(100 * similarity)}% similar`}
            checked={!kept.has(id)}
            onChange={() => onToggle(id)}
          />
        ))}
      </Stack>
    </Card>
  )
}

function OwnerName({ scope, id }: { scope: Cluster['scope']; id: string }) {
  const { id: orgId } = useOrganization()
  const { data: agents = [] } = useQuery({ ...agentsQuery(orgId), enabled: scope === 'agent' })
  const { data: groups = [] } = useQuery({ ...groupsQuery(orgId), enabled: scope === 'group' })
  const name = [...agents, ...groups].find((each) => each.id === id)?.name
  return (
    <Badge variant="light" color={layers[scope].color}>
      {name ?? layers[scope].title}
    </Badge>
  )
}
