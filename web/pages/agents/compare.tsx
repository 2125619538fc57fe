import { Alert, Group, Select, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ComparedRow, comparisonQuery } from '../../api/agent-comparison.ts'
import { type AgentSummary, agentsQuery } from '../../api/queries.ts'
import { categories, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { Loading } from '../../ui/failure.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import classes from './compare.module.css'
import { ComparedCategory } from './compared-category.tsx'

const route = getRouteApi('/signed-in/o/$org/agents/compare')

/** More are found by typing. */
const offeredAgents = 50

/** Two agents side by side: what each holds alone, and what both hold in equal or similar words. */
export function ComparePage() {
  const { id: orgId, slug: org } = useOrganization()
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const search = route.useSearch()
  const navigate = useNavigate()
  const [a, b] = [search.a, search.b].map((id) => agents.find((agent) => agent.id === id))
  const choose = (side: 'a' | 'b') => (id: string | null) => {
    if (id) navigate({ to: paths.compare, params: { org }, search: { ...search, [side]: id }, replace: true })
  }
  const picker = (side: 'a' | 'b', label: string, other: AgentSummary | undefined) => (
    <Select
      size="xs"
      label={label}
      w={{ base: '100%', xs: 280 }}
      searchable
      limit={offeredAgents}
      placeholder="Choose an agent"
      nothingFoundMessage="No matching agents"
      data={agents.filter(({ id }) => id !== other?.id).map(({ id, name }) => ({ value: id, label: name }))}
      value={search[side] ?? null}
      onChange={choose(side)}
    />
  )
  return (
    <Page title="Compare agents">
      <Group gap="sm" align="flex-end">
        {picker('a', 'First agent', b)}
        {picker('b', 'Second agent', a)}
      </Group>
      {a && b ? <Compared org={org} a={a} b={b} /> : <Text>Choose two agents.</Text>}
    </Page>
  )
}

function Compared({ org, a, b }: { org: string; a: AgentSummary; b: AgentSummary }) {
  const { data, error } = useQuery(comparisonQuery(a.id, b.id))
  if (error) return <Alert color="red">{error.message}</Alert>
  if (!data) return <Loading />
  const isShared = ({ a, b }: ComparedRow) => a !== null && b !== null
  const shared = data.rows.filter(isShared).length
  const alone = (side: 'a' | 'b') => data.rows.filter((row) => row[side] && !isShared(row)).length
  return (
    <div className={classes.comparison}>
      <div className={classes.heads}>
        <Head org={org} agent={a} tokens={data.tokens.a} count={alone('a')} />
        <div>
          <Text fw={650}>Both</Text>
          <Text size="xs" c="dimmed">
            {pluralize(shared, 'line')}
          </Text>
        </div>
        <Head org={org} agent={b} tokens={data.tokens.b} count={alone('b')} />
      </div>
      {data.rows.length === 0 && <Text p="sm">Neither agent has an item.</Text>}
      {categories.map(({ id, title }) => {
        const rows = data.rows.filter(({ category }) => category === id)
        return rows.length > 0 && <ComparedCategory key={id} title={title} rows={rows} a={a} b={b} />
      })}
    </div>
  )
}

interface HeadProps {
  org: string
  agent: AgentSummary
  tokens: number
  count: number
}

function Head({ org, agent, tokens, count }: HeadProps) {
  return (
    <div>
      <Text fw={650} truncate>
        Only{' '}
        <TextLink to={paths.agent} params={{ org, agentId: agent.id }} dir="auto" c="inherit">
          {agent.name}
        </TextLink>
      </Text>
      <Text size="xs" c="dimmed">
        {pluralize(count, 'line')} · prompt {pluralize(tokens, 'token')}
      </Text>
    </div>
  )
}
