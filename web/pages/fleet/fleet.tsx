import { Group, SegmentedControl, Select, Table, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import {
  type ClientState,
  clientStates,
  type FleetFilters,
  fleetCountsQuery,
  fleetQuery,
} from '../../api/fleet-queries.ts'
import { agentsQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { Loading } from '../../ui/failure.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { ClientRow } from './client-row.tsx'

const route = getRouteApi('/signed-in/o/$org/fleet')

/** The clients of all agents with the version that each runs, those that are behind first. */
export function FleetPage() {
  const { id: orgId, slug: org } = useOrganization()
  const filters = route.useSearch()
  const { data: counts } = useSuspenseQuery(fleetCountsQuery(orgId, {}))
  return (
    <Page title="Fleet" description="Which client runs which version of a prompt">
      {counts.all === 0 ? (
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
        <Fleet orgId={orgId} org={org} filters={filters} />
      )}
    </Page>
  )
}

function Fleet({ orgId, org, filters }: { orgId: string; org: string; filters: FleetFilters }) {
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const { data: counts } = useQuery(fleetCountsQuery(orgId, filters))
  const { data: found } = useQuery(fleetQuery(orgId, filters))
  const navigate = useNavigate()
  /** A filter of `null` is left out of the address. */
  const filter = (changed: { [name in keyof FleetFilters]: FleetFilters[name] | null }) => {
    const all = Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== null)
    navigate({ to: paths.fleet, params: { org }, search: Object.fromEntries(all), replace: true })
  }
  const countOf = (name: 'all' | 'behind' | 'current') => (counts ? ` ${counts[name]}` : '')
  return (
    <>
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          aria-label="Clients"
          value={filters.show ?? 'all'}
          onChange={(show) => filter({ show: show === 'all' ? null : (show as 'behind' | 'current') })}
          data={[
            { value: 'all', label: `All${countOf('all')}` },
            { value: 'behind', label: `Behind${countOf('behind')}` },
            { value: 'current', label: `Current${countOf('current')}` },
          ]}
        />
        <Select
          aria-label="Agent"
          placeholder="All agents"
          clearable
          searchable
          w={220}
          value={filters.agent ?? null}
          onChange={(agent) => filter({ agent })}
          data={agents.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Select
          aria-label="State"
          placeholder="Any state"
          clearable
          w={160}
          value={filters.state ?? null}
          onChange={(state) => filter({ state: state as ClientState | null })}
          data={clientStates.map(({ value, label }) => ({ value, label }))}
        />
      </Group>
      {!found ? (
        <Loading />
      ) : found.data.length === 0 ? (
        <Text>No client matches these filters.</Text>
      ) : (
        <Table.ScrollContainer minWidth={820}>
          <Table aria-label="Clients">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Agent</Table.Th>
                <Table.Th>Client</Table.Th>
                <Table.Th>Runs</Table.Th>
                <Table.Th>Live</Table.Th>
                <Table.Th>Behind</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Last seen</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.data.map((client) => (
                <ClientRow key={`${client.agent_id} ${client.client}`} org={org} client={client} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {found && found.count > found.data.length && (
        <Text size="sm" c="dimmed">
          These are {found.data.length} of {found.count} clients; choose an agent to see the others.
        </Text>
      )}
    </>
  )
}
