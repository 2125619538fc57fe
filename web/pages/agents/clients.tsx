import { Table } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { clientStates, fleetQuery } from '../../api/fleet-queries.ts'
import { agentQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import stacked from '../../ui/stacked-table.module.css'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useOrganization } from '../../ui/use-organization.ts'

/** The tools and programs that read the agent's prompt, and the version that each of them runs. */
export function ClientsPage() {
  const params = useAgentParams()
  const { id: orgId } = useOrganization()
  const { data: agent } = useSuspenseQuery(agentQuery(params.agentId))
  const { data: clients } = useSuspenseQuery(fleetQuery(orgId, { agent: agent.id }))
  if (clients.data.length === 0)
    return (
      <EmptyBox
        title="No clients yet"
        action={
          <ButtonLink to={paths.use} params={params}>
            Connect a tool
          </ButtonLink>
        }
      >
        A tool or program that reads the prompt of {agent.name} appears here with the version that it runs.
      </EmptyBox>
    )
  return (
    <Table aria-label="Clients" className={stacked.table} maw={820}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Client</Table.Th>
          <Table.Th>Reads</Table.Th>
          <Table.Th>Runs</Table.Th>
          <Table.Th>Behind</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Seen</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {clients.data.map(({ client, label, version, behind, state, last_seen_at }) => (
          <Table.Tr key={client}>
            <Table.Td>{client}</Table.Td>
            <Table.Td data-label="Reads">{label ?? 'live'}</Table.Td>
            <Table.Td data-label="Runs">{version === null ? 'an unknown text' : `v${version}`}</Table.Td>
            <Table.Td data-label="Behind">{behind ?? 0}</Table.Td>
            <Table.Td data-label="State">{clientStates.find(({ value }) => value === state)!.label}</Table.Td>
            <Table.Td data-label="Seen">
              <RelativeTime at={last_seen_at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
