import { Table, Text } from '@mantine/core'
import { ConfirmButton } from '../../ui/confirm-button.tsx'

interface Connection {
  id: string
  account: string
  /** The name that users gave it. */
  name: string
  origin: string
  use: string
  /** Queries that deleting it affects. */
  loss: string
}

/** The connections to a platform, with the consequences of deleting them. */
export function ConnectionTable(props: {
  label: string
  connections: Connection[]
  onDelete: (id: string) => Promise<unknown>
}) {
  const { label, connections, onDelete } = props
  if (connections.length === 0) return null
  return (
    <Table aria-label={label}>
      <Table.Tbody>
        {connections.map(({ id, account, name, origin, use, loss }) => (
          <Table.Tr key={id}>
            <Table.Td>
              {name}
              <Text size="xs" c="dimmed">
                {origin}
              </Text>
            </Table.Td>
            <Table.Td>{use}</Table.Td>
            <Table.Td ta="right">
              <ConfirmButton
                size="xs"
                label="Delete"
                about={name}
                title={`Delete the connection for ${account}?`}
                onConfirm={() => onDelete(id)}
              >
                {loss}
              </ConfirmButton>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
