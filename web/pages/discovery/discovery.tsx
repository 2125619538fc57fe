import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  isOver,
  jobsQuery,
  type Signal,
  signalsQuery,
  startDiscovery,
  statsQuery,
} from '../../api/discovery-queries.ts'
import { identityQuery } from '../../api/identity.ts'
import { agentQuery } from '../../api/queries.ts'
import { pluralize, type ResolvedItem } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useRefreshAfterJobs } from '../../ui/use-refresh-after-jobs.ts'
import { useSave } from '../../ui/use-save.ts'
import { FindDuplicates } from '../consensus/duplicates.tsx'
import { EngineNote } from './engine-note.tsx'
import { JobCard } from './job-card.tsx'
import { SignalsChart } from './signals-chart.tsx'
import { SignalsTable } from './signals-table.tsx'

/** From content to items: how much was processed, what recurs, and what is close to a proposal. */
export function DiscoveryPage() {
  const { org, agentId } = useAgentParams()
  const { id: orgId } = useOrganization()
  const mayEdit = useMayEdit()
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const { data: stats } = useSuspenseQuery(statsQuery(orgId, agentId))
  const { data: signals } = useSuspenseQuery(signalsQuery(agentId))
  const { data: jobs } = useSuspenseQuery(jobsQuery(orgId, agentId))
  const { data: identity } = useSuspenseQuery(identityQuery({ layer: 'agent', id: agentId }))
  const items = new Map([...identity.beliefs, ...identity.responsibilities].map((item) => [item.id, item]))
  const [latest] = jobs.filter(({ type }) => type === 'pbd')
  const isRunning = latest !== undefined && !isOver(latest)
  useRefreshAfterJobs(jobs)
  const run = useSave((force: boolean) => startDiscovery(agentId, force), {
    changes: [['jobs']],
    failureTitle: "Couldn't start discovery",
  })
  const { funnel } = stats
  return (
    <Stack gap="xl" maw={1000}>
      <Group gap="xs">
        {mayEdit && (
          <>
            <Button onClick={() => run.mutate(false)} loading={run.isPending} disabled={isRunning}>
              Run discovery
            </Button>
            <Button variant="default" onClick={() => run.mutate(true)} disabled={isRunning || run.isPending}>
              Re-scan all
            </Button>
            <FindDuplicates owner={{ layer: 'agent', id: agentId }} />
          </>
        )}
        {funnel.promoted > funnel.approved && (
          <ButtonLink variant="light" to={paths.inbox} params={{ org }} search={{ agent: agentId }}>
            Review proposals
          </ButtonLink>
        )}
      </Group>
      <EngineNote agentId={agentId} />
      {latest && <JobCard job={latest} />}
      {funnel.content_items === 0 ? (
        <EmptyBox
          title="No content yet"
          action={
            <ButtonLink to={paths.sources} params={{ org, agentId }}>
              Add content
            </ButtonLink>
          }
        >
          Discovery reads what the agent wrote, such as commits, files and published conversations.
        </EmptyBox>
      ) : (
        <>
          <Funnel funnel={funnel} />
          <Signals signals={signals} items={items} minCount={agent.min_n_count} threshold={agent.promotion_threshold} />
        </>
      )}
    </Stack>
  )
}

const steps = [
  { key: 'content_items', label: 'Content' },
  { key: 'content_items_processed', label: 'Processed' },
  { key: 'observations', label: 'Observations' },
  { key: 'signals', label: 'Signals' },
  { key: 'promoted', label: 'Proposed' },
  { key: 'approved', label: 'Approved' },
] as const

function Funnel({ funnel }: { funnel: Record<(typeof steps)[number]['key'], number> }) {
  const most = Math.max(...steps.map(({ key }) => funnel[key]), 1)
  return (
    <Stack gap="xs" component="section" aria-label="Funnel">
      <Title order={2} size="h4">
        From content to items
      </Title>
      {steps.map(({ key, label }) => (
        <Group key={key} gap="sm" wrap="nowrap">
          <Text size="sm" w={110}>
            {label}
          </Text>
          <Progress value={(100 * funnel[key]) / most} flex={1} size="lg" aria-label={`${label}: ${funnel[key]}`} />
          <Text size="sm" w={60} ta="right">
            {funnel[key].toLocaleString('en')}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

interface SignalsProps {
  signals: Signal[]
  /** The items that signals became, by id. */
  items: ReadonlyMap<string, ResolvedItem>
  minCount: number
  threshold: number
}

/** Number of rows in the table; the chart shows all signals. */
const listed = 50

function Signals({ signals, items, minCount, threshold }: SignalsProps) {
  return (
    <Stack component="section" aria-label="Signals">
      <Title order={2} size="h4">
        Signals
      </Title>
      <Text size="sm" c="dimmed">
        Statements that recur in content. A signal is proposed when it has at least {pluralize(minCount, 'source')} and
        a stability of at least {threshold}; one of sessions, when a person said it explicitly or in{' '}
        {pluralize(minCount, 'session')}.
      </Text>
      {signals.length === 0 ? (
        <Alert color="gray">No recurring statements yet. Add more content, then run discovery again.</Alert>
      ) : (
        <>
          <SignalsChart signals={signals} minCount={minCount} threshold={threshold} />
          <SignalsTable signals={signals.slice(0, listed)} items={items} />
          {signals.length > listed && (
            <Text size="sm" c="dimmed">
              Showing the {listed} of {signals.length} signals with the most evidence. The chart shows all.
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}
