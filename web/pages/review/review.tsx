import { Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { changeRequestsQuery } from '../../api/change-request-queries.ts'
import { formatDate, pluralize } from '../../api/words.ts'
import classes from '../../items/proposals.module.css'
import { Proposals } from '../../items/proposals.tsx'
import { RepeatedItems } from '../../items/repeated-items.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink, PlainLink, TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useOrganization } from '../../ui/use-organization.ts'

/** Everything that awaits a decision in the organization: of its own layer, of its groups, and of its agents. */
export function InboxPage() {
  const { id: orgId, slug: org } = useOrganization()
  // Beside the proposals, which suspend the page until they are there.
  usePrefetchQuery(changeRequestsQuery(orgId, 'open'))
  const { q } = useSearch({ strict: false }) as { q?: unknown }
  const filter = typeof q === 'string' ? q : ''
  const navigate = useNavigate()
  return (
    <Page
      title="Review"
      description="Change requests, proposals of discovery, and items that people wrote and nobody reviewed"
    >
      <Proposals
        filter={filter}
        filters={
          <TextInput
            size="xs"
            aria-label="Filter"
            placeholder="Filter"
            leftSection={<IconSearch size={14} />}
            value={filter}
            onChange={({ currentTarget: { value } }) =>
              navigate({ to: '.', search: (value ? { q: value } : {}) as never, replace: true })
            }
          />
        }
        before={<ChangeRequestRows />}
      >
        <EmptyBox
          title="Nothing to review"
          action={
            <ButtonLink to={paths.agents} params={{ org }}>
              View agents
            </ButtonLink>
          }
        >
          Proposals of discovery, and items that people wrote or imported and nobody reviewed, appear here.
        </EmptyBox>
      </Proposals>
    </Page>
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

/** The same for one agent. */
export function ReviewPage() {
  const { org, agentId } = useAgentParams()
  return (
    <Stack gap="xl">
      <Proposals agentId={agentId}>
        <EmptyBox
          title="Nothing to review"
          action={
            <ButtonLink to={paths.discovery} params={{ org, agentId }}>
              Run discovery
            </ButtonLink>
          }
        >
          Proposals of discovery, and items that people wrote or imported and nobody reviewed, appear here.
        </EmptyBox>
      </Proposals>
      <RepeatedItems agentId={agentId} />
    </Stack>
  )
}
