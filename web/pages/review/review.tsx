import { Proposals } from '../../items/proposals.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'
import { useOrganization } from '../../ui/use-organization.ts'

/** What waits for a decision in the whole organization: its own proposals, those of groups, and those of every agent. */
export function InboxPage() {
  const { slug: org } = useOrganization()
  return (
    <Page title="Review" description="What waits for a decision, in every layer">
      <Proposals>
        <EmptyBox
          title="Nothing waits for review"
          action={
            <ButtonLink to={paths.agents} params={{ org }}>
              Choose an agent
            </ButtonLink>
          }
        >
          What discovery finds for an agent, and what is written while the organization does not approve by itself, is
          decided here.
        </EmptyBox>
      </Proposals>
    </Page>
  )
}

/** The same for one agent. */
export function ReviewPage() {
  const { org, agentId } = useAgentParams()
  return (
    <Proposals agentId={agentId}>
      <EmptyBox
        title="Nothing waits for review"
        action={
          <ButtonLink to={paths.discovery} params={{ org, agentId }}>
            Run discovery
          </ButtonLink>
        }
      >
        What is found in content, and what is written while the organization does not approve by itself, is decided
        here.
      </EmptyBox>
    </Proposals>
  )
}
