import { Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { TabLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

const tabs = [
  { to: paths.layer, label: 'Items' },
  { to: paths.consensus, label: 'Consensus' },
  { to: paths.settings, label: 'Settings' },
  { to: paths.members, label: 'Members' },
  { to: paths.keys, label: 'API keys' },
  { to: paths.connections, label: 'Connections' },
  { to: paths.history, label: 'History' },
] as const

/** The heading and tabs that all pages of the organization share. */
export function OrganizationLayout() {
  const { name, slug } = useOrganization()
  return (
    <Page title={name} description="Shared items, settings and access">
      <Stack gap="md">
        <TabLinks label="Organization pages">
          {tabs.map(({ to, label }) => (
            <TabLink key={to} to={to} params={{ org: slug }} activeOptions={{ exact: true }}>
              {label}
            </TabLink>
          ))}
        </TabLinks>
        <Outlet />
      </Stack>
    </Page>
  )
}
