import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { agentQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { AgentAvatar } from '../../ui/agent-avatar.tsx'
import { ButtonLink, TabLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'

const tabs = [
  { to: paths.agent, label: 'Identity' },
  { to: paths.profile, label: 'Profile' },
  { to: paths.review, label: 'Review' },
  { to: paths.discovery, label: 'Discovery' },
  { to: paths.content, label: 'Content' },
  { to: paths.sessions, label: 'Sessions' },
  { to: paths.versions, label: 'Versions' },
  { to: paths.snapshots, label: 'Snapshots' },
  { to: paths.playground, label: 'Variants' },
  { to: paths.conversations, label: 'Conversations' },
  { to: paths.agentModels, label: 'Models' },
  { to: paths.recommendations, label: 'Recommendations' },
  { to: paths.import, label: 'Import' },
  { to: paths.export, label: 'Export' },
] as const

/** The heading and tabs that all pages of an agent share. */
export function AgentLayout() {
  const { org, agentId } = useAgentParams()
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const about = [agent.job_title, agent.agent_groups?.name, agent.location].filter(Boolean).join(' · ')
  return (
    <Page
      title={agent.name}
      picture={<AgentAvatar agent={agent} />}
      description={about || undefined}
      actions={
        <ButtonLink to={paths.connect} params={{ org }} search={{ agent: agent.slug }} variant="default" size="xs">
          Connect
        </ButtonLink>
      }
    >
      <Stack gap="md">
        <TabLinks label="Pages of this agent">
          {tabs.map(({ to, label }) => (
            <TabLink key={to} to={to} params={{ org, agentId }} activeOptions={{ exact: true }}>
              {label}
            </TabLink>
          ))}
        </TabLinks>
        {/* A draft is one agent's. */}
        <Outlet key={agentId} />
      </Stack>
    </Page>
  )
}
