import {
  ActionIcon,
  Anchor,
  AppShell,
  Badge,
  Box,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import {
  IconBuilding,
  IconChecklist,
  IconHistory,
  IconHome,
  IconLayoutGrid,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconRadar,
  IconRobot,
  IconSearch,
  IconSettings,
  IconSun,
  IconUser,
  IconUsersGroup,
  IconVocabulary,
} from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { jobsQuery } from '../api/discovery-queries.ts'
import { followChanges } from '../api/live.ts'
import { sessionQuery } from '../api/queries.ts'
import { waitingQuery } from '../api/waiting.ts'
import { paths } from '../paths.ts'
import { NavItem } from '../ui/links.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useRefreshAfterJobs } from '../ui/use-refresh-after-jobs.ts'
import { useSignOut } from '../ui/use-sign-out.ts'
import { OrganizationPicker } from './organization-picker.tsx'
import classes from './shell.module.css'

const Search = lazy(() => import('./search.tsx').then(({ Search }) => ({ default: Search })))

const mainId = 'content'

/** Not by a real link, since the fragment of a URL names an item. */
function skipToMain(event: MouseEvent) {
  event.preventDefault()
  document.getElementById(mainId)?.focus()
}

/** The frame of every page of an organization. */
export function Shell() {
  const [menuOpened, { toggle, close }] = useDisclosure(false)
  const { slug } = useOrganization()
  // The code of search loads on first use; each increment opens it again.
  const [searches, setSearches] = useState(0)
  const search = () => setSearches((count) => count + 1)
  const burger = useRef<HTMLButtonElement>(null)
  const leaveMenu = () => {
    if (!menuOpened) return
    close()
    burger.current?.focus()
  }
  useHotkeys([['mod+K', search]], [])
  useHotkeys([['Escape', leaveMenu]])
  useEffect(followChanges, [])
  return (
    <AppShell
      header={{ height: { base: 44, sm: 0 } }}
      navbar={{ width: 204, breakpoint: 'sm', collapsed: { mobile: !menuOpened } }}
      padding={{ base: 'sm', sm: 'md' }}
    >
      <Anchor className="skip-link" href={`#${mainId}`} onClick={skipToMain}>
        Skip to content
      </Anchor>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="sm" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger ref={burger} opened={menuOpened} onClick={toggle} size="sm" aria-label="Menu" />
            <OrganizationPicker />
          </Group>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Search" onClick={search}>
            <IconSearch size={18} />
          </ActionIcon>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Pages" className={classes.side}>
        <Box visibleFrom="sm" mb={6}>
          <OrganizationPicker />
        </Box>
        <Pages org={slug} onNavigate={close} />
        <Button
          mt="auto"
          variant="subtle"
          color="gray"
          visibleFrom="sm"
          px={8}
          fullWidth
          justify="space-between"
          classNames={{ label: classes.name }}
          leftSection={<IconSearch size={16} />}
          rightSection={<Kbd size="xs">Ctrl K</Kbd>}
          onClick={search}
        >
          Search
        </Button>
        <Group gap={2} mt={{ base: 'auto', sm: 4 }} wrap="nowrap">
          <SchemeToggle />
          <PersonMenu />
        </Group>
      </AppShell.Navbar>
      <AppShell.Main id={mainId} tabIndex={-1} style={{ outline: 'none' }}>
        <Outlet />
      </AppShell.Main>
      {searches > 0 && (
        <Suspense>
          <Search searches={searches} />
        </Suspense>
      )}
    </AppShell>
  )
}

const pages = [
  { to: paths.inbox, label: 'Review', Icon: IconChecklist },
  { to: paths.agents, label: 'Agents', Icon: IconRobot },
  { to: paths.groups, label: 'Groups', Icon: IconUsersGroup },
  { to: paths.fleet, label: 'Fleet', Icon: IconLayoutGrid },
  { to: paths.discovery, label: 'Discovery', Icon: IconRadar },
] as const

const pagesOfOrganization = [
  { to: paths.layer, label: 'Shared identity', Icon: IconBuilding, others: [paths.consensus] },
  { to: paths.history, label: 'History', Icon: IconHistory, others: [paths.runs] },
  { to: paths.connect, label: 'Connect', Icon: IconPlugConnected, others: [] },
  {
    to: paths.settings,
    label: 'Settings',
    Icon: IconSettings,
    others: [paths.models, paths.library, paths.members, paths.keys, paths.connections, paths.webhooks],
  },
] as const

const isAt = (pathname: string, address: string) =>
  pathname.split('/').slice(3).join('/') === address.split('/').slice(3).join('/')

function Pages({ org, onNavigate }: { org: string; onNavigate: () => void }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const common = { params: { org }, onClick: onNavigate, className: classes.page }
  return (
    <>
      <NavItem
        {...common}
        to={paths.organization}
        label="Home"
        leftSection={<IconHome size={16} />}
        activeOptions={{ exact: true }}
      />
      {pages.map(({ to, label, Icon }) => (
        <NavItem
          {...common}
          key={to}
          to={to}
          label={label}
          leftSection={<Icon size={16} />}
          rightSection={to === paths.inbox && <PendingCount />}
        />
      ))}
      <Text className={classes.heading}>Organization</Text>
      {pagesOfOrganization.map(({ to, label, Icon, others }) => (
        <NavItem
          {...common}
          key={to}
          to={to}
          label={label}
          leftSection={<Icon size={16} />}
          activeOptions={{ exact: true }}
          active={others.some((address) => isAt(pathname, address)) || undefined}
        />
      ))}
    </>
  )
}

/** How many items and change requests await a decision; nothing while unknown. A job that ends may have added some. */
function PendingCount() {
  const { id } = useOrganization()
  const { data: jobs } = useQuery(jobsQuery(id))
  useRefreshAfterJobs(jobs)
  const { data: count = 0 } = useQuery({
    ...waitingQuery(id),
    select: ({ proposals, change_requests }) => proposals.count + change_requests.count,
  })
  if (count === 0) return null
  return (
    <Badge size="sm" variant="light" color="gray">
      {count > 999 ? '999+' : count}
      <VisuallyHidden> pending</VisuallyHidden>
    </Badge>
  )
}

function SchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={isDark ? 'Switch to light mode' : 'Switch to dark mode'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={16} /> : <IconMoon size={16} />}
    </ActionIcon>
  )
}

function PersonMenu() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { slug } = useOrganization()
  const signOut = useSignOut()
  const navigate = useNavigate()
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Your account">
          <IconUser size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session?.email ?? session?.display_name}</Menu.Label>
        <Menu.Item
          leftSection={<IconSettings size={16} />}
          onClick={() => navigate({ to: paths.account, params: { org: slug } })}
        >
          Account
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconVocabulary size={16} />}>
          API reference
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
