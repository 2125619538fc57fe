import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput, Timeline, Title } from '@mantine/core'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { identityKeys } from '../../api/identity.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { clearAfter, FormError, textsOf } from '../../forms/form.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { Loading } from '../../ui/failure.tsx'
import { MembersOnly } from '../../ui/owners-only.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { useAgentId } from '../../ui/use-agent-params.ts'
import { useMayEdit } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { now, SnapshotDifference } from './snapshot-difference.tsx'

type Snapshot = Answer<'/agents/{agentId}/snapshots', 'get'>['snapshots'][number]

const snapshotsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId, 'snapshots'],
    queryFn: () =>
      ask(api.GET('/agents/{agentId}/snapshots', { params: { path: { agentId }, query: { limit: 1000 } } })),
  })

const restoreSnapshot = (agentId: string, snapshotId: string) =>
  ask(api.POST('/agents/{agentId}/snapshots/{snapshotId}/restore', { params: { path: { agentId, snapshotId } } }))

const comparing = {
  removed: 'removed',
  added: 'added',
  changed: 'changed',
  proposed: 'proposed, not in the prompt',
  none: 'No differences',
}
const restoring = {
  removed: 'will be removed',
  added: 'will be restored',
  changed: 'will change',
  proposed: 'proposed again, not in the prompt',
  none: 'No differences. Nothing would change.',
}

const nameOf = ({ label, created_at }: Snapshot) => label ?? formatDateTime(created_at)

/** Snapshots of the agent's own items: take, compare and restore them. */
export function SnapshotsPage() {
  const agentId = useAgentId()
  const mayEdit = useMayEdit()
  const { data } = useSuspenseQuery(snapshotsQuery(agentId))
  const client = useQueryClient()
  const changes = identityKeys
  const refetch = () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
  const take = useSave(
    (label: string) =>
      ask(api.POST('/agents/{agentId}/snapshots', { params: { path: { agentId } }, body: label ? { label } : {} })),
    { changes, silent: true },
  )
  const restore = useSave((snapshotId: string) => restoreSnapshot(agentId, snapshotId), {
    changes,
    onSuccess: ({ snapshot }) => {
      const undo = () => restoreSnapshot(agentId, snapshot.id).finally(refetch)
      notifyUndo('Restored. The previous state was saved as a snapshot.', undo)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    take.mutate(textsOf(form).label ?? '', { onSuccess: clearAfter(form) })
  }
  const { snapshots } = data
  return (
    <Stack gap="xl" maw={1000}>
      <MembersOnly what="snapshots">
        <form onSubmit={submit}>
          <Group align="flex-end">
            <TextInput
              label="Snapshot name"
              name="label"
              placeholder="Before the rewrite"
              maxLength={200}
              flex="1 1 220px"
            />
            <Button type="submit" loading={take.isPending}>
              Take snapshot
            </Button>
          </Group>
          <FormError error={take.error} />
        </form>
      </MembersOnly>
      {snapshots.length === 0 ? (
        <EmptyBox title="No snapshots yet">
          A snapshot saves the agent’s own beliefs and responsibilities as they are now. Take one before a change, so
          that you can compare and restore it later.
        </EmptyBox>
      ) : (
        <>
          <Compare agentId={agentId} snapshots={snapshots} />
          <Stack component="section" aria-label="Timeline">
            <Title order={2} size="h4">
              Timeline
            </Title>
            <Timeline bulletSize={16} lineWidth={2}>
              {snapshots.map((snapshot) => (
                <Timeline.Item key={snapshot.id} title={nameOf(snapshot)}>
                  <Group justify="space-between" gap="xs">
                    <Text size="sm" c="dimmed">
                      {formatDateTime(snapshot.created_at)} · {pluralize(snapshot.belief_count, 'belief')},{' '}
                      {pluralize(snapshot.responsibility_count, 'responsibility', 'responsibilities')}
                    </Text>
                    {mayEdit && (
                      <ConfirmButton
                        size="xs"
                        isSafe
                        label="Restore"
                        about={nameOf(snapshot)}
                        title={`Restore “${nameOf(snapshot)}”?`}
                        onConfirm={() => restore.mutateAsync(snapshot.id)}
                      >
                        <Stack gap="sm">
                          The agent’s own items are restored to this snapshot. A snapshot of the current state is taken
                          first, so that you can undo this. Inherited items stay as they are.
                          <Suspense fallback={<Loading />}>
                            <SnapshotDifference agentId={agentId} from={now} to={snapshot.id} titles={restoring} />
                          </Suspense>
                        </Stack>
                      </ConfirmButton>
                    )}
                  </Group>
                </Timeline.Item>
              ))}
            </Timeline>
          </Stack>
        </>
      )}
    </Stack>
  )
}

function Compare({ agentId, snapshots }: { agentId: string; snapshots: Snapshot[] }) {
  const [from, setFrom] = useState(snapshots[0]!.id)
  const [to, setTo] = useState(now)
  const choices = [
    { value: now, label: 'Now' },
    ...snapshots.map((snapshot) => ({
      value: snapshot.id,
      label: `${nameOf(snapshot)}${snapshot.label ? ` (${formatDateTime(snapshot.created_at)})` : ''}`,
    })),
  ]
  return (
    <Stack component="section" aria-label="Comparison">
      <Title order={2} size="h4">
        Compare
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select label="From" data={choices} value={from} onChange={(id) => id && setFrom(id)} allowDeselect={false} />
        <Select label="To" data={choices} value={to} onChange={(id) => id && setTo(id)} allowDeselect={false} />
      </SimpleGrid>
      {from === to ? (
        <Text size="sm">Choose two different versions.</Text>
      ) : (
        <Suspense fallback={<Loading />}>
          <SnapshotDifference agentId={agentId} from={from} to={to} titles={comparing} />
        </Suspense>
      )}
    </Stack>
  )
}
