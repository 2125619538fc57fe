import { Stack } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

const parts = [
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
    tabs: [{ to: paths.history, label: 'History' }],
  },
  {
    title: 'Settings',
    description: undefined,
    tabs: [
      { to: paths.settings, label: 'Organization' },
      { to: paths.members, label: 'Members' },
      { to: paths.keys, label: 'API keys' },
      { to: paths.connections, label: 'Connections' },
      { to: paths.webhooks, label: 'Webhooks' },
    ],
  },
] as const

/** The heading and tabs of the pages of the organization itself. */
export function OrganizationLayout() {
  const { slug } = useOrganization()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOpen = ({ to }: { to: string }) => pathname === to.replace('$org', slug)
  const { title, description, tabs } = parts.find((part) => part.tabs.some(isOpen)) ?? parts[0]
  return (
    <Page title={title} description={description}>
      <Stack gap="md">
        {tabs.length > 1 && <TabLinks label={`Pages of ${title}`} pages={tabs} params={{ org: slug }} />}
        <Outlet />
      </Stack>
    </Page>
  )
}
