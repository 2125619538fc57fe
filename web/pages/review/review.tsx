import { Stack } from '@mantine/core'
import { Proposals } from '../../items/proposals.tsx'
import { RepeatedItems } from '../../items/repeated-items.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { OpenChangeRequests } from '../change-requests/change-requests.tsx'

/** Everything that awaits a decision in the organization: of its own layer, of its groups, and of its agents. */
export function InboxPage() {
  const { slug: org } = useOrganization()
  return (
    <Page
      title="Review"
      description="Change requests, proposals of discovery, and items that people wrote and nobody reviewed"
    >
      <OpenChangeRequests />
      <Proposals>
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
