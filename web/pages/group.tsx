import { Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { counted } from '../api/words.ts'
import { paths } from '../paths.ts'
import { TabLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { TabLinks } from '../ui/tab-links.tsx'
import { useGroup } from '../ui/use-group.ts'
import { useOrganization } from '../ui/use-organization.ts'

const tabs = [
  { to: paths.group, label: 'Items' },
  { to: paths.groupConsensus, label: 'Consensus' },
  { to: paths.groupSettings, label: 'Agents and settings' },
] as const

/** What the pages of a group have in common. */
export function GroupLayout() {
  const { slug } = useOrganization()
  const { id, name, description, agent_count } = useGroup()
  return (
    <Page title={name} description={description ?? counted(agent_count, 'agent')}>
      <Stack gap="md">
        <TabLinks label="Pages of this group">
          {tabs.map(({ to, label }) => (
            <TabLink key={to} to={to} params={{ org: slug, groupId: id }} activeOptions={{ exact: true }}>
              {label}
            </TabLink>
          ))}
        </TabLinks>
        <Outlet />
      </Stack>
    </Page>
  )
}
