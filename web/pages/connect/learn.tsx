import { Code, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { agentQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { InstallHint } from '../../ui/install-hint.tsx'
import { Lines } from '../../ui/lines.tsx'
import { TextLink } from '../../ui/links.tsx'
import { useAgentParams } from '../../ui/use-agent-params.ts'

/** The commands that read a person's sessions with coding agents. */
export function LearnPage() {
  const params = useAgentParams()
  const { data: agent } = useSuspenseQuery(agentQuery(params.agentId))
  return (
    <Stack maw={820}>
      <Lines
        label="Commands for sessions"
        title="Run these in a terminal on the machine where you use coding agents."
        text={`agent-identity login --url ${window.location.origin}
agent-identity sessions read --agent ${agent.slug} --since 30d
agent-identity sessions read --agent ${agent.slug} --since 30d --send`}
      />
      <InstallHint />
      <Text size="sm" c="dimmed">
        The first command asks for an API key, which the page{' '}
        <TextLink to={paths.use} params={params} inherit underline="always">
          Connect
        </TextLink>{' '}
        creates. The second one prints the rules that you told your coding agents, and sends nothing. The third one
        shows a summary, asks, and sends them as observations. Transcripts stay on your machine. To have each session
        read when it ends, add <Code>--learn</Code> to the line that connects your tool. The rules appear under{' '}
        <TextLink to={paths.sessions} params={params} inherit underline="always">
          Sessions
        </TextLink>
        .
      </Text>
    </Stack>
  )
}
