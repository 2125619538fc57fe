import { Badge, Group, Table, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { observationsQuery, type Signal } from '../../api/discovery-queries.ts'
import { pluralize, type ResolvedItem, titleOf } from '../../api/words.ts'
import { Loading } from '../../ui/failure.tsx'
import { Quotes } from '../../ui/quote.tsx'

interface SignalsTableProps {
  signals: Signal[]
  /** The items that signals became, by id. */
  items: ReadonlyMap<string, ResolvedItem>
}

/** Signals as a table; each row expands to its quotes. */
export function SignalsTable({ signals, items }: SignalsTableProps) {
  return (
    <Table aria-label="Signals">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Statement</Table.Th>
          <Table.Th ta="right">Sources</Table.Th>
          <Table.Th ta="right">Stability</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {signals.map((signal) => (
          <SignalRow key={signal.id} signal={signal} item={items.get(signal.promoted_item_id ?? '')} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function SignalRow({ signal, item }: { signal: Signal; item: ResolvedItem | undefined }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Fragment>
      <Table.Tr>
        <Table.Td>
          <UnstyledButton onClick={toggle} aria-expanded={isOpen} fz="sm">
            <Group gap={6} wrap="nowrap" align="flex-start">
              <Chevron size={16} style={{ flexShrink: 0, marginTop: 2 }} aria-hidden="true" />
              {signal.statement}
            </Group>
          </UnstyledButton>
          <Group gap="xs" pl={22}>
            <Text size="xs" c="dimmed">
              {titleOf(signal.category)}
            </Text>
            {signal.promoted && <Outcome item={item} />}
          </Group>
        </Table.Td>
        <Table.Td ta="right">
          {signal.n_count}
          {signal.commits_total !== null && (
            <Text size="xs" c="dimmed">
              of {pluralize(signal.commits_total, 'commit')}
            </Text>
          )}
        </Table.Td>
        <Table.Td ta="right">{signal.stability.toFixed(2)}</Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={3}>
            <Observations signal={signal} />
          </Table.Td>
        </Table.Tr>
      )}
    </Fragment>
  )
}

const outcomes = {
  proposed: { label: 'Proposed', color: 'blue' },
  pending: { label: 'Pending', color: 'blue' },
  approved: { label: 'Approved', color: 'green' },
  rejected: { label: 'Rejected', color: 'red' },
}

/** The status of the item that a signal became. */
function Outcome({ item }: { item: ResolvedItem | undefined }) {
  const isProposed = item?.status === 'pending' && item.hidden
  const { label, color } = item
    ? outcomes[isProposed ? 'proposed' : item.status]
    : { label: 'Item deleted', color: 'gray' }
  return (
    <Badge size="sm" variant="light" color={color}>
      {label}
    </Badge>
  )
}

function Observations({ signal: { id, agent_id } }: { signal: Signal }) {
  const { data, error } = useQuery(observationsQuery(agent_id, id))
  if (error) return <Text role="alert">{error.message}</Text>
  if (!data) return <Loading />
  return (
    <Quotes
      evidence={data.map((observation) => ({ ...observation, published_at: observation.observed_at }))}
      agentId={agent_id}
    />
  )
}
