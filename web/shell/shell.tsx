import {
  ActionIcon,
  Anchor,
  AppShell,
  Badge,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  NavLink,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import {
  IconBuilding,
  IconChecklist,
  IconCpu,
  IconGitPullRequest,
  IconHome,
  IconLayoutGrid,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconProgress,
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
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { jobsQuery } from '../api/discovery-queries.ts'
import { sessionQuery } from '../api/queries.ts'
import { proposalsQuery } from '../api/review-queries.ts'
import { paths } from '../paths.ts'
import { NavItem, TextLink } from '../ui/links.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useRefreshAfterJobs } from '../ui/use-refresh-after-jobs.ts'
import { useSignOut } from '../ui/use-sign-out.ts'
import { OrganizationPicker } from './organization-picker.tsx'

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
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !menuOpened } }}
      padding="md"
    >
      <Anchor className="skip-link" href={`#${mainId}`} onClick={skipToMain}>
        Skip to content
      </Anchor>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger ref={burger} opened={menuOpened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <TextLink to={paths.organization} params={{ org: slug }} fw={700} c="inherit" visibleFrom="sm">
              Agent Identity
            </TextLink>
            <OrganizationPicker />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              size="xs"
              visibleFrom="sm"
              leftSection={<IconSearch size={16} />}
              rightSection={<Kbd size="xs">Ctrl K</Kbd>}
              onClick={search}
            >
              Search
            </Button>
            <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" aria-label="Search" onClick={search}>
              <IconSearch size={20} />
            </ActionIcon>
            <SchemeToggle />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        <Pages org={slug} onNavigate={close} />
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

function Pages({ org, onNavigate }: { org: string; onNavigate: () => void }) {
  const common = { params: { org }, onClick: onNavigate }
  const isHomeTab = useLocation({ select: ({ pathname }) => /^\/o\/[^/]+\/(overview|layers)$/.test(pathname) })
  return (
    <>
      <NavItem
        {...common}
        to={paths.organization}
        label="Home"
        leftSection={<IconHome size={18} />}
        activeOptions={{ exact: true }}
        active={isHomeTab || undefined}
      />
      <NavItem {...common} to={paths.agents} label="Agents" leftSection={<IconRobot size={18} />} />
      <NavItem
        {...common}
        to={paths.inbox}
        label="Review"
        leftSection={<IconChecklist size={18} />}
        rightSection={<PendingCount />}
      />
      <NavItem
        {...common}
        to={paths.changeRequests}
        label="Change requests"
        leftSection={<IconGitPullRequest size={18} />}
      />
      <NavItem {...common} to={paths.groups} label="Groups" leftSection={<IconUsersGroup size={18} />} />
      <NavItem {...common} to={paths.fleet} label="Fleet" leftSection={<IconLayoutGrid size={18} />} />
      <NavItem {...common} to={paths.jobs} label="Jobs" leftSection={<IconProgress size={18} />} />
      <NavItem {...common} to={paths.models} label="Models" leftSection={<IconCpu size={18} />} />
      <NavItem {...common} to={paths.connect} label="Connect" leftSection={<IconPlugConnected size={18} />} />
      <NavItem {...common} to={paths.layer} label="Organization" leftSection={<IconBuilding size={18} />} />
      <NavLink mt="auto" href="/docs" label="API reference" leftSection={<IconVocabulary size={18} />} />
    </>
  )
}

/** How many items await a decision; nothing while unknown. A job that ends may have added some. */
function PendingCount() {
  const { id } = useOrganization()
  const { data: jobs } = useQuery(jobsQuery(id))
  useRefreshAfterJobs(jobs)
  const { data: count = 0 } = useQuery({ ...proposalsQuery(id), select: (proposals) => proposals.count })
  if (count === 0) return null
  return (
    <Badge size="sm" variant="light">
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
      size="lg"
      aria-label={isDark ? 'Switch to light mode' : 'Switch to dark mode'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </ActionIcon>
  )
}

function PersonMenu() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { slug } = useOrganization()
  const signOut = useSignOut()
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Your account">
          <IconUser size={20} />
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
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
