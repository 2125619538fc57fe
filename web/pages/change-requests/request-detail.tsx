import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangeRequestHead, changeRequestQuery } from '../../api/change-request-queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { Author } from './author.tsx'
import { Changes, Effect } from './changes.tsx'

/** A change request beside the list of what waits: its changes, their effect, and the decision. */
export function RequestDetail({ head }: { head: ChangeRequestHead }) {
  const { id: orgId, slug: org } = useOrganization()
  const [agentId, setAgentId] = useState<string>()
  const { data: request, error } = useQuery({
    ...changeRequestQuery(orgId, head.id, agentId),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md">
      <div>
        <TextLink to={paths.changeRequest} params={{ org, changeRequestId: head.id }} size="lg" fw={650}>
          {head.title}
        </TextLink>
        <Text size="sm" c="dimmed">
          #{head.number} by <Author of={head.author} />, {formatDateTime(head.created_at)}
        </Text>
      </div>
      {error && <Alert color="red">{error.message}</Alert>}
      {!request && !error && <Skeleton height={200} />}
      {request?.description && (
        <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
          {request.description}
        </Text>
      )}
      {request && (
        <>
          <Changes key={request.id} orgId={orgId} request={request} />
          <Effect request={request} chosen={agentId} onAgent={setAgentId} />
        </>
      )}
    </Stack>
  )
}
