import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { infiniteQueryOptions, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { agentsQuery, groupsQuery } from '../../api/queries.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { EntryLine } from './history-entry.tsx'
import { EraseButton } from './history-erase.tsx'
import { HistoryFilters, useActor } from './history-filters.tsx'
import type { HistorySearch } from './history-search.ts'
import { byDay, inGroups } from './history-words.ts'

const pageSize = 100
const dayMs = 86_400_000

/** The day in the reader's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00`)

const historyQuery = (
  orgId: string,
  { layer, agent, group, kind, from, to }: HistorySearch,
  actor: string | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ['history', orgId, actor, layer, agent, group, kind, from, to],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const query = {
        limit: pageSize,
        ...(actor && { actor }),
        ...(layer && { layer }),
        ...(agent && { agentId: agent }),
        ...(group && { groupId: group }),
        ...(kind && { type: kind }),
        ...(from && { since: startOf(from).toISOString() }),
        ...(to && { until: new Date(startOf(to).getTime() + dayMs).toISOString() }),
        ...(pageParam && { cursor: pageParam }),
      }
      const answer = await ask(api.GET('/organizations/{orgId}/audit-log', { params: { path: { orgId }, query } }))
      return answer as Exclude<typeof answer, string>
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** Who changed what in the organization, from where and when, with the way back. */
export function HistoryPage() {
  const { id: orgId, role } = useOrganization()
  const search: HistorySearch = useSearch({ from: '/signed-in/o/$org/organization/history' })
  const actor = useActor(search)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    historyQuery(orgId, search, actor),
  )
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const { data: groups } = useSuspenseQuery(groupsQuery(orgId))
  const entries = data.pages.flatMap((page) => page.data)
  const list = useRef<HTMLDivElement>(null)
  useSteps(list)
  return (
    <Stack maw={900}>
      <HistoryFilters search={search} agents={agents} groups={groups} />
      <Group gap="sm">
        <Verify />
        {role === 'owner' && <EraseButton chosen={actor} />}
      </Group>
      <Text size="xs" c="dimmed">
        j and k move through the changes, Enter shows the difference.
      </Text>
      {entries.length === 0 && <EmptyBox title="No changes">Nothing that was changed matches these filters.</EmptyBox>}
      <Stack ref={list}>
        {byDay(entries).map(([day, ofDay]) => (
          <Stack key={day} gap="xs" component="section" aria-label={day}>
            <Title order={2} size="h4">
              {day}
            </Title>
            {inGroups(ofDay).map((group) => (
              <EntryLine key={group.first.seq} group={group} names={{ agents, groups }} />
            ))}
          </Stack>
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </Stack>
  )
}

/** Moves the focus from change to change by `j` and `k`; the sentence of a change is the button that opens it. */
function useSteps(list: React.RefObject<HTMLDivElement | null>) {
  const step = (by: 1 | -1) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('article button[aria-expanded]') ?? [])]
    const at = buttons.findIndex((button) => button.closest('article')!.contains(document.activeElement))
    const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), buttons.length - 1)
    buttons[next]?.focus()
  }
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
  ])
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
