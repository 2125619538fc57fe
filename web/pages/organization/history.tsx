import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import {
  infiniteQueryOptions,
  queryOptions,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { paths as Paths } from '../../../clients/typescript/src/_generated/schema.ts'
import { type Answer, api, ask } from '../../api/client.ts'
import { agentsQuery, groupsQuery } from '../../api/queries.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { type Act, inActs } from './history-acts.ts'
import { ActLine, lineId } from './history-entry.tsx'
import { EraseButton } from './history-erase.tsx'
import { HistoryFilters, useActor, useActors } from './history-filters.tsx'
import type { HistorySearch } from './history-search.ts'
import { byDay, type Entry, type Names } from './history-words.ts'
import { undoingsOf } from './undoings.ts'

const pageSize = 100
const dayMs = 86_400_000

/** The day in the reader's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00`)

type LogQuery = NonNullable<Paths['/organizations/{orgId}/audit-log']['get']['parameters']['query']>

const historyQuery = (
  orgId: string,
  { layer, agent, group, kind, from, to }: HistorySearch,
  actor: string | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ['history', orgId, actor, layer, agent, group, kind, from, to],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      readEntries(orgId, {
        ...scopeOf({ layer, agent, group, kind }),
        limit: pageSize,
        ...(actor && { actor }),
        ...(from && { since: startOf(from).toISOString() }),
        ...(to && { until: new Date(startOf(to).getTime() + dayMs).toISOString() }),
        ...(pageParam && { cursor: pageParam }),
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** The filters that a change shares with the one that undoes it. */
const scopeOf = ({ layer, agent, group, kind }: HistorySearch) => ({
  ...(layer && { layer }),
  ...(agent && { agentId: agent }),
  ...(group && { groupId: group }),
  ...(kind && { type: kind }),
})

async function readEntries(orgId: string, query: LogQuery) {
  const answer = await ask(api.GET('/organizations/{orgId}/audit-log', { params: { path: { orgId }, query } }))
  return answer as Exclude<typeof answer, string>
}

/** The most entries that one request reads. */
const maxEntries = 1000

/** Changes of everybody since a time: among those of one person, what others undid would seem to hold. */
const othersQuery = (orgId: string, { layer, agent, group, kind }: HistorySearch, since: string | undefined) =>
  queryOptions({
    queryKey: ['history', orgId, 'others', layer, agent, group, kind, since],
    enabled: since !== undefined,
    queryFn: () => readEntries(orgId, { ...scopeOf({ layer, agent, group, kind }), limit: maxEntries, since: since! }),
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
  const { people, keys } = useActors()
  const entries = data.pages.flatMap((page) => page.data)
  const isOfOne = actor !== undefined || search.to !== undefined
  const { data: others } = useQuery(othersQuery(orgId, search, isOfOne ? entries.at(-1)?.at : undefined))
  const undoings = useMemo(() => undoingsOf(joined(entries, others?.data ?? [])), [entries, others])
  const names: Names = {
    agents,
    groups,
    people: named(people),
    keys: named(keys),
    records: new Map(entries.flatMap(({ target }) => (target?.id && target.name ? [[target.id, target.name]] : []))),
  }
  const days = byDay(entries).map(([day, ofDay]) => [day, inActs(ofDay)] as const)
  const list = useRef<HTMLDivElement>(null)
  useSteps(list)
  useGoToLinkedAct(days.flatMap(([, acts]) => acts))
  return (
    <Stack maw={900}>
      <HistoryFilters search={search} agents={agents} groups={groups} />
      <Stack gap="xs">
        <Verify />
        {role === 'owner' && <EraseButton chosen={actor} />}
      </Stack>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        j and k move through the changes, Enter shows the difference.
      </Text>
      {entries.length === 0 && <EmptyBox title="No changes">Nothing that was changed matches these filters.</EmptyBox>}
      <Stack ref={list}>
        {days.map(([day, acts]) => (
          <Stack key={day} gap="xs" component="section" aria-label={day}>
            <Title order={2} size="h4">
              {day}
            </Title>
            {acts.map((act) => (
              <ActLine key={act.first.seq} act={act} names={names} undoings={undoings} />
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

const named = (choices: readonly { value: string; label: string }[]) =>
  choices.map(({ value, label }) => ({ id: value, name: label }))

/** Both lists without doubles, the newest first. */
const joined = (some: readonly Entry[], others: readonly Entry[]) =>
  [...new Map([...some, ...others].map((entry) => [entry.seq, entry])).values()].sort((a, b) => b.seq - a.seq)

/** An address may end in `#change-<number>`, of any entry of an act: its line gets the focus. */
function useGoToLinkedAct(acts: readonly Act[]) {
  const { hash, state } = useLocation()
  const act = acts.find(({ entries }) => entries.some(({ seq }) => lineId(seq) === hash))
  const line = act && lineId(act.first.seq)
  // The key differs for each visit, so that the same link leads there again.
  const visit = state.__TSR_key
  useEffect(() => {
    if (!line || !visit) return
    const button = document.getElementById(line)?.querySelector('button')
    button?.scrollIntoView({ block: 'center' })
    button?.focus({ preventScroll: true })
  }, [line, visit])
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
    <Group gap="xs">
      <Button variant="default" size="xs" loading={verify.isPending} onClick={() => verify.mutate(undefined)}>
        Verify
      </Button>
      <Text size="xs" c="dimmed" flex="1 1 240px" role="status">
        {verify.data
          ? resultOf(verify.data)
          : 'Checks that nobody changed or removed an entry of this history. Changes nothing.'}
      </Text>
    </Group>
  )
}

const resultOf = ({ valid, entries, first_broken }: Verification) =>
  valid
    ? `The log is whole: ${entries.toLocaleString('en')} entries, none changed or missing.`
    : `The log is broken: entry ${first_broken} is not what it was, or is missing.`
