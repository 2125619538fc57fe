import { Alert, Badge, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { changeRequestQuery } from '../../api/change-request-queries.ts'
import { capitalized, formatDateTime } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { Author } from './author.tsx'
import { Changes, Effect } from './changes.tsx'
import { Comments } from './comments.tsx'
import { statusColors } from './request-words.ts'

const route = getRouteApi('/signed-in/o/$org/change-requests/$changeRequestId')

/** One change request: its changes, the prompts that they change, and the decision. */
export function ChangeRequestPage() {
  const { changeRequestId } = route.useParams()
  const { id: orgId, slug: org } = useOrganization()
  const [agentId, setAgentId] = useState<string>()
  const { data: request } = useSuspenseQuery(changeRequestQuery(orgId, changeRequestId))
  // A prompt that fails to load must not replace the comment that is being written.
  const { data: effect = request, error } = useQuery({
    ...changeRequestQuery(orgId, changeRequestId, agentId),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={request.title}
      description={
        <>
          #{request.number} by <Author of={request.author} />, {formatDateTime(request.created_at)}
        </>
      }
      actions={
        <Badge size="lg" color={statusColors[request.status]} variant="light">
          {request.status}
        </Badge>
      }
    >
      <Stack maw={820} gap="lg">
        <TextLink to={paths.changeRequests} params={{ org }} size="sm">
          All change requests
        </TextLink>
        {request.description && (
          <Text dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
            {request.description}
          </Text>
        )}
        {request.decision && (
          <Alert
            color={statusColors[request.status]}
            title={
              <span>
                {capitalized(request.status)} by <Author of={request.decision.by} />
              </span>
            }
          >
            {formatDateTime(request.decision.at)}
            {request.decision.reason && `: ${request.decision.reason}`}
          </Alert>
        )}
        <Changes key={request.status} orgId={orgId} request={request} />
        <Effect request={effect} chosen={agentId} onAgent={setAgentId} />
        {error && <Alert color="red">{error.message}</Alert>}
        <Comments orgId={orgId} request={request} />
      </Stack>
    </Page>
  )
}
