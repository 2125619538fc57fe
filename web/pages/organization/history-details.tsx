import { Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { categories, formatDateTime, sourceTypeTitle, titleOf } from '../../api/words.ts'
import { type Path, paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { timeAgo } from '../../ui/time-before.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { fieldTitle } from './field-names.ts'
import type { Entry, Names } from './history-words.ts'

interface DetailsProps {
  entry: Entry
  names: Names
}

/** Columns of a new record that its sentence and its time say already. */
const said = ['id', 'created_at', 'kind']

/** The values before and after a change, and where it came from. */
export function Details({ entry, names }: DetailsProps) {
  const { seq, request_id, ip, before, after } = entry
  const origin = [`Change ${seq}`, ...(request_id ? [`request ${request_id}`] : []), ...(ip ? [`from ${ip}`] : [])]
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const isUpdate = before && after
  return (
    <Stack gap={4}>
      <Table.ScrollContainer minWidth={300}>
        <Table aria-label={`Change ${seq}`} fz="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              {before && <Table.Th>Before</Table.Th>}
              {after && <Table.Th>After</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns
              .filter((column) => isUpdate || !said.includes(column))
              .map((column) => (
                <Table.Tr key={column}>
                  <Table.Td>{fieldTitle(column)}</Table.Td>
                  {[before, after].map(
                    (values, at) =>
                      values && (
                        <Table.Td key={at === 0 ? 'before' : 'after'} style={{ overflowWrap: 'anywhere' }}>
                          <Value column={column} value={values[column]} names={names} />
                        </Table.Td>
                      ),
                  )}
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {origin.join(' · ')}
      </Text>
    </Stack>
  )
}

interface ValueProps {
  column: string
  value: unknown
  names: Names
}

/** A value as people read it: a name with a link in place of an id, a local time, a word of the page. */
function Value({ column, value, names }: ValueProps): ReactNode {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (column.endsWith('_at') && !Number.isNaN(Date.parse(value)))
    return `${formatDateTime(value)} (${timeAgo(value, Date.now())})`
  if (column === 'category' && categories.some(({ id }) => id === value)) return titleOf(value as never)
  if (column === 'source_type') return sourceTypeTitle(value)
  if (column === 'created_through' || column === 'origin' || column === 'status' || column === 'role')
    return fieldTitle(value)
  return isId.test(value) ? <Named column={column} id={value} names={names} /> : value
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface NamedProps extends Omit<ValueProps, 'value'> {
  id: string
}

/** The name of a record with the way to it; a record that is gone has no name anymore. */
function Named({ column, id, names: { agents, groups, people, keys, records } }: NamedProps): ReactNode {
  const { slug: org } = useOrganization()
  const nameIn = (list: readonly { id: string; name: string }[]) => list.find((each) => each.id === id)?.name
  const record = records.get(id)
  const targets: { name: string | undefined; to: Path; params?: Record<string, string> }[] = [
    { name: nameIn(agents), to: paths.agent, params: { agentId: id } },
    { name: nameIn(groups), to: paths.group, params: { groupId: id } },
    { name: nameIn(people), to: paths.members },
    { name: nameIn(keys), to: paths.keys },
    { name: column === 'job_id' ? 'Runs' : undefined, to: paths.runs },
    {
      name: column === 'conversation_id' ? (record ?? 'Conversation') : undefined,
      to: paths.conversation,
      params: { sessionId: id },
    },
  ]
  const target = targets.find(({ name }) => name !== undefined)
  if (!target) return record ?? `Deleted, or not shown here (…${id.slice(-4)})`
  return (
    <TextLink to={target.to} params={{ org, ...target.params } as never} size="xs">
      {target.name}
    </TextLink>
  )
}
