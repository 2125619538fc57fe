import { Badge, Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangeRequests, memoryRequestsQuery } from '../../api/change-request-queries.ts'
import { type SessionReport, type Signal, sessionReportsQuery, signalsQuery } from '../../api/discovery-queries.ts'
import { identityQuery } from '../../api/identity.ts'
import { agentQuery } from '../../api/queries.ts'
import { pluralize, type ResolvedItem } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink, PlainLink } from '../../ui/links.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import stacked from '../../ui/stacked-table.module.css'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { RequestList } from '../change-requests/change-requests.tsx'
import { Evidence } from './evidence.tsx'

const pageSize = 50

const states = {
  /** The next discovery reads it. */
  unread: { label: 'waits for discovery', color: 'gray' },
  /** It holds no statement that may be proposed. */
  ignored: { label: 'no statement', color: 'gray' },
  /** It is not enough for a proposal yet. */
  evidence: { label: 'evidence', color: 'gray' },
  proposed: { label: 'proposed', color: 'blue' },
  /** The identity has this rule already, and nobody reviewed it. */
  pending: { label: 'pending', color: 'blue' },
  approved: { label: 'approved', color: 'green' },
  /** A person rejected this rule. */
  rejected: { label: 'rejected', color: 'red' },
  deleted: { label: 'item deleted', color: 'gray' },
}

/** The state of a report, by the signal of its observations and the item that this became. */
function stateOf(
  { report, observations }: SessionReport,
  signals: ReadonlyMap<string, Signal>,
  items: ReadonlyMap<string, ResolvedItem>,
): keyof typeof states {
  if (observations.length === 0) return report.processed_at === null ? 'unread' : 'ignored'
  const found = observations.flatMap(({ signal_id }) => signals.get(signal_id) ?? [])
  const item = found.map(({ promoted_item_id: id }) => items.get(id ?? '')).find((each) => each !== undefined)
  if (item) return item.status === 'pending' && item.hidden ? 'proposed' : item.status
  return found.some(({ promoted }) => promoted) ? 'deleted' : 'evidence'
}

/** One sentence that a person said, in one session or several. */
interface Saying {
  id: string
  quote: string
  reports: SessionReport[]
  state: (typeof states)[keyof typeof states]
  item: ResolvedItem | undefined
}

/** Reports with one statement as one, in the order of the last report of each. */
function sayingsOf(
  reports: readonly SessionReport[],
  signals: ReadonlyMap<string, Signal>,
  items: ReadonlyMap<string, ResolvedItem>,
): Saying[] {
  const bySentence = Map.groupBy(reports, ({ report }) => sentenceOf(report).toLowerCase())
  return [...bySentence.values()].map((same) => {
    const [last] = same as [SessionReport]
    const found = last.observations.flatMap(({ signal_id }) => signals.get(signal_id) ?? [])
    const item = found.map(({ promoted_item_id: id }) => items.get(id ?? '')).find((each) => each !== undefined)
    const quote = last.observations[0]?.quote
    return {
      id: last.report.id,
      quote: quote && quote !== sentenceOf(last.report) ? quote : '',
      reports: same,
      state: states[stateOf(last, signals, items)],
      item,
    }
  })
}

const sentenceOf = ({ content }: SessionReport['report']) => content.split('\n', 1)[0]!

