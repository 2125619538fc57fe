import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { organizationsQuery } from '../api/queries.ts'

const route = getRouteApi('/signed-in/o/$org')

/** The organization in the URL, with the role of the signed-in person; the router has checked that it exists. */
export function useOrganization() {
  const { org } = route.useParams()
  const { data } = useSuspenseQuery(organizationsQuery)
  const { organization, role } = data.find(({ organization }) => organization.slug === org)!
  return { ...organization, role }
}
