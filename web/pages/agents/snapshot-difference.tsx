import { SimpleGrid, Stack, Text } from '@mantine/core'
import { type QueryKey, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type Answer, api, ask } from '../../api/client.ts'
import { readAll } from '../../api/queries.ts'
import { titleOf } from '../../api/words.ts'
import { Changed } from '../../ui/changed.tsx'

type Genome = Answer<'/agents/{agentId}/snapshots/{snapshotId}', 'get'>['snapshot']['genome']
type Entry = Genome['beliefs' | 'responsibilities'][number]

/** Selects the current state instead of a snapshot. */
export const now = 'now'

/** The agent's own items in a snapshot, or now. */
const entriesQuery = (agentId: string, snapshotId: string) =>
  snapshotId === now
    ? queryOptions({
        queryKey: ['identity', 'agent', agentId, 'own'] as QueryKey,
        queryFn: () => readPresent(agentId),
      })
    : queryOptions({
        queryKey: ['snapshot', snapshotId] as QueryKey,
        // A snapshot never changes.
        staleTime: Number.POSITIVE_INFINITY,
        queryFn: () => readSnapshot(agentId, snapshotId),
      })

const readSnapshot = async (agentId: string, snapshotId: string): Promise<Entry[]> => {
  const params = { path: { agentId, snapshotId } }
  const { genome } = (await ask(api.GET('/agents/{agentId}/snapshots/{snapshotId}', { params }))).snapshot
  return [...genome.beliefs, ...genome.responsibilities]
}

const readPresent = async (agentId: string): Promise<Entry[]> => {
  const [beliefs, responsibilities] = await Promise.all([
    readAll((page) => ask(api.GET('/beliefs', { params: { query: { agentId, ...page } } }))),
    readAll((page) => ask(api.GET('/responsibilities', { params: { query: { agentId, ...page } } }))),
  ])
  return [...beliefs, ...responsibilities]
}

interface SnapshotDifferenceProps {
  agentId: string
  from: string
  to: string
  /** Headings for items only in `from`, only in `to`, and in both but changed, and the text for no differences. */
  titles: { removed: string; added: string; changed: string; proposed: string; none: string }
}

/** The differences between two states of what stands in the agent's prompt, and new proposals apart from them. */
export function SnapshotDifference({ agentId, from, to, titles }: SnapshotDifferenceProps) {
  const { data: allBefore } = useSuspenseQuery(entriesQuery(agentId, from))
  const { data: allAfter } = useSuspenseQuery(entriesQuery(agentId, to))
  const [before, after] = [allBefore.filter(stands), allAfter.filter(stands)]
  const removed = missing(before, after)
  const added = missing(after, before)
  const changed = changesOf(before, after)
  const proposed = missing(allAfter.filter(isProposal), allBefore)
  if (removed.length + added.length + changed.length + proposed.length === 0)
    return <Text size="sm">{titles.none}</Text>
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Side title={`${removed.length} ${titles.removed}`} sign="−" entries={removed} />
        <Side title={`${added.length} ${titles.added}`} sign="+" entries={added} />
      </SimpleGrid>
      {changed.length > 0 && (
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {changed.length} {titles.changed}
          </Text>
          {changed.map(({ entry, what }) => (
            <Text key={keyOf(entry)} size="sm" px="xs" py={4}>
              {titleOf(entry.category)}: {entry.statement} <b>{what}</b>
            </Text>
          ))}
        </Stack>
      )}
      {proposed.length > 0 && <Side title={`${proposed.length} ${titles.proposed}`} sign="+" entries={proposed} />}
    </Stack>
  )
}

const stands = ({ hidden }: Entry) => !hidden
/** Waits for a decision, and stands in no prompt. */
const isProposal = ({ hidden, status }: Entry) => hidden && status === 'pending'

const keyOf = ({ category, statement }: Entry) => `${category} ${statement}`

/** The entries that are not among the others. */
const missing = (entries: Entry[], others: Entry[]) => {
  const known = new Set(others.map(keyOf))
  return entries.filter((entry) => !known.has(keyOf(entry)))
}

/** The entries of both whose star or status differs. */
function changesOf(before: Entry[], after: Entry[]) {
  const earlier = new Map(before.map((entry) => [keyOf(entry), entry]))
  return after.flatMap((entry) => {
    const old = earlier.get(keyOf(entry))
    if (!old) return []
    const what = [
      old.starred !== entry.starred && (entry.starred ? 'starred' : 'unstarred'),
      old.status !== entry.status && `${old.status} → ${entry.status}`,
    ].filter(Boolean)
    return what.length > 0 ? [{ entry, what: what.join(', ') }] : []
  })
}

function Side({ title, sign, entries }: { title: string; sign: '+' | '−'; entries: Entry[] }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {entries.map((entry) => (
        <Changed key={keyOf(entry)} sign={sign} category={titleOf(entry.category)} statement={entry.statement} />
      ))}
    </Stack>
  )
}
