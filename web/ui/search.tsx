import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconQuote, IconRobot, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, ask } from '../api/client.ts'
import { identityQuery, itemsOf } from '../api/identity.ts'
import { agentsQuery, groupsQuery } from '../api/queries.ts'
import { kindNames, titleOf } from '../api/words.ts'
import { paths } from '../paths.ts'
import { useOrganization } from './use-organization.ts'

const [store, spotlight] = createSpotlight()

/** So many agents' own items are searched, by name; all agents and groups are found by theirs. */
const searchedAgents = 200
const shownPerSection = 8

const itemsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['agents', orgId, 'items'],
    queryFn: () =>
      ask(
        api.GET('/agents', {
          params: { query: { orgId, include: 'beliefs,responsibilities', limit: searchedAgents } },
        }),
      ),
  })

/** Finds agents, groups and items by their words. Opens whenever `searches` grows. */
export function Search({ searches }: { searches: number }) {
  const { id: orgId, slug: org } = useOrganization()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const agents = useQuery(agentsQuery(orgId))
  const groups = useQuery(groupsQuery(orgId))
  const items = useQuery(itemsQuery(orgId))
  const shared = useQuery(identityQuery({ layer: 'org', id: orgId }))
  useEffect(() => {
    if (searches > 0) spotlight.open()
  }, [searches])

  const words = query.trim().toLowerCase()
  const fits = (text: string | null) => words !== '' && text?.toLowerCase().includes(words) === true
  const sections = [
    {
      label: 'Agents',
      Icon: IconRobot,
      found: (agents.data ?? [])
        .filter(({ name, job_title }) => fits(name) || fits(job_title))
        .map(({ id, name, job_title }) => ({
          id,
          label: name,
          about: job_title ?? '',
          open: () => navigate({ to: paths.agent, params: { org, agentId: id } }),
        })),
    },
    {
      label: 'Groups',
      Icon: IconUsersGroup,
      found: (groups.data ?? [])
        .filter(({ name }) => fits(name))
        .map(({ id, name, description }) => ({
          id,
          label: name,
          about: description ?? '',
          open: () => navigate({ to: paths.group, params: { org, groupId: id } }),
        })),
    },
    {
      label: 'Beliefs and responsibilities',
      Icon: IconQuote,
      found: [
        ...(shared.data ? kindNames.flatMap((kind) => itemsOf(shared.data, kind)) : [])
          .filter(({ statement }) => fits(statement))
          .map(({ id, category, statement }) => ({
            id,
            label: statement,
            about: `${titleOf(category)} of the organization`,
            open: () => navigate({ to: paths.layer, params: { org }, hash: `item-${id}` }),
          })),
        ...(items.data?.data ?? []).flatMap((agent) =>
          [...(agent.beliefs ?? []), ...(agent.responsibilities ?? [])]
            .filter(({ statement }) => fits(statement))
            .map(({ id, category, statement }) => ({
              id,
              label: statement,
              about: `${titleOf(category)} of ${agent.name}`,
              open: () => navigate({ to: paths.agent, params: { org, agentId: agent.id }, hash: `item-${id}` }),
            })),
        ),
      ],
    },
  ].filter(({ found }) => found.length > 0)
  const error = [agents, groups, items, shared].find((each) => each.error)?.error
  const isLoading = [agents, groups, items, shared].some((each) => each.isPending)
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Search' } }}
      maxHeight="70dvh"
      scrollable
    >
      <Spotlight.Search
        placeholder="Agents, groups, beliefs…"
        leftSection={<IconSearch size={18} />}
        aria-label="Search"
      />
      <Spotlight.ActionsList>
        {sections.map(({ label, Icon, found }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {found.slice(0, shownPerSection).map((each) => (
              <Spotlight.Action
                key={each.id}
                label={each.label}
                description={each.about}
                leftSection={<Icon size={18} />}
                onClick={each.open}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {sections.length === 0 && <Spotlight.Empty>{error?.message ?? advice(words, isLoading)}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      {(items.data?.count ?? 0) > searchedAgents && (
        <Spotlight.Footer>{`Items are searched in the organization and the first ${searchedAgents} agents.`}</Spotlight.Footer>
      )}
    </Spotlight.Root>
  )
}

function advice(words: string, isLoading: boolean): string {
  if (words === '') return 'Type a name, a role, or words of a belief.'
  return isLoading ? 'Searching…' : 'Nothing fits. Try fewer words.'
}
