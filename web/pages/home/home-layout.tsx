import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { waitingQuery } from '../../api/waiting.ts'
import { pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'

const tabs = [
  { to: paths.organization, label: 'Home' },
  { to: paths.overview, label: 'Overview' },
  { to: paths.layers, label: 'Layers' },
] as const

/** The heading and tabs of the home pages; an empty state while there are no agents. */
export function HomeLayout() {
  const { id, slug, name } = useOrganization()
  const mayEdit = useMayEdit()
  const { data } = useSuspenseQuery(waitingQuery(id))
  const params = { org: slug }
  const newAgent = mayEdit && (
    <ButtonLink to={paths.start} params={params} leftSection={<IconPlus size={16} />}>
      New agent
    </ButtonLink>
  )
  if (data.figures.agents === 0) {
    return (
      <Page title={name}>
        <EmptyBox title="No agents yet" action={newAgent}>
          An agent has a name, beliefs and responsibilities. Start from a role, or paste an existing rules file such as
          CLAUDE.md or AGENTS.md. Its prompt is ready in a minute.
        </EmptyBox>
      </Page>
    )
  }
  return (
    <Page title={name} description={pluralize(data.figures.agents, 'agent')} actions={newAgent}>
      <Stack gap="md">
        <TabLinks label="Home pages" pages={tabs} params={params} />
        <Outlet />
      </Stack>
    </Page>
  )
}