/** The rules that came from a person's sessions with coding agents. */
export function SessionsPage() {
  const params = useAgentParams()
  const { agentId } = params
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const { data: reports } = useSuspenseQuery(sessionReportsQuery(agentId))
  const { data: identity } = useSuspenseQuery(identityQuery({ layer: 'agent', id: agentId }))
  const { data: signals } = useSuspenseQuery(signalsQuery(agentId))
  const { id: orgId } = useOrganization()
  const { data: memories } = useSuspenseQuery(memoryRequestsQuery(orgId, agentId))
  const [shown, setShown] = useState(pageSize)
  const items = new Map([...identity.beliefs, ...identity.responsibilities].map((item) => [item.id, item]))
  const signalsById = new Map(signals.map((signal) => [signal.id, signal]))
  const sayings = sayingsOf(reports, signalsById, items)
  const unread = reports.filter((each) => stateOf(each, signalsById, items) === 'unread').length
  return (
    <Stack gap="xl" maw={960}>
      {reports.length === 0 && memories.count === 0 && (
        <EmptyBox
          title="Nothing from sessions yet"
          action={
            <ButtonLink to={paths.learn} params={params}>
              Learn from sessions
            </ButtonLink>
          }
        >
          Rules that people told their coding agents are listed here, with the tool, the project and the date of their
          session.
        </EmptyBox>
      )}
      <Evidence agentId={agentId} minCount={agent.min_n_count} />
      {reports.length > 0 && (
        <Stack component="section" aria-label="Observations of sessions">
          <Title order={2} size="h4">
            {pluralize(reports.length, 'observation')} in {pluralize(countSessions(reports), 'session')}
          </Title>
          {unread > 0 && (
            <Group>
              <Text size="sm">
                {pluralize(unread, 'observation')} {unread === 1 ? 'waits' : 'wait'} for discovery. It proposes rules
                that were said explicitly, those of which the reader is sure, and those of{' '}
                {pluralize(agent.min_n_count, 'session')}.
              </Text>
              <ButtonLink variant="default" to={paths.evidence} params={params}>
                Open Signals
              </ButtonLink>
            </Group>
          )}
          <Table aria-label="Observations of sessions" className={stacked.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Said</Table.Th>
                <Table.Th>Times</Table.Th>
                <Table.Th>Tool</Table.Th>
                <Table.Th>Project</Table.Th>
                <Table.Th>Last said</Table.Th>
                <Table.Th>Became</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sayings.slice(0, shown).map((saying) => (
                <SayingRow key={saying.id} saying={saying} />
              ))}
            </Table.Tbody>
          </Table>
          {shown < sayings.length && (
            <Button variant="default" onClick={() => setShown(shown + pageSize)}>
              Show more
            </Button>
          )}
        </Stack>
      )}
      {memories.count > 0 && <PromotedMemories memories={memories} />}
    </Stack>
  )
}

function SayingRow({ saying: { quote, reports, state, item } }: { saying: Saying }) {
  const { org, agentId } = useAgentParams()
  const [{ report }] = reports as [SessionReport]
  const isInIdentity = item !== undefined && !(item.status === 'pending' && item.hidden)
  const chip = (
    <Badge variant="light" color={state.color} miw="max-content">
      {state.label}
    </Badge>
  )
  return (
    <Table.Tr>
      <Table.Td dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {sentenceOf(report)}
        {quote && (
          <Text size="xs" c="dimmed" dir="auto">
            “{quote}”
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Times">×{reports.length}</Table.Td>
      <Table.Td data-label="Tool" style={{ whiteSpace: 'nowrap' }}>
        {text(report.metadata.tool)}
      </Table.Td>
      <Table.Td data-label="Project" style={{ overflowWrap: 'anywhere' }}>
        {text(report.metadata.project)}
      </Table.Td>
      <Table.Td data-label="Last said" style={{ whiteSpace: 'nowrap' }}>
        <RelativeTime at={report.published_at} />
      </Table.Td>
      <Table.Td data-label="Became">
        {item === undefined ? (
          chip
        ) : isInIdentity ? (
          <PlainLink to={paths.agent} params={{ org, agentId }} hash={`item-${item.id}`} title={item.statement}>
            {chip}
          </PlainLink>
        ) : (
          <PlainLink to={paths.inbox} params={{ org }} search={{ agent: agentId }} title={item.statement}>
            {chip}
          </PlainLink>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** The notes of coding tools that somebody promoted, as change requests. */
function PromotedMemories({ memories: { data, count } }: { memories: ChangeRequests }) {
  return (
    <Stack component="section" aria-label="Promoted memories" maw={820} gap="xs">
      <Title order={2} size="h4">
        Promoted memories
      </Title>
      <Text size="sm" c="dimmed">
        Rules that coding tools noted by themselves, and that someone proposed with <Code>agent-identity memories</Code>
        {count > data.length && `: the newest ${data.length} of ${count.toLocaleString('en')}`}
      </Text>
      <RequestList requests={data} />
    </Stack>
  )
}

const countSessions = (reports: readonly { report: { metadata: object } }[]): number =>
  new Set(
    reports.map(({ report: { metadata } }) => {
      const { tool, session } = metadata as { tool?: unknown; session?: unknown }
      return JSON.stringify([tool, session])
    }),
  ).size

const text = (value: unknown): string => (typeof value === 'string' ? value : '–')
