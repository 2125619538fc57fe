import { Stack } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/page.tsx'
import { type PageLink, TabLinks, WithSideLinks } from '../../ui/tab-links.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

interface Part {
  title: string
  description?: string
  tabs: PageLink[]
  /** Whether the pages stand in a list at the left. */
  isList?: boolean
}

const parts: Part[] = [
  {
    title: 'Shared identity',
    description: 'Items that every agent of the organization inherits',
    tabs: [
      { to: paths.layer, label: 'Items' },
      { to: paths.consensus, label: 'Consensus' },
    ],
  },
  {
    title: 'History',
    description: 'Every change of the organization',
    tabs: [
      { to: paths.history, label: 'Changes' },
      { to: paths.runs, label: 'Runs' },
    ],
  },
  {
    title: 'Settings',
    isList: true,
    tabs: [
      { to: paths.settings, label: 'General' },
      { to: paths.models, label: 'Models' },
      { to: paths.library, label: 'Library' },
      { to: paths.members, label: 'Members' },
      { to: paths.keys, label: 'Keys' },
      { to: paths.connections, label: 'Connections' },
      { to: paths.webhooks, label: 'Webhooks' },
    ],
  },
]

/** The heading and tabs of the pages of the organization itself. */
export function OrganizationLayout() {
  const { slug } = useOrganization()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOpen = ({ to }: { to: string }) => pathname === to.replace('$org', slug)
  const { title, description, tabs, isList } = parts.find((part) => part.tabs.some(isOpen)) ?? parts[0]!
  const links = { label: `Pages of ${title}`, pages: tabs, params: { org: slug } }
  return (
    <Page title={title} description={description}>
      {isList ? (
        <WithSideLinks {...links}>
          <Outlet />
        </WithSideLinks>
      ) : (
        <Stack gap="md">
          <TabLinks {...links} />
          <Outlet />
        </Stack>
      )}
    </Page>
  )
}
