import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput, Timeline, Title } from '@mantine/core'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, Suspense, useState } from 'react'
import { type Answer, api, ask } from '../api/client.ts'
import { identityKeys } from '../api/identity.ts'
import { type Category, counted, momentOf, titleOf } from '../api/words.ts'
import { FormError, textsOf } from '../forms/form.tsx'
import { Changed } from '../ui/changed.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EmptyBox } from '../ui/empty-box.tsx'
import { Loading } from '../ui/failure.tsx'
import { notifyUndo } from '../ui/notify.tsx'
import { useSave } from '../ui/use-save.ts'

type Snapshot = Answer<'/agents/{agentId}/snapshots', 'get'>['snapshots'][number]
type Genome = Answer<'/agents/{agentId}/snapshots/{snapshotId}', 'get'>['snapshot']['genome']
interface Entry {
  category: Category
  statement: string
}

const snapshotsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId, 'snapshots'],
    queryFn: () =>
      ask(api.GET('/agents/{agentId}/snapshots', { params: { path: { agentId }, query: { limit: 1000 } } })),
  })

const genomeQuery = (agentId: string, snapshotId: string) =>
  queryOptions({
    queryKey: ['snapshot', snapshotId],
    // A snapshot never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      ask(api.GET('/agents/{agentId}/snapshots/{snapshotId}', { params: { path: { agentId, snapshotId } } })).then(
        ({ snapshot }) => snapshot.genome,
      ),
  })

const restoreSnapshot = (agentId: string, snapshotId: string) =>
  ask(api.POST('/agents/{agentId}/snapshots/{snapshotId}/restore', { params: { path: { agentId, snapshotId } } }))

const nameOf = ({ label, created_at }: Snapshot) => label ?? momentOf(created_at)

/** Copies of the agent's own items over time: taken, compared, and brought back. */
export function SnapshotsPage() {
  const { agentId = '' } = useParams({ strict: false })
  const { data } = useSuspenseQuery(snapshotsQuery(agentId))
  const client = useQueryClient()
  const changes = identityKeys
  const readAgain = () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
  const take = useSave(
    (label: string) =>
      ask(api.POST('/agents/{agentId}/snapshots', { params: { path: { agentId } }, body: label ? { label } : {} })),
    { changes, silent: true },
  )
  const restore = useSave((snapshotId: string) => restoreSnapshot(agentId, snapshotId), {
    changes,
    onSuccess: ({ snapshot }) => {
      const undo = () => restoreSnapshot(agentId, snapshot.id).finally(readAgain)
      notifyUndo('Restored. The state before is a snapshot of its own.', undo)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    take.mutate(textsOf(form).label ?? '', { onSuccess: () => form.reset() })
  }
  const { snapshots } = data
  return (
    <Stack gap="xl" maw={1000}>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label="Name of the snapshot"
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
      {snapshots.length === 0 ? (
        <EmptyBox title="No snapshots yet">
          A snapshot keeps the agent’s own beliefs and responsibilities as they are now. Take one before a change,
          compare later, and go back whenever you want.
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
                      {momentOf(snapshot.created_at)} · {counted(snapshot.belief_count, 'belief')},{' '}
                      {counted(snapshot.responsibility_count, 'responsibility', 'responsibilities')}
                    </Text>
                    <ConfirmButton
                      size="xs"
                      isSafe
                      label="Restore"
                      title={`Restore “${nameOf(snapshot)}”?`}
                      onConfirm={() => restore.mutateAsync(snapshot.id)}
                    >
                      The agent’s own items become what they were then; a snapshot of the present is taken first, so
                      that you can come back. What is inherited stays as it is.
                    </ConfirmButton>
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
  const [newest] = snapshots
  const [a, setA] = useState(snapshots[1]?.id ?? newest!.id)
  const [b, setB] = useState(newest!.id)
  const choices = snapshots.map((snapshot) => ({
    value: snapshot.id,
    label: `${nameOf(snapshot)}${snapshot.label ? ` (${momentOf(snapshot.created_at)})` : ''}`,
  }))
  return (
    <Stack component="section" aria-label="Comparison">
      <Title order={2} size="h4">
        Compare
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select label="From" data={choices} value={a} onChange={(id) => id && setA(id)} allowDeselect={false} />
        <Select label="To" data={choices} value={b} onChange={(id) => id && setB(id)} allowDeselect={false} />
      </SimpleGrid>
      <Suspense fallback={<Loading />}>
        <Difference agentId={agentId} a={a} b={b} />
      </Suspense>
    </Stack>
  )
}

function Difference({ agentId, a, b }: { agentId: string; a: string; b: string }) {
  const { data: before } = useSuspenseQuery(genomeQuery(agentId, a))
  const { data: after } = useSuspenseQuery(genomeQuery(agentId, b))
  const removed = missing(entriesOf(before), entriesOf(after))
  const added = missing(entriesOf(after), entriesOf(before))
  if (removed.length + added.length === 0) return <Text size="sm">Both hold the same statements.</Text>
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Side title={`${removed.length} only in the first`} sign="−" entries={removed} />
      <Side title={`${added.length} only in the second`} sign="+" entries={added} />
    </SimpleGrid>
  )
}

const entriesOf = ({ beliefs, responsibilities }: Genome): Entry[] => [...beliefs, ...responsibilities]

/** The entries that the others lack. */
const missing = (entries: Entry[], others: Entry[]) => {
  const known = new Set(others.map(({ category, statement }) => `${category} ${statement}`))
  return entries.filter(({ category, statement }) => !known.has(`${category} ${statement}`))
}

interface SideProps {
  title: string
  sign: '+' | '−'
  entries: Entry[]
}

function Side({ title, sign, entries }: SideProps) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {entries.map(({ category, statement }) => (
        <Changed key={`${category} ${statement}`} sign={sign} category={titleOf(category)} statement={statement} />
      ))}
    </Stack>
  )
}
