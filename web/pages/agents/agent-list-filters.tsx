import { Checkbox, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type AgentFilters, agentOrders, agentViews, noGroup } from '../../api/agent-list.ts'
import type { AgentSummary, Group as GroupRecord } from '../../api/queries.ts'

/** A filter of null is taken away. */
export type ListFilter = { [Name in keyof AgentFilters]: string | null }

const typingMs = 100

interface FiltersProps {
  agents: readonly AgentSummary[]
  groups: readonly GroupRecord[]
  filters: AgentFilters
  onFilter: (changed: ListFilter) => void
  /** Menus behind the filters. */
  children: ReactNode
}

/** The filters and the order of the list, which stand in the address. */
export function AgentListFilters({ agents, groups, filters, onFilter, children }: FiltersProps) {
  const [words, setWords] = useState(filters.q ?? '')
  const search = useDebouncedCallback((q: string) => onFilter({ q: q.trim() }), typingMs)
  const tags = [...new Set(agents.flatMap(({ identity_markers }) => identity_markers))].sort()
  const choice = (label: string, placeholder: string, data: { value: string; label: string }[], value?: string) => ({
    'aria-label': label,
    placeholder,
    data,
    value: value ?? null,
    clearable: true,
    searchable: data.length > 10,
    w: 160,
  })
  return (
    <Group gap="xs">
      <TextInput
        aria-label="Search agents"
        placeholder="Name, role or tag"
        leftSection={<IconSearch size={16} />}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
        flex="1 1 220px"
      />
      {groups.length > 0 && (
        <Select
          {...choice(
            'Group',
            'All groups',
            [...groups.map(({ id, name }) => ({ value: id, label: name })), { value: noGroup, label: 'No group' }],
            filters.group,
          )}
          onChange={(group) => onFilter({ group })}
        />
      )}
      <Select
        {...choice('Status', 'All agents', [...agentViews], filters.view)}
        onChange={(view) => onFilter({ view })}
      />
      {tags.length > 0 && (
        <Select
          {...choice(
            'Tag',
            'All tags',
            tags.map((tag) => ({ value: tag, label: tag })),
            filters.tag,
          )}
          onChange={(tag) => onFilter({ tag })}
        />
      )}
      <Select
        aria-label="Sort"
        w={140}
        allowDeselect={false}
        data={agentOrders.map(({ value, label }) => ({ value, label: `By ${label.toLowerCase()}` }))}
        value={filters.sort ?? 'name'}
        onChange={(sort) => onFilter({ sort: sort === 'name' ? null : sort })}
      />
      {groups.length > 0 && (
        <Checkbox
          label="Group by group"
          checked={filters.by === 'group'}
          onChange={(event) => onFilter({ by: event.currentTarget.checked ? 'group' : null })}
        />
      )}
      {children}
    </Group>
  )
}
