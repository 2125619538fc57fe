import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../api/client.ts'
import { organizationsQuery } from '../api/queries.ts'

type Membership = Answer<'/organizations', 'get', 200>['data'][number]

const route = getRouteApi('/signed-in/o/$org')

/**
 * Organizations that this page has shown. One that is gone, since a membership ended or another tab signed in as
 * somebody else, stays until the person leaves the page, so that what they typed does.
 */
const shown = new Map<string, Membership>()

/** The organization in the URL, with the role of the signed-in person; the router has checked that it exists. */
export function useOrganization() {
  const { org } = route.useParams()
  const { data } = useSuspenseQuery(organizationsQuery)
  const membership = data.find(({ organization }) => organization.slug === org) ?? shown.get(org)!
  shown.set(org, membership)
  return { ...membership.organization, role: membership.role }
}

/** Whether the person may change agents and their items here: a viewer only reads and comments. */
export const useMayEdit = () => useOrganization().role !== 'viewer'
