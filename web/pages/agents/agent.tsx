import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { evidenceCountsQuery } from '../../api/discovery-queries.ts'
import { type Agent, agentQuery } from '../../api/queries.ts'
import { ImportButton } from '../../import/import-button.tsx'
import { paths } from '../../paths.ts'
import { AgentAvatar } from '../../ui/agent-avatar.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { type PageLink, TabLinks, WithSideLinks } from '../../ui/tab-links.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useMayEdit } from '../../ui/use-organization.ts'

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
  const mayEdit = useMayEdit()
  const { data: agent } = useSuspenseQuery(agentQuery(params.agentId))
  const about = [agent.job_title, agent.agent_groups?.name, agent.location].filter(Boolean).join(' · ')
  return (
    <Page
      title={agent.name}
      picture={<AgentAvatar agent={agent} />}
      description={about || undefined}
      actions={
        <>
          {mayEdit && <EditButton agent={agent} />}
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

const EditAgent = lazy(() => import('./edit-agent.tsx').then(({ EditAgent }) => ({ default: EditAgent })))

function EditButton({ agent }: { agent: Agent }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setWasOpened(true)
          open()
        }}
      >
        Edit
      </Button>
      {wasOpened && (
        <Suspense>
          {/* The form begins with the agent as it is now. */}
          <EditAgent key={String(isOpen)} agent={agent} isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** The pages of a tab, with their list at the left. */
const InnerPages = ({ label, pages }: { label: string; pages: readonly PageLink[] }) => (
  <WithSideLinks label={label} pages={pages} params={useAgentParams()}>
    <Outlet />
  </WithSideLinks>
)

/** Where the agent's items come from, by kind. */
export function EvidenceLayout() {
  const { agentId } = useAgentParams()
  const { data: counts } = useQuery(evidenceCountsQuery(agentId))
  const pages = [
    { to: paths.evidence, label: 'Signals', count: counts?.signals },
    { to: paths.sessions, label: 'Sessions', count: counts?.sessions },
    { to: paths.sources, label: 'Sources', count: counts?.sources },
    { to: paths.content, label: 'Content', count: counts?.content },
    { to: paths.conversations, label: 'Conversations', count: counts?.conversations },
  ]
  return <InnerPages label="Evidence of this agent" pages={pages} />
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
  return <InnerPages label="Uses of this agent" pages={waysToUse} />
}

const settings = [
  { to: paths.agentSettings, label: 'General' },
  { to: paths.discoverySettings, label: 'Discovery' },
]

/** The settings of the agent, by subject. */
export function SettingsLayout() {
  return <InnerPages label="Settings of this agent" pages={settings} />
}
