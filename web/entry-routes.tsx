import { createRootRoute, createRoute, notFound, Outlet, redirect } from '@tanstack/react-router'
import { type FailedSignIn, freshOrKnown, organizationsQuery, sessionQuery } from './api/queries.ts'
import { paths } from './paths.ts'
import { lastOrganization, rememberOrganization } from './shell/last-organization.ts'
import { Shell } from './shell/shell.tsx'
import { NotFound } from './ui/failure.tsx'
import { lazy, pagesIn } from './ui/lazy-routes.ts'
import { useAskBeforeLeaving } from './ui/use-unsaved.ts'

/** The routes on the way to an organization: those of guests, and the checks of who is signed in. */

function Root() {
  useAskBeforeLeaving()
  return <Outlet />
}

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
})

export const guestPage = pagesIn(rootRoute, paths.root)

const guestSearch = (search: Record<string, unknown>): { to?: string } =>
  typeof search.to === 'string' && /^\/(?![/\\])/.test(search.to) ? { to: search.to } : {}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: (search: Record<string, unknown>): { to?: string; failed?: FailedSignIn } => ({
    ...guestSearch(search),
    // The service has a sentence for its own words alone.
    ...(typeof search.failed === 'string' && { failed: search.failed as FailedSignIn }),
  }),
  component: lazy(() => import('./pages/account/sign-in.tsx'), 'SignInPage'),
})

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    // In parallel, since the visitor is nearly always signed in.
    const organizations = freshOrKnown(organizationsQuery)
    organizations.catch(() => undefined)
    const session = await freshOrKnown(sessionQuery)
    if (!session) throw redirect({ to: paths.signIn, search: location.href === '/' ? {} : { to: location.href } })
    return { organizations: await organizations }
  },
})

export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.root,
  beforeLoad: ({ context: { organizations } }) => {
    const slugs = organizations.map(({ organization }) => organization.slug)
    const org = slugs.find((slug) => slug === lastOrganization()) ?? slugs[0]
    if (org) throw redirect({ to: paths.organization, params: { org } })
  },
  component: lazy(() => import('./pages/account/no-organization.tsx'), 'NoOrganizationPage'),
})

/** After signing in, a file that was analyzed before becomes a new agent of the organization that was open last. */
export const keepAnalyzedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.keepAnalyzed,
  beforeLoad: ({ context: { organizations } }) => {
    const slugs = organizations.map(({ organization }) => organization.slug)
    const org = slugs.find((slug) => slug === lastOrganization()) ?? slugs[0]
    if (!org) throw redirect({ to: paths.root })
    throw redirect({ to: paths.start, params: { org } })
  },
})

export const organizationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.organization,
  beforeLoad: ({ context: { organizations }, params: { org } }) => {
    if (!organizations.some(({ organization }) => organization.slug === org)) throw notFound()
    rememberOrganization(org)
  },
  component: Shell,
})

export const pageOfOrganization = pagesIn(organizationRoute, paths.organization)
