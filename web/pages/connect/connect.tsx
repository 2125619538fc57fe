import { Alert, Button, Group, List, NativeSelect, Radio, Select, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconHourglass } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { fleetQuery } from '../../api/fleet-queries.ts'
import { type AgentSummary, agentQuery, agentsQuery } from '../../api/queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { InstallHint } from '../../ui/install-hint.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useAgentId } from '../../ui/use-agent-params.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { accesses } from '../organization/key-words.ts'
import { keysQuery } from '../organization/keys.tsx'
import classes from './connect.module.css'
import { connectCommands, tools } from './tools.ts'

/** How often the page checks what a tool has done, in milliseconds. */
const pollMs = 3000

/** More are found by typing. */
const offeredAgents = 50

const route = getRouteApi('/signed-in/o/$org/connect')

type Access = (typeof accesses)[number]['value']
type NewKey = Answer<'/organizations/{orgId}/api-keys', 'post', 201>

/** Connects a tool to an agent, with a key created here, up to the first prompt that the tool reads. */
export function ConnectPage() {
  const { id: orgId, slug } = useOrganization()
  const search = route.useSearch()
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const [chosen, setChosen] = useState(() => agents.find((agent) => agent.slug === search.agent)?.id)
  const agent = agents.find(({ id }) => id === chosen) ?? agents[0]
  return (
    <Page title="Connect" description="Give a tool or a program the identity of an agent.">
      {agent ? (
        <Connection agents={agents} agent={agent} onChoose={setChosen} />
      ) : (
        <EmptyBox
          title="No agent to connect"
          action={
            <ButtonLink to={paths.start} params={{ org: slug }}>
              New agent
            </ButtonLink>
          }
        >
          A tool reads the prompt of one agent. Create an agent first.
        </EmptyBox>
      )}
    </Page>
  )
}

/** The same for one agent. */
export function AgentConnectPage() {
  const { data: agent } = useSuspenseQuery(agentQuery(useAgentId()))
  return <Connection agent={agent} />
}

type ConnectedAgent = Pick<AgentSummary, 'id' | 'name' | 'slug'>

interface ConnectionProps {
  agent: ConnectedAgent
  /** The agents to choose from; the page of an agent offers no others. */
  agents?: AgentSummary[]
  onChoose?: (agentId: string) => void
}

/** The lines for one tool and one agent. */
function Connection({ agent, agents, onChoose }: ConnectionProps) {
  const { id: orgId } = useOrganization()
  const [name, setName] = useState(tools[0]!.name)
  const [access, setAccess] = useState<Access>('propose')
  /** By tool and agent: each has a key of its own, which can be revoked alone. */
  const [keys, setKeys] = useState<Record<string, NewKey>>({})
  const { command, where, lines } = tools.find((tool) => tool.name === name)!
  const made = keys[`${name} ${agent.id}`]
  const create = useSave(
    ({ label, agentId }: { label: string; agentId: string }) =>
      ask(
        api.POST('/organizations/{orgId}/api-keys', {
          params: { path: { orgId } },
          body: { label: `${label}, ${agent.name}`.slice(0, 200), access, agentId },
        }),
      ),
    {
      changes: [keysQuery(orgId).queryKey],
      onSuccess: (key, { label, agentId }) => setKeys((known) => ({ ...known, [`${label} ${agentId}`]: key })),
    },
  )
  const connection = { url: window.location.origin, key: made?.key ?? 'YOUR_KEY', agent: agent.slug }
  return (
    <Stack maw={820}>
      <Radio.Group label="Tool" value={name} onChange={setName}>
        <div className={classes.tiles}>
          {tools.map((tool) => (
            <Radio key={tool.name} className={classes.tile} value={tool.name} label={tool.name} size="xs" />
          ))}
        </div>
      </Radio.Group>
      <Group align="end">
        {agents && (
          <Select
            label="Agent"
            data={agents.map(({ id, name }) => ({ value: id, label: name }))}
            value={agent.id}
            onChange={(id) => id && onChoose?.(id)}
            allowDeselect={false}
            searchable
            limit={offeredAgents}
          />
        )}
        {!made && (
          <>
            <NativeSelect
              label="Access of the key"
              data={accesses.map(({ value, label }) => ({ value, label }))}
              value={access}
              onChange={(event) => setAccess(event.currentTarget.value as Access)}
            />
            <Button loading={create.isPending} onClick={() => create.mutate({ label: name, agentId: agent.id })}>
              Create a key for {name}
            </Button>
          </>
        )}
      </Group>
      {command !== undefined && (
        <>
          <Lines
            label={`Commands for ${name}`}
            title="Run these in a terminal, in the folder of your project."
            text={connectCommands(connection, command)}
          />
          <InstallHint />
        </>
      )}
      <Lines
        label={`Lines for ${name}`}
        title={
          command === undefined ? where : `Or use the tool's own settings, without a rules file and a hook: ${where}`
        }
        text={lines(connection)}
      />
      {made ? (
        <>
          <Text size="sm" c="dimmed">
            The key reaches {agent.name} alone, and is shown only here and now. You can revoke it under Settings, Keys.
          </Text>
          <Progress key={made.id} orgId={orgId} agent={agent} made={made} tool={name} isMcp={command !== undefined} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Create a key, and it takes the place of YOUR_KEY. It reaches {agent.name} alone.{' '}
          {accesses.find(({ value }) => value === access)!.hint}.
        </Text>
      )}
    </Stack>
  )
}

