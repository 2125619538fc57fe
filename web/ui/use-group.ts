import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { groupsQuery } from '../api/queries.ts'
import { useOrganization } from './use-organization.ts'

const route = getRouteApi('/signed-in/o/$org/groups/$groupId')

/** The group in the URL. */
export function useGroup() {
  const { groupId } = route.useParams()
  const { id } = useOrganization()
  const { data } = useSuspenseQuery(groupsQuery(id))
  const group = data.find((each) => each.id === groupId)
  if (!group) throw new ApiError(404, 'Group not found')
  return group
}
