import { Button, Group, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { infiniteQueryOptions, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { agentsQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import type { HistorySearch } from './history-search.ts'
import { actions, actorOf, byDay, deedOf, type Entry, surfaceOf, valuesOf } from './history-words.ts'
import { keysQuery } from './keys.tsx'
import { membersQuery } from './members.tsx'

const pageSize = 100
const dayMs = 86_400_000

/** The day in the reader's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00`)

const historyQuery = (orgId: string, { actor, action, agent, from, to }: HistorySearch) =>
  infiniteQueryOptions({
    queryKey: ['history', orgId, actor, action, agent, from, to],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const query = {
        limit: pageSize,
        ...(actor && { actor }),
        ...(action && { action }),
        ...(agent && { agentId: agent }),
        ...(from && { since: startOf(from).toISOString() }),
        ...(to && { until: new Date(startOf(to).getTime() + dayMs).toISOString() }),
        ...(pageParam && { cursor: pageParam }),
      }
      const answer = await ask(api.GET('/organizations/{orgId}/audit-log', { params: { path: { orgId }, query } }))
      return answer as Exclude<typeof answer, string>
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** Who changed what in the organization, from where and when. */
export function HistoryPage() {
  const { id: orgId } = useOrganization()
  const search: HistorySearch = useSearch({ from: '/signed-in/o/$org/organization/history' })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(historyQuery(orgId, search))
  const entries = data.pages.flatMap((page) => page.data)
  return (
    <Stack maw={820}>
      <Filters search={search} />
      <Verify />
      {entries.length === 0 && <EmptyBox title="No changes">Nothing that was changed matches these filters.</EmptyBox>}
      {byDay(entries).map(([day, ofDay]) => (
        <Stack key={day} gap="xs" component="section" aria-label={day}>
          <Title order={2} size="h4">
            {day}
          </Title>
          {ofDay.map((entry) => (
            <EntryLine key={entry.seq} entry={entry} />
          ))}
        </Stack>
      ))}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </Stack>
  )
}

function Filters({ search }: { search: HistorySearch }) {
  const { id: orgId, slug } = useOrganization()
  const navigate = useNavigate()
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const { data: members } = useSuspenseQuery(membersQuery(orgId))
  const { data: keys } = useSuspenseQuery(keysQuery(orgId))
  const set = (changes: { [Name in keyof HistorySearch]: string | null }) =>
    navigate({
      to: paths.history,
      params: { org: slug },
      replace: true,
      search: Object.fromEntries(Object.entries({ ...search, ...changes }).filter(([, value]) => value)),
    })
  const actors = [
    ...members.data.map(({ user_id, display_name }) => ({ value: user_id, label: display_name })),
    ...keys.map(({ id, label, key_hint }) => ({ value: id, label: `Key ${label ?? ''} …${key_hint}` })),
  ]
  // An actor that is gone can still be in the address.
  if (search.actor && !actors.some(({ value }) => value === search.actor))
    actors.push({ value: search.actor, label: 'The chosen person or key' })
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Who"
        placeholder="Anybody"
        data={actors}
        value={search.actor ?? null}
        onChange={(actor) => set({ actor })}
        clearable
        searchable
      />
      <Select
        label="Action"
        placeholder="Any"
        data={actions}
        value={search.action ?? null}
        onChange={(action) => set({ action })}
        clearable
        searchable
      />
      <Select
        label="Agent"
        placeholder="All agents"
        data={agents.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.agent ?? null}
        onChange={(agent) => set({ agent })}
        clearable
        searchable
      />
      <TextInput
        type="date"
        label="From"
        value={search.from ?? ''}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={search.to ?? ''}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
    </Group>
  )
}

/** One change as a sentence; the values before and after it on demand. */
function EntryLine({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false)
  const time = new Date(entry.at).toLocaleTimeString('en-GB', { timeStyle: 'short' })
  return (
    <Stack gap={4} component="article">
      <Group gap="sm" wrap="nowrap" align="baseline" justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <b>{actorOf(entry)}</b> {deedOf(entry)}{' '}
          <Text span size="sm" c="dimmed">
            {surfaceOf(entry)} · {time}
          </Text>
        </Text>
        {!entry.erased && (
          <Button size="compact-xs" variant="default" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            Details
          </Button>
        )}
      </Group>
      {isOpen && <Values entry={entry} />}
    </Stack>
  )
}

function Values({ entry }: { entry: Entry }) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label={`Change ${entry.seq}`} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {valuesOf(entry).map(({ column, before, after }) => (
            <Table.Tr key={column}>
              <Table.Td>{column}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{before}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

type Verification = Answer<'/organizations/{orgId}/audit-log/verify', 'get'>

function Verify() {
  const { id: orgId } = useOrganization()
  const verify = useSave(
    () => ask(api.GET('/organizations/{orgId}/audit-log/verify', { params: { path: { orgId } } })),
    { changes: [] },
  )
  return (
    <Group gap="sm">
      <Button variant="default" size="xs" loading={verify.isPending} onClick={() => verify.mutate(undefined)}>
        Verify
      </Button>
      {verify.data && (
        <Text size="sm" role="status">
          {resultOf(verify.data)}
        </Text>
      )}
    </Group>
  )
}

const resultOf = ({ valid, entries, first_broken }: Verification) =>
  valid
    ? `The log is whole: ${entries.toLocaleString('en')} entries, none changed or missing.`
    : `The log is broken: entry ${first_broken} is not what it was, or is missing.`
