import { Alert, Checkbox, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type CSSProperties, useMemo } from 'react'
import { type AgentFilters, agentActivityQuery, listed } from '../../api/agent-list.ts'
import { agentsQuery, groupsQuery } from '../../api/queries.ts'
import { pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { AgentBar } from './agent-bar.tsx'
import { AgentListFilters, type ListFilter } from './agent-list-filters.tsx'
import { AgentRows } from './agent-rows.tsx'
import { ColumnsMenu, useColumns, ViewsMenu } from './agent-views.tsx'
import classes from './agents.module.css'

const route = getRouteApi('/signed-in/o/$org/agents')

/** All agents of the organization, to find, compare with each other and change many at once. */
export function AgentsPage() {
  const { id, slug } = useOrganization()
  const mayEdit = useMayEdit()
  const [{ data: agents }, { data: groups }] = useSuspenseQueries({ queries: [agentsQuery(id), groupsQuery(id)] })
  const activity = useQuery(agentActivityQuery(id))
  const filters: AgentFilters = route.useSearch()
  const navigate = useNavigate()
  const shownColumns = useColumns()
  const { columns } = shownColumns
  const show = (search: AgentFilters) => navigate({ to: paths.agents, params: { org: slug }, search, replace: true })
  const filter = (changed: ListFilter) => {
    const all = Object.entries({ ...filters, ...changed }).filter(([, value]) => value)
    show(Object.fromEntries(all))
  }
  const shown = useMemo(() => {
    const activityOf = new Map(activity.data?.map((each) => [each.agent_id, each]))
    return listed(
      agents.map((agent) => ({ ...agent, activity: activityOf.get(agent.id) })),
      filters,
    )
  }, [agents, activity.data, filters])
  const { selected, select, selectAll, clear } = useSelection(shown)
  const chosen = shown.filter((agent) => selected.has(agent.id))

  const newAgent = mayEdit && (
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
  return (
    <Page
      title="Agents"
      description={`${shown.length.toLocaleString('en')} of ${pluralize(agents.length, 'agent')}`}
      actions={newAgent}
    >
      <AgentListFilters agents={agents} groups={groups} filters={filters} onFilter={filter}>
        <ViewsMenu orgId={id} filters={filters} onChoose={show} />
        <ColumnsMenu {...shownColumns} />
      </AgentListFilters>
      {activity.error && <Alert color="red">{activity.error.message}</Alert>}
      {shown.length === 0 ? (
        <Text>No agents match. Try fewer words, or take a filter away.</Text>
      ) : (
        <div
          className={classes.table}
          style={{ '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
        >
          <div className={classes.head}>
            <Checkbox
              size="xs"
              aria-label="Select all agents"
              checked={chosen.length === shown.length}
              indeterminate={chosen.length > 0 && chosen.length < shown.length}
              onChange={(event) => (event.currentTarget.checked ? selectAll() : clear())}
            />
            <span>Name</span>
            {columns.map(({ id, label, isNarrow }) => (
              <span key={id} className={isNarrow ? undefined : classes.wide}>
                {label}
              </span>
            ))}
          </div>
          <AgentRows
            agents={shown}
            org={slug}
            isGrouped={filters.by === 'group'}
            columns={columns}
            selected={selected}
            select={select}
          />
        </div>
      )}
      <AgentBar agents={chosen} groups={groups} onClear={clear} />
    </Page>
  )
}
