import { Badge, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ChangeRequestHead,
  type ChangeRequestStatus,
  changeRequestsQuery,
} from '../../api/change-request-queries.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { Author } from './author.tsx'
import { statusColors } from './request-words.ts'

const statuses: { value: ChangeRequestStatus; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'merged', label: 'Merged' },
  { value: 'closed', label: 'Closed' },
]

/** All change requests of the organization. */
export function ChangeRequestsPage() {
  const { id: orgId } = useOrganization()
  const [status, setStatus] = useState<ChangeRequestStatus>('open')
  const { data } = useSuspenseQuery(changeRequestsQuery(orgId, status))
  return (
    <Page title="Change requests" description="What agents and tools propose to change">
      <SegmentedControl
        aria-label="Status"
        data={statuses}
        value={status}
        onChange={(value) => setStatus(value as ChangeRequestStatus)}
        w="fit-content"
      />
      {data.data.length === 0 ? (
        <EmptyBox title={`No ${status} change requests`}>
          Agents and tools open them with a key that may propose, and Revert in History opens one. Nothing changes until
          someone merges it. Merged and closed ones stay in the lists above.
        </EmptyBox>
      ) : (
        <Stack maw={820} gap="sm">
          {data.count > data.data.length && (
            <Text size="sm" c="dimmed">
              The newest {data.data.length} of {data.count.toLocaleString('en')}
            </Text>
          )}
          <RequestList requests={data.data} />
        </Stack>
      )}
    </Page>
  )
}

export function RequestList({ requests }: { requests: ChangeRequestHead[] }) {
  const { slug: org } = useOrganization()
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Change requests">
      {requests.map((request) => (
        <li key={request.id}>
          <Card withBorder padding="sm">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={2} miw={0}>
                <TextLink
                  to={paths.changeRequest}
                  params={{ org, changeRequestId: request.id }}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {request.title}
                </TextLink>
                <Text size="xs" c="dimmed">
                  #{request.number} by <Author of={request.author} />, {formatDateTime(request.created_at)},{' '}
                  {pluralize(request.change_count, 'change')}
                  {request.comment_count > 0 && `, ${pluralize(request.comment_count, 'comment')}`}
                </Text>
              </Stack>
              <Badge color={statusColors[request.status]} variant="light" flex="none">
                {request.status}
              </Badge>
            </Group>
          </Card>
        </li>
      ))}
    </Stack>
  )
}
