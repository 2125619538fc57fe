import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { organizationsQuery } from '../api/queries.ts'

const route = getRouteApi('/signed-in/o/$org')

/** The organization that the address names, with the signed-in person's role; the router has made sure that it is there. */
export function useOrganization() {
  const { org } = route.useParams()
  const { data } = useSuspenseQuery(organizationsQuery)
  const { organization, role } = data.find(({ organization }) => organization.slug === org)!
  return { ...organization, role }
}
