import { Group, SegmentedControl, Select, Table, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import {
  type ClientState,
  carriersQuery,
  clientStates,
  type FleetClient,
  type FleetFilters,
  type FleetSummary,
  fleetQuery,
  fleetSummaryQuery,
} from '../../api/fleet-queries.ts'
import { agentsQuery, groupsQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { Loading } from '../../ui/failure.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { AgentRows } from './agent-rows.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import { Tiles } from './tiles.tsx'

const route = getRouteApi('/signed-in/o/$org/fleet')

/** The clients of all agents with the version that each runs, those that are behind first. */
export function FleetPage() {
  const { id: orgId, slug: org } = useOrganization()
  const filters = route.useSearch()
  const { data: summary } = useSuspenseQuery(fleetSummaryQuery(orgId))
  const label = filters.label ?? summary.labels[0]?.label
  return (
    <Page
      title="Fleet"
      description="Which client runs which version of a prompt"
      actions={
        <>
          <ButtonLink to={paths.history} params={{ org }} search={{ kind: 'label' }} variant="default" size="xs">
            Releases
          </ButtonLink>
          <ReleaseDialog text="Release for many…" label={label} />
        </>
      }
    >
      <Tiles summary={summary} label={label} />
      {summary.clients === 0 ? (
        <EmptyBox
          title="No client has read a prompt yet"
          action={
            <ButtonLink to={paths.connect} params={{ org }}>
              Connect a tool
            </ButtonLink>
          }
        >
          Programs that read a prompt and name themselves appear here: the command, its hooks, coding tools over MCP,
          and agents with a client library.
        </EmptyBox>
      ) : (
        <Fleet org={org} orgId={orgId} filters={filters} summary={summary} label={label} />
      )}
    </Page>
  )
}

interface FleetProps {
  org: string
  orgId: string
  filters: FleetFilters
  summary: FleetSummary
  label: string | undefined
}

function Fleet({ org, orgId, filters, summary, label }: FleetProps) {
  const { data: found } = useQuery(fleetQuery(orgId, filters))
  return (
    <>
      <Filters org={org} orgId={orgId} filters={filters} summary={summary} label={label} />
      {!found ? (
        <Loading />
      ) : found.data.length === 0 ? (
        <Text>No client matches these filters.</Text>
      ) : (
        <Clients org={org} orgId={orgId} clients={found.data} label={label} />
      )}
      {found && found.count > found.data.length && (
        <Text size="sm" c="dimmed">
          These are {found.data.length} of {found.count} clients; choose an agent or a group to see the others.
        </Text>
      )}
    </>
  )
}

function Filters({ org, orgId, filters, summary, label }: FleetProps) {
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const { data: groups } = useSuspenseQuery(groupsQuery(orgId))
  const navigate = useNavigate()
  /** A filter of `null` is left out of the address. */
  const filter = (changed: { [name in keyof FleetFilters]: FleetFilters[name] | null }) => {
    const all = Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== null)
    navigate({ to: paths.fleet, params: { org }, search: Object.fromEntries(all), replace: true })
  }
  const choices = (records: readonly { id: string; name: string }[]) =>
    records.map(({ id, name }) => ({ value: id, label: name }))
  const { clients, behind, current, kinds, labels } = summary
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        aria-label="Clients"
        value={filters.show ?? 'all'}
        onChange={(show) => filter({ show: show === 'all' ? null : (show as 'behind' | 'current') })}
        data={[
          { value: 'all', label: `All ${clients}` },
          { value: 'behind', label: `Behind ${behind}` },
          { value: 'current', label: `Current ${current}` },
        ]}
      />
      <SegmentedControl
        aria-label="Kind of client"
        value={filters.kind ?? 'any'}
        onChange={(kind) => filter({ kind: kind === 'any' ? null : kind })}
        data={[
          { value: 'any', label: 'Any' },
          { value: 'cli', label: `CLI ${kinds.cli}` },
          { value: 'sdk', label: `SDK ${kinds.sdk}` },
          { value: 'mcp', label: `MCP ${kinds.mcp}` },
        ]}
      />
      <Select
        label="Agent"
        placeholder="All agents"
        clearable
        searchable
        w={170}
        value={filters.agent ?? null}
        onChange={(agent) => filter({ agent })}
        data={choices(agents)}
      />
      <Select
        label="Group"
        placeholder="All groups"
        clearable
        searchable
        w={150}
        value={filters.group ?? null}
        onChange={(group) => filter({ group })}
        data={choices(groups)}
      />
      <Select
        label="State"
        placeholder="Any state"
        clearable
        w={130}
        value={filters.state ?? null}
        onChange={(state) => filter({ state: state as ClientState | null })}
        data={clientStates.map(({ value, label }) => ({ value, label }))}
      />
      {labels.length > 0 && (
        <Select
          label="Label"
          w={150}
          allowDeselect={false}
          value={label ?? null}
          onChange={(chosen) => filter({ label: chosen })}
          data={labels.map((each) => each.label)}
        />
      )}
    </Group>
  )
}

interface ClientsProps {
  org: string
  orgId: string
  clients: readonly FleetClient[]
  label: string | undefined
}

function Clients({ org, orgId, clients, label }: ClientsProps) {
  const { data: carriers } = useQuery({ ...carriersQuery(orgId, label ?? ''), enabled: label !== undefined })
  const pinned = new Map(carriers?.data.map((carrier) => [carrier.agent_id, carrier]))
  return (
    <Table.ScrollContainer minWidth={900}>
      <Table aria-label="Clients">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Agent</Table.Th>
            <Table.Th>Group</Table.Th>
            <Table.Th>Live</Table.Th>
            <Table.Th>{label ?? 'Label'}</Table.Th>
            <Table.Th>Clients</Table.Th>
            <Table.Th>Runs</Table.Th>
            <Table.Th>Behind</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Last seen</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...Map.groupBy(clients, ({ agent_id }) => agent_id)].map(([agentId, own]) => (
            <AgentRows key={agentId} org={org} clients={own} pinned={pinned.get(agentId)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
