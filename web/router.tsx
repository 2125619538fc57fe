import type { FetchQueryOptions } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { fetchCode } from './api/client.ts'
import { identityQuery } from './api/identity.ts'
import { agentQuery, organizationsQuery, queryClient, sessionQuery } from './api/queries.ts'
import { paths } from './paths.ts'
import { lastOrganization, rememberOrganization } from './shell/last-organization.ts'
import { Shell } from './shell/shell.tsx'
import { Failure, Loading, NotFound } from './ui/failure.tsx'
import { useAskBeforeLeaving } from './ui/use-unsaved.ts'

/** Which page stands at which address. A page loads when it is opened, or when the browser has nothing else to do. */

const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => fetchCode(load()), name)

function Root() {
  useAskBeforeLeaving()
  return <Outlet />
}

const rootRoute = createRootRoute({ component: Root, notFoundComponent: () => <NotFound /> })

const guestSearch = (search: Record<string, unknown>): { to?: string } =>
  typeof search.to === 'string' && /^\/(?![/\\])/.test(search.to) ? { to: search.to } : {}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: guestSearch,
  component: page(() => import('./pages/account/sign-in.tsx'), 'SignInPage'),
})

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.register,
  component: page(() => import('./pages/account/register.tsx'), 'RegisterPage'),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  component: page(() => import('./pages/account/account-links.tsx'), 'ForgotPasswordPage'),
})

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.reset,
  component: page(() => import('./pages/account/account-links.tsx'), 'ResetPage'),
})

const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.verify,
  component: page(() => import('./pages/account/account-links.tsx'), 'VerifyPage'),
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.invitation,
  component: page(() => import('./pages/account/invitation.tsx'), 'InvitationPage'),
})

/** Reads what is stale anew; what is known is enough to go on while the service is away. */
async function freshOrKnown<T>(query: FetchQueryOptions<T, Error, T, string[]>): Promise<T> {
  try {
    return await queryClient.fetchQuery(query)
  } catch (error) {
    const known = queryClient.getQueryData<T>(query.queryKey)
    if (known === undefined) throw error
    return known
  }
}

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    // Both at once: nearly always somebody is signed in.
    const organizations = freshOrKnown(organizationsQuery)
    organizations.catch(() => undefined)
    const session = await freshOrKnown(sessionQuery)
    if (!session) throw redirect({ to: paths.signIn, search: location.href === '/' ? {} : { to: location.href } })
    return { organizations: await organizations }
  },
})

const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.root,
  beforeLoad: ({ context: { organizations } }) => {
    const slugs = organizations.map(({ organization }) => organization.slug)
    const org = slugs.find((slug) => slug === lastOrganization()) ?? slugs[0]
    if (org) throw redirect({ to: paths.organization, params: { org } })
  },
  component: page(() => import('./pages/account/no-organization.tsx'), 'NoOrganizationPage'),
})

const organizationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'organization',
  beforeLoad: ({ context: { organizations }, params }) => {
    const { org } = params as { org: string }
    if (!organizations.some(({ organization }) => organization.slug === org)) throw notFound()
    rememberOrganization(org)
  },
  component: Shell,
})

const homePagesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  id: 'home-pages',
  component: page(() => import('./pages/home/home-layout.tsx'), 'HomeLayout'),
})

const homeRoute = createRoute({
  getParentRoute: () => homePagesRoute,
  path: paths.organization,
  component: page(() => import('./pages/home/home.tsx'), 'HomePage'),
})

const overviewRoute = createRoute({
  getParentRoute: () => homePagesRoute,
  path: paths.overview,
  component: page(() => import('./pages/home/overview.tsx'), 'OverviewPage'),
})

const layersRoute = createRoute({
  getParentRoute: () => homePagesRoute,
  path: paths.layers,
  component: page(() => import('./pages/home/layers.tsx'), 'LayersPage'),
})

const newAgentRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: paths.start,
  // The agent that is being set up, and what it starts from.
  validateSearch: ({ agent, from }: Record<string, unknown>): { agent?: string; from?: 'role' | 'rules' } =>
    typeof agent === 'string' ? { agent, from: from === 'rules' ? 'rules' : 'role' } : {},
  component: page(() => import('./pages/agents/start.tsx'), 'StartPage'),
})

const agentsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: paths.agents,
  component: page(() => import('./pages/agents/agents.tsx'), 'AgentsPage'),
})

const agentRoute = createRoute({
  getParentRoute: () => organizationRoute,
  id: 'agent',
  // What the page reads comes while its code does.
  loader: ({ params }) => {
    const { agentId } = params as { agentId: string }
    queryClient.prefetchQuery(agentQuery(agentId))
    queryClient.prefetchQuery(identityQuery({ layer: 'agent', id: agentId }))
  },
  component: page(() => import('./pages/agents/agent.tsx'), 'AgentLayout'),
})

const identityRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.agent,
  component: page(() => import('./pages/agents/identity.tsx'), 'IdentityPage'),
})

const profileRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.profile,
  component: page(() => import('./pages/agents/profile.tsx'), 'ProfilePage'),
})

const importRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.import,
  component: page(() => import('./pages/agents/import.tsx'), 'ImportPage'),
})

const recommendationsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.recommendations,
  component: page(() => import('./pages/agents/recommendations.tsx'), 'RecommendationsPage'),
})

const snapshotsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.snapshots,
  component: page(() => import('./pages/agents/snapshots.tsx'), 'SnapshotsPage'),
})

const playgroundRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.playground,
  component: page(() => import('./pages/agents/playground.tsx'), 'PlaygroundPage'),
})

const conversationsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.conversations,
  component: page(() => import('./pages/content/conversations.tsx'), 'ConversationsPage'),
})

const conversationRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: paths.conversation,
  component: page(() => import('./pages/content/conversation.tsx'), 'ConversationPage'),
})

const agentModelsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.agentModels,
  component: page(() => import('./pages/agents/agent-models.tsx'), 'AgentModelsPage'),
})

const modelsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: paths.models,
  component: page(() => import('./pages/organization/models.tsx'), 'ModelsPage'),
})

const reviewRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.review,
  component: page(() => import('./pages/home/review.tsx'), 'ReviewPage'),
})

const discoveryRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.discovery,
  component: page(() => import('./pages/discovery/discovery.tsx'), 'DiscoveryPage'),
})

const contentRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: paths.content,
  component: page(() => import('./pages/content/content.tsx'), 'ContentPage'),
})

const jobsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: paths.jobs,
  component: page(() => import('./pages/discovery/jobs.tsx'), 'JobsPage'),
})

const inboxRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: paths.inbox,
  component: page(() => import('./pages/home/review.tsx'), 'InboxPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: paths.account,
  component: page(() => import('./pages/account/account.tsx'), 'AccountPage'),
})

const groupsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: paths.groups,
  component: page(() => import('./pages/groups/groups.tsx'), 'GroupsPage'),
})

const groupRoute = createRoute({
  getParentRoute: () => organizationRoute,
  id: 'group',
  component: page(() => import('./pages/groups/group.tsx'), 'GroupLayout'),
})

const groupItemsRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: paths.group,
  component: page(() => import('./pages/home/layer.tsx'), 'GroupItemsPage'),
})

const groupConsensusRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: paths.groupConsensus,
  component: page(() => import('./pages/discovery/consensus.tsx'), 'GroupConsensusPage'),
})

const groupSettingsRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: paths.groupSettings,
  component: page(() => import('./pages/groups/group-settings.tsx'), 'GroupSettingsPage'),
})

const organizationPagesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  id: 'organization-pages',
  component: page(() => import('./pages/organization/organization.tsx'), 'OrganizationLayout'),
})

const layerRoute = createRoute({
  getParentRoute: () => organizationPagesRoute,
  path: paths.layer,
  component: page(() => import('./pages/home/layer.tsx'), 'OrganizationItemsPage'),
})

const consensusRoute = createRoute({
  getParentRoute: () => organizationPagesRoute,
  path: paths.consensus,
  component: page(() => import('./pages/discovery/consensus.tsx'), 'OrganizationConsensusPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => organizationPagesRoute,
  path: paths.settings,
  component: page(() => import('./pages/organization/settings.tsx'), 'SettingsPage'),
})

const membersRoute = createRoute({
  getParentRoute: () => organizationPagesRoute,
  path: paths.members,
  component: page(() => import('./pages/organization/members.tsx'), 'MembersPage'),
})

const connectionsRoute = createRoute({
  getParentRoute: () => organizationPagesRoute,
  path: paths.connections,
  validateSearch: ({ github }: Record<string, unknown>): { github?: 'denied' } =>
    github === 'denied' ? { github } : {},
  component: page(() => import('./pages/organization/connections.tsx'), 'ConnectionsPage'),
})

const keysRoute = createRoute({
  getParentRoute: () => organizationPagesRoute,
  path: paths.keys,
  component: page(() => import('./pages/organization/keys.tsx'), 'KeysPage'),
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  registerRoute,
  forgotPasswordRoute,
  resetRoute,
  verifyRoute,
  invitationRoute,
  signedInRoute.addChildren([
    startRoute,
    organizationRoute.addChildren([
      homePagesRoute.addChildren([homeRoute, overviewRoute, layersRoute]),
      newAgentRoute,
      agentsRoute,
      agentRoute.addChildren([
        identityRoute,
        profileRoute,
        importRoute,
        recommendationsRoute,
        snapshotsRoute,
        playgroundRoute,
        conversationsRoute,
        agentModelsRoute,
        reviewRoute,
        discoveryRoute,
        contentRoute,
      ]),
      inboxRoute,
      groupsRoute,
      accountRoute,
      conversationRoute,
      modelsRoute,
      jobsRoute,
      groupRoute.addChildren([groupItemsRoute, groupConsensusRoute, groupSettingsRoute]),
      organizationPagesRoute.addChildren([
        layerRoute,
        consensusRoute,
        settingsRoute,
        membersRoute,
        keysRoute,
        connectionsRoute,
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

/** Loads the code of all pages, one after the other, so that a tab opens at once, and also while the service is away. */
export async function loadPages() {
  const parts = [
    () => import('./shell/search.tsx'),
    () => import('./shell/new-organization.tsx'),
    () => import('./ui/charts.tsx'),
  ]
  for (const { options } of Object.values<AnyRoute>(router.routesById)) await options.component?.preload?.()
  for (const load of parts) await load().catch(() => undefined)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
