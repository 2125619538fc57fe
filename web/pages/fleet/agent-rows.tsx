import { Badge, Button, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { clientStates, type FleetClient } from '../../api/fleet-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'

interface AgentRowsProps {
  org: string
  /** The clients of one agent, the furthest behind first. */
  clients: readonly FleetClient[]
  /** The agent's version of the chosen label. */
  pinned: { version: number; stale: boolean } | undefined
}

/** An agent with its client that is furthest behind, and the others on demand. */
export function AgentRows({ org, clients, pinned }: AgentRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = clients as [FleetClient, ...FleetClient[]]
  const { agent_id: agentId, agent_name, group_name, live_version } = first
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <TextLink to={paths.versions} params={{ org, agentId }} size="sm" c="inherit">
            {agent_name}
          </TextLink>
        </Table.Td>
        <Table.Td>{group_name ?? '–'}</Table.Td>
        <Table.Td>{versionText(live_version)}</Table.Td>
        <Table.Td>
          {versionText(pinned?.version ?? null)}
          {pinned?.stale && (
            <Text size="xs" c="dimmed">
              stale
            </Text>
          )}
        </Table.Td>
        <Table.Td>
          <Group gap="xs" wrap="nowrap">
            <ClientName client={first} />
            {others.length > 0 && (
              <Button
                size="compact-xs"
                variant="default"
                aria-expanded={isOpen}
                aria-label={`${isOpen ? 'Fewer' : `${others.length} more`} clients of ${agent_name}`}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? '−' : `+${others.length}`}
              </Button>
            )}
          </Group>
        </Table.Td>
        <ClientCells client={first} />
      </Table.Tr>
      {isOpen &&
        others.map((client) => (
          <Table.Tr key={client.client}>
            <Table.Td colSpan={4} />
            <Table.Td>
              <ClientName client={client} />
            </Table.Td>
            <ClientCells client={client} />
          </Table.Tr>
        ))}
    </>
  )
}

const ClientName = ({ client: { client, label } }: { client: FleetClient }) => (
  <div>
    {client}
    {label && (
      <Text size="xs" c="dimmed">
        label {label}
      </Text>
    )}
  </div>
)

function ClientCells({ client }: { client: FleetClient }) {
  const { state, version, last_seen_at } = client
  const words = clientStates.find(({ value }) => value === state)!
  return (
    <>
      <Table.Td>{versionText(version)}</Table.Td>
      <Table.Td>
        <Distance client={client} />
      </Table.Td>
      <Table.Td title={words.hint}>{words.label}</Table.Td>
      <Table.Td>
        <time dateTime={last_seen_at}>{formatDateTime(last_seen_at)}</time>
      </Table.Td>
    </>
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