interface ProgressProps {
  orgId: string
  agent: ConnectedAgent
  made: NewKey
  tool: string
  /** Whether the tool reads by its server, which some tools ask about first. */
  isMcp: boolean
}

/** How far the tool has come: its key, the first request with it, and the first prompt that a client reads. */
function Progress({ orgId, agent, made, tool, isMcp }: ProgressProps) {
  const { data: usedAt } = useQuery({
    ...keysQuery(orgId),
    select: (keys) => keys.find(({ id }) => id === made.id)?.last_used_at,
    refetchInterval: ({ state }) => (state.data?.find(({ id }) => id === made.id)?.last_used_at ? false : pollMs),
  })
  const { data: read } = useQuery({
    ...fleetQuery(orgId, { agent: agent.id }),
    select: ({ data }) => data.find(({ last_seen_at }) => last_seen_at >= made.created_at),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ last_seen_at }) => last_seen_at >= made.created_at) ? false : pollMs,
  })
  const steps = [
    { id: 'made', done: true, text: 'Key created' },
    {
      id: 'works',
      done: usedAt != null,
      text: usedAt ? `Key works: used on ${formatDateTime(usedAt)}` : `Waiting for ${tool} to use the key`,
    },
    ...(isMcp
      ? [
          {
            id: 'approved',
            done: read !== undefined,
            text: read ? `Server approved in ${tool}` : `Approve the server agent-identity in ${tool} if it asks`,
          },
        ]
      : []),
    {
      id: 'read',
      done: read !== undefined,
      text: read ? (
        <>
          {read.client} read the prompt of {agent.name}: <RelativeTime at={read.last_seen_at} isSentence />
        </>
      ) : (
        `Waiting for the first read of ${agent.name}’s prompt`
      ),
    },
  ]
  return (
    <Alert color={read ? 'green' : 'gray'} role="status" title={read ? 'Connected' : 'Not connected yet'}>
      <List size="sm" spacing={4} listStyleType="none" aria-label="Progress">
        {steps.map(({ id, done, text }) => (
          <List.Item
            key={id}
            icon={
              <ThemeIcon size="sm" variant="light" color={done ? 'green' : 'gray'} aria-hidden>
                {done ? <IconCheck size={14} /> : <IconHourglass size={14} />}
              </ThemeIcon>
            }
          >
            {text}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
