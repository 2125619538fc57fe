import { Alert } from '@mantine/core'
import type { Identity } from '../../api/identity.ts'
import { pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'

/** How many of the agent's own items wait for a review, with the way to it; nothing while none waits. */
export function WaitingStrip({ identity }: { identity: Identity }) {
  const { org, agentId } = useAgentParams()
  const waiting = [...identity.beliefs, ...identity.responsibilities].filter(
    ({ status, source }) => status === 'pending' && source === 'agent',
  ).length
  if (waiting === 0) return null
  return (
    <Alert color="yellow" p={6} component="section" aria-label="Waiting for review">
      {pluralize(waiting, 'item')} {waiting === 1 ? 'waits' : 'wait'} for review.{' '}
      <TextLink to={paths.inbox} params={{ org }} search={{ agent: agentId }} c="inherit" size="sm" underline="always">
        Review
      </TextLink>
    </Alert>
  )
}
