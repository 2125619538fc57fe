import { Group, Skeleton, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { changeRequestsQuery } from '../../api/change-request-queries.ts'
import { fetchCode } from '../../api/client.ts'
import { agentQuery } from '../../api/queries.ts'
import { proposalsQuery } from '../../api/review-queries.ts'
import { pluralize } from '../../api/words.ts'
import { Proposals } from '../../items/proposals.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

/** Most visits decide on proposals, so the first load goes without its code. */
const RequestDetail = lazy(() =>
  fetchCode(import('../change-requests/request-detail.tsx')).then((code) => ({ default: code.RequestDetail })),
)

/** Everything that awaits a decision in the organization: of its own layer, of its groups, and of its agents. */
export function InboxPage() {
  const { id: orgId, slug: org } = useOrganization()
  const { q: filter = '', agent } = useSearch({ from: '/signed-in/o/$org/review' })
  // Beside the change requests, which suspend the page until they are there.
  usePrefetchQuery(proposalsQuery(orgId, agent, filter))
  const { data: requests } = useSuspenseQuery(changeRequestsQuery(orgId, 'open'))
  const navigate = useNavigate()
  const others = {
    title: 'Change requests',
    link: (
      <TextLink to={paths.changeRequests} params={{ org }} size="xs" ml="auto">
        All change requests
      </TextLink>
    ),
    rows: requests.data.map((head) => ({
      id: head.id,
      statement: head.title,
      about: pluralize(head.change_count, 'change'),
      detail: (
        <Suspense fallback={<Skeleton height={200} />}>
          <RequestDetail head={head} />
        </Suspense>
      ),
    })),
  }
  return (
    <Page
      title="Review"
      description="Change requests, proposals of discovery, and items that people wrote and nobody reviewed"
    >
      <Proposals
        key={agent}
        agentId={agent}
        filter={filter}
        filters={
          <>
            {agent && <OnlyAgent agentId={agent} />}
            <TextInput
              size="xs"
              aria-label="Filter"
              placeholder="Filter"
              leftSection={<IconSearch size={14} />}
              value={filter}
              onChange={({ currentTarget: { value } }) =>
                navigate({
                  to: paths.inbox,
                  params: { org },
                  search: { ...(agent && { agent }), ...(value && { q: value }) },
                  replace: true,
                })
              }
            />
          </>
        }
        others={agent ? undefined : others}
      >
        <EmptyBox
          title="Nothing to review"
          action={
            agent ? (
              <ButtonLink to={paths.evidence} params={{ org, agentId: agent }}>
                Run discovery
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.agents} params={{ org }}>
                View agents
              </ButtonLink>
            )
          }
        >
          Proposals of discovery, items that people wrote or imported and nobody reviewed, and open change requests
          appear here.{' '}
          <TextLink to={paths.changeRequests} params={{ org }} underline="always">
            Merged and closed change requests
          </TextLink>
        </EmptyBox>
      </Proposals>
    </Page>
  )
}

/** The agent whose proposals alone are listed, and the way to all of them. */
function OnlyAgent({ agentId }: { agentId: string }) {
  const { slug: org } = useOrganization()
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  return (
    <Group gap="xs" justify="space-between">
      <Text size="xs">
        Only{' '}
        <TextLink to={paths.agent} params={{ org, agentId }} size="xs" underline="always">
          {agent.name}
        </TextLink>
      </Text>
      <TextLink to={paths.inbox} params={{ org }} size="xs" underline="always">
        Show all
      </TextLink>
    </Group>
  )
}
