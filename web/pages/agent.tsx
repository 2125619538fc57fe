import { Box, Group, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { agentQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { PlainLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import classes from './agent.module.css'

/** What every page of an agent has in common: who it is, and the way to its other pages. */
const tabs = [
  { to: paths.agent, label: 'Identity' },
  { to: paths.profile, label: 'Profile' },
  { to: paths.import, label: 'Import rules' },
] as const

export function AgentLayout() {
  const { org = '', agentId = '' } = useParams({ strict: false })
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const about = [agent.job_title, agent.agent_groups?.name, agent.location].filter(Boolean).join(' · ')
  return (
    <Page title={agent.name} description={about || undefined}>
      <Stack gap="md">
        <Box component="nav" aria-label="Pages of this agent" className={classes.tabs}>
          <Group gap={0} wrap="nowrap">
            {tabs.map(({ to, label }) => (
              <PlainLink
                key={to}
                to={to}
                params={{ org, agentId }}
                className={classes.tab}
                activeOptions={{ exact: true }}
              >
                {label}
              </PlainLink>
            ))}
          </Group>
        </Box>
        <Outlet />
      </Stack>
    </Page>
  )
}
