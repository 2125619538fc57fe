import { Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { evidenceCountsQuery } from '../../api/discovery-queries.ts'
import { agentQuery } from '../../api/queries.ts'
import { ImportButton } from '../../import/import-button.tsx'
import { paths } from '../../paths.ts'
import { AgentAvatar } from '../../ui/agent-avatar.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import classes from '../../ui/tab-links.module.css'
import { SideLinks, TabLinks } from '../../ui/tab-links.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'

const tabs = [
  { to: paths.agent, label: 'Identity' },
  { to: paths.evidence, label: 'Evidence', hasPages: true },
  { to: paths.versions, label: 'Versions', hasPages: true },
  { to: paths.use, label: 'Use', hasPages: true },
  { to: paths.agentSettings, label: 'Settings', hasPages: true },
]

/** The heading and tabs that all pages of an agent share. */
export function AgentLayout() {
  const params = useAgentParams()
  const { data: agent } = useSuspenseQuery(agentQuery(params.agentId))
  const about = [agent.job_title, agent.agent_groups?.name, agent.location].filter(Boolean).join(' · ')
  return (
    <Page
      title={agent.name}
      picture={<AgentAvatar agent={agent} />}
      description={about || undefined}
      actions={
        <>
          <ButtonLink
            to={paths.compare}
            params={{ org: params.org }}
            search={{ a: params.agentId }}
            variant="default"
            size="xs"
          >
            Compare
          </ButtonLink>
          <ImportButton owner={{ layer: 'agent', id: params.agentId }} name={agent.name} />
        </>
      }
    >
      <Stack gap="md">
        <TabLinks label="Pages of this agent" pages={tabs} params={params} />
        {/* A draft is one agent's. */}
        <Outlet key={params.agentId} />
      </Stack>
    </Page>
  )
}

/** Where the agent's items come from, by kind. */
export function EvidenceLayout() {
  const params = useAgentParams()
  const { data: counts } = useQuery(evidenceCountsQuery(params.agentId))
  const pages = [
    { to: paths.evidence, label: 'Signals', count: counts?.signals },
    { to: paths.sessions, label: 'Sessions', count: counts?.sessions },
    { to: paths.sources, label: 'Sources', count: counts?.sources },
    { to: paths.content, label: 'Content', count: counts?.content },
    { to: paths.conversations, label: 'Conversations', count: counts?.conversations },
  ]
  return (
    <div className={classes.columns}>
      <SideLinks label="Evidence of this agent" pages={pages} params={params} />
      <Outlet />
    </div>
  )
}

const waysToUse = [
  { to: paths.use, label: 'Connect' },
  { to: paths.learn, label: 'Learn from sessions' },
  { to: paths.clients, label: 'Clients' },
  { to: paths.agentModels, label: 'Models' },
  { to: paths.variants, label: 'Variants' },
  { to: paths.files, label: 'Files' },
]

/** The ways in which tools and programs get the agent's prompt. */
export function UseLayout() {
  const params = useAgentParams()
  return (
    <div className={classes.columns}>
      <SideLinks label="Uses of this agent" pages={waysToUse} params={params} />
      <Outlet />
    </div>
  )
}
