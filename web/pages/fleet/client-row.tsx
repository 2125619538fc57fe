import { Badge, Table, Text } from '@mantine/core'
import { clientStates, type FleetClient } from '../../api/fleet-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'

/** One client of an agent. */
export function ClientRow({ org, client }: { org: string; client: FleetClient }) {
  const { agent_id: agentId, agent_name, state, version, current_version, label, last_seen_at } = client
  const words = clientStates.find(({ value }) => value === state)!
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to={paths.agent} params={{ org, agentId }} size="sm" c="inherit">
          {agent_name}
        </TextLink>
      </Table.Td>
      <Table.Td>
        {client.client}
        {label && (
          <Text size="xs" c="dimmed">
            label {label}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{versionText(version)}</Table.Td>
      <Table.Td>{versionText(current_version)}</Table.Td>
      <Table.Td>
        <Distance client={client} />
      </Table.Td>
      <Table.Td title={words.hint}>{words.label}</Table.Td>
      <Table.Td>
        <time dateTime={last_seen_at}>{formatDateTime(last_seen_at)}</time>
      </Table.Td>
    </Table.Tr>
  )
}

const versionText = (version: number | null) => (version === null ? '–' : `v${version}`)

function Distance({ client: { behind, version } }: { client: FleetClient }) {
  if (behind === null)
    return (
      <Badge variant="light" color="gray" title={version === null ? 'The text is no version of the agent' : undefined}>
        {version === null ? 'edited text' : 'not known yet'}
      </Badge>
    )
  return behind === 0 ? (
    <Badge variant="light" color="green">
      current
    </Badge>
  ) : (
    <Badge variant="light" color="yellow">
      {pluralize(behind, 'version')}
    </Badge>
  )
}
