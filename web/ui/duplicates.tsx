import { Badge, Button, Card, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type Answer, ask, slowApi } from '../api/client.ts'
import { identityKeys, type Owner } from '../api/identity.ts'
import { agentsQuery, groupsQuery } from '../api/queries.ts'
import { counted, layers, titleOf } from '../api/words.ts'
import { Changed } from './changed.tsx'
import { notify, notifyError } from './notify.tsx'
import { useOrganization } from './use-organization.ts'
import { useSave } from './use-save.ts'

type Found = Answer<'/agents/{agentId}/dedup', 'post'>
type Cluster = Found['clusters'][number]

/** Merging by a job answers with that job, and nobody asks for one here. */
const merge = (owner: Owner, dryRun: boolean) =>
  ask(
    owner.layer === 'agent'
      ? slowApi.POST('/agents/{agentId}/dedup', { params: { path: { agentId: owner.id } }, body: { dryRun } })
      : slowApi.POST('/organizations/{orgId}/dedup', { params: { path: { orgId: owner.id } }, body: { dryRun } }),
  ) as Promise<Found>

const changes = [...identityKeys, ['discovery'], ['overview']]
/** So many are shown; all are merged. */
const shown = 50

/** Items of an agent, or of all layers, that say the same in other words: shown first, then merged. */
export function FindDuplicates({ owner }: { owner: Owner }) {
  const look = useMutation({ mutationFn: () => merge(owner, true), onError: notifyError })
  const apply = useSave(() => merge(owner, false), {
    changes,
    onSuccess: ({ merged_count }) => {
      look.reset()
      notify(`${counted(merged_count, 'item')} merged`)
    },
  })
  const found = look.data
  return (
    <>
      <Button variant="default" onClick={() => look.mutate()} loading={look.isPending}>
        Find duplicates
      </Button>
      <Modal opened={found !== undefined} onClose={look.reset} title="Near-duplicates" size="lg">
        {found && found.clusters_count === 0 && <Text size="sm">No two items of one owner say the same.</Text>}
        {found && found.clusters_count > 0 && (
          <Stack>
            <Text size="sm">
              What goes leaves its evidence, count and approval to the item that stays. This cannot be undone.
            </Text>
            {found.clusters.slice(0, shown).map((cluster) => (
              <ClusterCard key={cluster.keep.id} cluster={cluster} showsOwner={owner.layer !== 'agent'} />
            ))}
            {found.clusters_count > shown && (
              <Text size="sm">and {counted(found.clusters_count - shown, 'more group')} of items</Text>
            )}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={look.reset}>
                Keep all
              </Button>
              <Button onClick={() => apply.mutate(undefined)} loading={apply.isPending}>
                Merge {counted(found.duplicates_count, 'item')}
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  )
}

function ClusterCard({ cluster, showsOwner }: { cluster: Cluster; showsOwner: boolean }) {
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
        <Text size="sm" px="xs">
          <b>Stays:</b> {keep.statement}
        </Text>
        {merge.map(({ id, statement, similarity }) => (
          <Changed key={id} sign="−" statement={`${statement} (${Math.round(100 * similarity)} % alike)`} />
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
