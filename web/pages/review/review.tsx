import { Group, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { changeRequestsQuery } from '../../api/change-request-queries.ts'
import { agentQuery } from '../../api/queries.ts'
import { formatDate, pluralize } from '../../api/words.ts'
import classes from '../../items/proposals.module.css'
import { Proposals } from '../../items/proposals.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink, PlainLink, TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useOrganization } from '../../ui/use-organization.ts'

/** Everything that awaits a decision in the organization: of its own layer, of its groups, and of its agents. */
export function InboxPage() {
  const { id: orgId, slug: org } = useOrganization()
  // Beside the proposals, which suspend the page until they are there.
  usePrefetchQuery(changeRequestsQuery(orgId, 'open'))
  const { q: filter = '', agent } = useSearch({ from: '/signed-in/o/$org/review' })
  const navigate = useNavigate()
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
        before={!agent && <ChangeRequestRows />}
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
          Proposals of discovery, and items that people wrote or imported and nobody reviewed, appear here.
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

const requestsShown = 5

/** The open change requests as rows of the list, each of which leads to its page; nothing if there are none. */
function ChangeRequestRows() {
  const { id: orgId, slug: org } = useOrganization()
  const { data } = useSuspenseQuery(changeRequestsQuery(orgId, 'open'))
  if (data.count === 0) return null
  return (
    <section aria-label="Open change requests">
      <h2 className={classes.group}>
        Change requests <span>{data.count}</span>
        <TextLink to={paths.changeRequests} params={{ org }} size="xs" ml="auto">
          All change requests
        </TextLink>
      </h2>
      <ul className={classes.requests} aria-label="Change requests">
        {data.data.slice(0, requestsShown).map(({ id, number, title, change_count, created_at }) => (
          <li key={id}>
            <PlainLink
              className={classes.row}
              to={paths.changeRequest}
              params={{ org, changeRequestId: id }}
              title={`#${number}, ${formatDate(created_at)}`}
            >
              <span className={classes.statement} dir="auto">
                {title}
              </span>
              <span className={classes.about}>{pluralize(change_count, 'change')}</span>
            </PlainLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
