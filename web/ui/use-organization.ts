import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { organizationsQuery } from '../api/queries.ts'

/** The organization that the address names, with the signed-in person's role; the router has made sure that it is there. */
export function useOrganization() {
  const { org } = useParams({ strict: false })
  const { data } = useSuspenseQuery(organizationsQuery)
  const { organization, role } = data.find(({ organization }) => organization.slug === org)!
  return { ...organization, role }
}
