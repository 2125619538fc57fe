import { Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef, useState } from 'react'
import { type AgentSummary, agentsQuery, groupsQuery } from '../../api/queries.ts'
import { itemCounts, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import classes from './agents.module.css'

const rowHeightPx = 64

/** All agents of the organization; only the rows on the screen are rendered, so that thousands scroll smoothly. */
export function AgentsPage() {
  const { id, slug } = useOrganization()
  const [{ data: agents }, { data: groups }] = useSuspenseQueries({ queries: [agentsQuery(id), groupsQuery(id)] })
  const [search, setSearch] = useState('')
  const [groupId, setGroupId] = useState<string | null>(null)
  const [words] = useDebouncedValue(search.trim().toLowerCase(), 100)

  const newAgent = (
    <ButtonLink to={paths.start} params={{ org: slug }} leftSection={<IconPlus size={16} />}>
      New agent
    </ButtonLink>
  )
  if (agents.length === 0) {
    return (
      <Page title="Agents">
        <EmptyBox title="No agents yet" action={newAgent}>
          Create one from a starter role, an existing rules file, or from scratch.
        </EmptyBox>
      </Page>
    )
  }
  const found = agents.filter((agent) => (groupId === null || agent.group_id === groupId) && matches(agent, words))
  return (
    <Page
      title="Agents"
      description={`${found.length.toLocaleString('en')} of ${pluralize(agents.length, 'agent')}`}
      actions={newAgent}
    >
      <Group gap="sm">
        <TextInput
          aria-label="Search agents"
          placeholder="Name, role or tag"
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex="1 1 220px"
        />
        {groups.length > 0 && (
          <Select
            aria-label="Group"
            placeholder="All groups"
            data={groups.map((group) => ({ value: group.id, label: group.name }))}
            value={groupId}
            onChange={setGroupId}
            clearable
            searchable={groups.length > 10}
            flex="1 1 180px"
          />
        )}
      </Group>
      {found.length === 0 ? (
        <Text>No agents match. Try fewer words or another group.</Text>
      ) : (
        <AgentRows agents={found} org={slug} />
      )}
    </Page>
  )
}

const matches = ({ name, job_title, description, identity_markers }: AgentSummary, words: string) =>
  [name, job_title, description, ...identity_markers].some((text) => text?.toLowerCase().includes(words))

function AgentRows({ agents, org }: { agents: AgentSummary[]; org: string }) {
  const list = useRef<HTMLUListElement>(null)
  const rows = useWindowVirtualizer({
    count: agents.length,
    estimateSize: () => rowHeightPx,
    overscan: 10,
    scrollMargin: list.current?.offsetTop ?? 0,
  })
  return (
    <ul ref={list} className={classes.list} style={{ height: rows.getTotalSize() }} aria-label="Agents">
      {rows.getVirtualItems().map(({ index, start }) => (
        <AgentRow
          key={agents[index]!.id}
          agent={agents[index]!}
          org={org}
          position={index + 1}
          count={agents.length}
          top={start - rows.options.scrollMargin}
        />
      ))}
    </ul>
  )
}

interface AgentRowProps {
  agent: AgentSummary
  org: string
  position: number
  count: number
  top: number
}

/** Not rendered again as the list scrolls. */
const AgentRow = memo(function AgentRow({ agent, org, position, count, top }: AgentRowProps) {
  return (
    <li
      className={classes.row}
      style={{ height: rowHeightPx, transform: `translateY(${top}px)` }}
      aria-setsize={count}
      aria-posinset={position}
    >
      <Link to={paths.agent} params={{ org, agentId: agent.id }} className={classes.link}>
        <span className={classes.name}>{agent.name}</span>
        <span className={classes.about}>{[agent.job_title, agent.agent_groups?.name].filter(Boolean).join(' · ')}</span>
        <span className={classes.counts}>{itemCounts(agent)}</span>
      </Link>
    </li>
  )
})
