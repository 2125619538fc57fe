import { Badge, NativeSelect, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatTitles } from '../api/formats.ts'
import { identityQuery } from '../api/identity.ts'
import { type Agent, agentsQuery } from '../api/queries.ts'
import { pluralize, titleOf } from '../api/words.ts'
import type { ImportResult } from './import-files.ts'

/** The edits of a file that was exported from the agent, which become a change request. */

type Status = ImportResult['items'][number]['status'] | 'added'

const statuses: Record<Status, { label: string; color: string }> = {
  new: { label: 'New', color: 'green' },
  created: { label: 'New', color: 'green' },
  deduplicated: { label: 'Exists', color: 'gray' },
  unchanged: { label: 'Unchanged', color: 'gray' },
  proposed: { label: 'Edited', color: 'blue' },
  added: { label: 'Added', color: 'green' },
  removed: { label: 'Removed', color: 'red' },
}

/** An addition to an exported file is proposed without an id. */
const statusOf = ({ status, id }: ImportResult['items'][number]): Status =>
  status === 'proposed' && id === undefined ? 'added' : status

interface EditsTableProps {
  agent: Agent
  edits: ImportResult
  /** The items that the agent inherits, each with how many agents have it. */
  inherited: ReadonlyMap<string, number>
  isHidden: (id: string | undefined) => boolean
  onRemoveForAll: (id: string, isForAll: boolean) => void
}

/** Lists edits; a line that was deleted from the file of one agent is hidden for it, unless it is removed for all. */
export function EditsTable({ agent, edits, inherited, isHidden, onRemoveForAll }: EditsTableProps) {
  const changed = edits.items.filter(({ status }) => status !== 'unchanged')
  return (
    <>
      <Text size="sm" role="status" p="xs">
        {`${formatTitles[edits.format]}: ${pluralize(edits.items.length, 'item')} found, ${edits.unchanged} unchanged.`}
      </Text>
      {changed.length > 0 && (
        <Table verticalSpacing="xs" aria-label="Items found">
          <Table.Tbody>
            {changed.map((item) => {
              const { category, statement } = item
              const { label, color } = statuses[statusOf(item)]
              return (
                <Table.Tr key={`${label} ${category} ${statement}`}>
                  <Table.Td w={110} valign="top">
                    <Badge variant="light" color={color}>
                      {label}
                    </Badge>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" dir="auto">
                      {statement}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {titleOf(category)}
                    </Text>
                    {item.status === 'removed' && item.id !== undefined && inherited.has(item.id) && (
                      <NativeSelect
                        size="xs"
                        mt={4}
                        maw={280}
                        aria-label={`Removal of: ${statement}`}
                        data={[
                          { value: 'hide', label: `Hide for ${agent.name}` },
                          { value: 'remove', label: `Remove for all ${pluralize(inherited.get(item.id)!, 'agent')}` },
                        ]}
                        value={isHidden(item.id) ? 'hide' : 'remove'}
                        onChange={(event) => onRemoveForAll(item.id!, event.currentTarget.value === 'remove')}
                      />
                    )}
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}

/** The items that the agent inherits, each with how many agents have it. */
export function useInherited({ id, org_id, group_id: groupId }: Agent): ReadonlyMap<string, number> {
  const { data: agents = [] } = useQuery(agentsQuery(org_id))
  const { data: identity } = useQuery(identityQuery({ layer: 'agent', id }))
  const counts = { org: agents.length, group: agents.filter(({ group_id }) => group_id === groupId).length }
  const items = identity ? [...identity.beliefs, ...identity.responsibilities] : []
  return new Map(items.flatMap(({ id, source }) => (source === 'agent' ? [] : [[id, counts[source]]])))
}
