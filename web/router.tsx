import { type AnyRoute, createRoute, createRouter } from '@tanstack/react-router'
import { agentFilters } from './api/agent-list.ts'
import { fleetFilters } from './api/fleet-queries.ts'
import { identityQuery } from './api/identity.ts'
import { searchFilters } from './api/item-search.ts'
import { agentQuery, queryClient } from './api/queries.ts'
import { reviewFilters } from './api/review-queries.ts'
import {
  guestPage,
  keepAnalyzedRoute,
  organizationRoute,
  pageOfOrganization,
  rootRoute,
  signedInRoute,
  signInRoute,
  startRoute,
} from './entry-routes.tsx'
import { paneSearch } from './pages/agents/pane-search.ts'
import { HomePage } from './pages/home/home.tsx'
import { historySearch } from './pages/organization/history-search.ts'
import { paths } from './paths.ts'
import { Failure, Loading, NotFound } from './ui/failure.tsx'
import { below, lazy, pagesIn } from './ui/lazy-routes.ts'
import { leadToPage } from './ui/moved-pages.ts'

/** The page of each path. Its code loads when it is opened, or earlier when the browser is idle. */

const homeRoute = createRoute({ getParentRoute: () => organizationRoute, path: '/', component: HomePage })

const newAgentRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.start),
  // The agent that is being set up, and where it starts from.
  validateSearch: ({ agent, from }: Record<string, unknown>): { agent?: string; from?: 'role' | 'rules' } =>
    typeof agent === 'string' ? { agent, from: from === 'rules' ? 'rules' : 'role' } : {},
  component: lazy(() => import('./pages/agents/start.tsx'), 'StartPage'),
})

const fleetRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.fleet),
  validateSearch: fleetFilters,
  component: lazy(() => import('./pages/fleet/fleet.tsx'), 'FleetPage'),
})

const agentsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.agents),
  validateSearch: agentFilters,
  component: lazy(() => import('./pages/agents/agents.tsx'), 'AgentsPage'),
})

const compareRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.compare),
  // The ids of the two agents.
  validateSearch: ({ a, b }: Record<string, unknown>): { a?: string; b?: string } => ({
    ...(typeof a === 'string' && { a }),
    ...(typeof b === 'string' && { b }),
  }),
  component: lazy(() => import('./pages/agents/compare.tsx'), 'ComparePage'),
})

const searchRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.search),
  validateSearch: searchFilters,
  component: lazy(() => import('./pages/search/results.tsx'), 'SearchPage'),
})

const inboxRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.inbox),
  validateSearch: reviewFilters,
  component: lazy(() => import('./pages/review/review.tsx'), 'InboxPage'),
})

const agentRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.agent),
  // Loads the page's data while its code loads.
  loader: ({ params: { agentId } }) => {
    queryClient.prefetchQuery(agentQuery(agentId))
    queryClient.prefetchQuery(identityQuery({ layer: 'agent', id: agentId }))
  },
  component: lazy(() => import('./pages/agents/agent.tsx'), 'AgentLayout'),
})

const agentPage = pagesIn(agentRoute, paths.agent)

const identityRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/',
  validateSearch: paneSearch,
  component: lazy(() => import('./pages/agents/identity.tsx'), 'IdentityPage'),
})

const evidenceRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: below(paths.agent, paths.evidence),
  component: lazy(() => import('./pages/agents/agent.tsx'), 'EvidenceLayout'),
})

const evidencePage = pagesIn(evidenceRoute, paths.evidence)

const usesRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: below(paths.agent, paths.use),
  component: lazy(() => import('./pages/agents/agent.tsx'), 'UseLayout'),
})

const pageOfUse = pagesIn(usesRoute, paths.use)

const settingsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: below(paths.agent, paths.agentSettings),
  component: lazy(() => import('./pages/agents/agent.tsx'), 'SettingsLayout'),
})

const settingsPage = pagesIn(settingsRoute, paths.agentSettings)

const groupRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.group),
  component: lazy(() => import('./pages/groups/group.tsx'), 'GroupLayout'),
})

const groupPage = pagesIn(groupRoute, paths.group)

const layerRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.layer),
  component: lazy(() => import('./pages/organization/organization.tsx'), 'OrganizationLayout'),
})

const layerPage = pagesIn(layerRoute, paths.layer)

const connectionsRoute = createRoute({
  getParentRoute: () => layerRoute,
  path: below(paths.layer, paths.connections),
  validateSearch: ({ github }: Record<string, unknown>): { github?: 'denied' } =>
    github === 'denied' ? { github } : {},
  component: lazy(() => import('./pages/organization/connections.tsx'), 'ConnectionsPage'),
})

const historyRoute = createRoute({
  getParentRoute: () => layerRoute,
  path: below(paths.layer, paths.history),
  validateSearch: historySearch,
  component: lazy(() => import('./pages/organization/history.tsx'), 'HistoryPage'),
})

const connectRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: below(paths.organization, paths.connect),
  // The slug of the agent whose prompt the lines read.
  validateSearch: ({ agent }: { agent?: unknown }): { agent?: string } => (typeof agent === 'string' ? { agent } : {}),
  component: lazy(() => import('./pages/connect/connect.tsx'), 'ConnectPage'),
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  guestPage(paths.analyze, () => import('./pages/analyze.tsx'), 'AnalyzePage'),
  guestPage(paths.register, () => import('./pages/account/register.tsx'), 'RegisterPage'),
  guestPage(paths.forgotPassword, () => import('./pages/account/account-links.tsx'), 'ForgotPasswordPage'),
  guestPage(paths.reset, () => import('./pages/account/account-links.tsx'), 'ResetPage'),
  guestPage(paths.verify, () => import('./pages/account/account-links.tsx'), 'VerifyPage'),
  guestPage(paths.invitation, () => import('./pages/account/invitation.tsx'), 'InvitationPage'),
  signedInRoute.addChildren([
    startRoute,
    keepAnalyzedRoute,
    organizationRoute.addChildren([
      homeRoute,
      newAgentRoute,
      agentsRoute,
      compareRoute,
      agentRoute.addChildren([
        identityRoute,
        evidenceRoute.addChildren([
          evidencePage(paths.evidence, () => import('./pages/discovery/discovery.tsx'), 'DiscoveryPage'),
          evidencePage(paths.sessions, () => import('./pages/discovery/sessions.tsx'), 'SessionsPage'),
          evidencePage(paths.sources, () => import('./pages/content/sources.tsx'), 'SourcesPage'),
          evidencePage(paths.content, () => import('./pages/content/content.tsx'), 'ContentPage'),
          evidencePage(paths.conversations, () => import('./pages/content/conversations.tsx'), 'ConversationsPage'),
        ]),
        agentPage(paths.versions, () => import('./pages/agents/versions.tsx'), 'VersionsPage'),
        agentPage(paths.snapshots, () => import('./pages/agents/snapshots.tsx'), 'SnapshotsPage'),
        usesRoute.addChildren([
          pageOfUse(paths.use, () => import('./pages/connect/connect.tsx'), 'AgentConnectPage'),
          pageOfUse(paths.learn, () => import('./pages/connect/learn.tsx'), 'LearnPage'),
          pageOfUse(paths.clients, () => import('./pages/agents/clients.tsx'), 'ClientsPage'),
          pageOfUse(paths.agentModels, () => import('./pages/agents/models.tsx'), 'AgentModelsPage'),
          pageOfUse(paths.variants, () => import('./pages/agents/variants.tsx'), 'VariantsPage'),
          pageOfUse(paths.files, () => import('./pages/agents/export.tsx'), 'ExportPage'),
        ]),
        settingsRoute.addChildren([
          settingsPage(paths.agentSettings, () => import('./pages/agents/settings.tsx'), 'AgentSettingsPage'),
          settingsPage(paths.discoverySettings, () => import('./pages/agents/settings.tsx'), 'DiscoverySettingsPage'),
        ]),
        createRoute({ getParentRoute: () => agentRoute, path: '$earlier', beforeLoad: (opened) => leadToPage(opened) }),
      ]),
      connectRoute,
      fleetRoute,
      searchRoute,
      inboxRoute,
      pageOfOrganization(
        paths.changeRequests,
        () => import('./pages/change-requests/change-requests.tsx'),
        'ChangeRequestsPage',
      ),
      pageOfOrganization(
        paths.changeRequest,
        () => import('./pages/change-requests/change-request.tsx'),
        'ChangeRequestPage',
      ),
      pageOfOrganization(paths.groups, () => import('./pages/groups/groups.tsx'), 'GroupsPage'),
      pageOfOrganization(paths.account, () => import('./pages/account/account.tsx'), 'AccountPage'),
      pageOfOrganization(paths.conversation, () => import('./pages/content/conversation.tsx'), 'ConversationPage'),
      createRoute({
        getParentRoute: () => organizationRoute,
        path: '$earlier',
        beforeLoad: (opened) => leadToPage(opened),
      }),
      pageOfOrganization(paths.discovery, () => import('./pages/discovery/work.tsx'), 'DiscoveryOfAllPage'),
      groupRoute.addChildren([
        groupPage(paths.group, () => import('./pages/groups/items.tsx'), 'GroupItemsPage'),
        groupPage(paths.groupConsensus, () => import('./pages/consensus/consensus.tsx'), 'GroupConsensusPage'),
        groupPage(paths.groupSettings, () => import('./pages/groups/settings.tsx'), 'GroupSettingsPage'),
      ]),
      layerRoute.addChildren([
        layerPage(paths.layer, () => import('./pages/organization/items.tsx'), 'OrganizationItemsPage'),
        layerPage(paths.consensus, () => import('./pages/consensus/consensus.tsx'), 'OrganizationConsensusPage'),
        layerPage(paths.settings, () => import('./pages/organization/settings.tsx'), 'SettingsPage'),
        layerPage(paths.models, () => import('./pages/organization/models.tsx'), 'ModelsPage'),
        layerPage(paths.library, () => import('./pages/organization/library.tsx'), 'LibraryPage'),
        layerPage(paths.runs, () => import('./pages/discovery/jobs.tsx'), 'RunsPage'),
        layerPage(paths.members, () => import('./pages/organization/members.tsx'), 'MembersPage'),
        layerPage(paths.keys, () => import('./pages/organization/keys.tsx'), 'KeysPage'),
        layerPage(paths.webhooks, () => import('./pages/organization/webhooks.tsx'), 'WebhooksPage'),
        connectionsRoute,
        historyRoute,
      ]),
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: () => <NotFound />,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/** Starts to load the code of the opened page before it is known who is signed in. */
export function loadOpenedPage() {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route: AnyRoute | undefined = router.routesById[routeId]
    route?.options.component?.preload?.()
  }
}

/** Loads the code of all pages, one after the other, so that tabs open immediately, even while the service is down. */
export async function loadPages() {
  const parts = [
    () => import('./ui/late-modal.tsx'),
    () => import('./shell/sign-in-dialog.tsx'),
    () => import('./shell/new-organization.tsx'),
    () => import('./ui/charts.tsx'),
    () => import('./shell/search.tsx'),
  ]
  for (const { options } of Object.values<AnyRoute>(router.routesById)) await options.component?.preload?.()
  for (const load of parts) await load().catch(() => undefined)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
