import { Stack, Text } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../api/client.ts'
import { deleteAgent } from '../../api/deletions.ts'
import { identityKeys, identityQuery } from '../../api/identity.ts'
import { type Agent, agentQuery, groupsQuery } from '../../api/queries.ts'
import { pluralize } from '../../api/words.ts'
import { Danger } from '../../forms/danger.tsx'
import { SelectSetting, type Settings, TagsSetting, TextSetting } from '../../forms/settings.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { MembersOnly } from '../../ui/owners-only.tsx'
import { notifyDeleted, refetchOwners } from '../../ui/undo-deletion.ts'
import { useAgentId } from '../../ui/use-agent-params.ts'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

const timezones = Intl.supportedValuesOf('timeZone')

/** The agent as a record whose fields are saved one by one. */
function useAgentSettings(): Settings<Agent> {
  const agentId = useAgentId()
  const { slug: org } = useOrganization()
  const { data: record } = useSuspenseQuery(agentQuery(agentId))
  const navigate = useNavigate()
  const params = { path: { agentId } }
  return {
    record,
    write: (body, header) => ask(api.PATCH('/agents/{agentId}', { params: { ...params, header }, body })),
    read: () => ask(api.GET('/agents/{agentId}', { params })),
    changes: [...identityKeys, ['groups'], ['discovery']],
    onSaved: ({ slug }) => {
      // An address with the old slug would lead nowhere from now on.
      if (slug && agentId === record.slug && slug !== agentId)
        navigate({ to: paths.agentSettings, params: { org, agentId: slug }, replace: true })
    },
  }
}

/** Everything about an agent that is no part of its heading, and its deletion. */
export function AgentSettingsPage() {
  const settings = useAgentSettings()
  const organization = useOrganization()
  const mayEdit = useMayEdit()
  const { data: groups } = useSuspenseQuery(groupsQuery(organization.id))
  return (
    <Stack gap={0} maw={720}>
      <MembersOnly what="these settings">
        <TextSetting
          of={settings}
          field="slug"
          label="Slug"
          help="Stands for the agent in requests and commands; those that use the old one stop working"
          required
          maxLength={64}
        />
        <SelectSetting
          of={settings}
          field="group_id"
          label="Group"
          help="The agent inherits the items of its group"
          placeholder="No group"
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextSetting of={settings} field="location" label="Location" help="Stands in the prompt" maxLength={200} />
        <TextSetting
          of={settings}
          field="timezone"
          label="Time zone"
          help="Stands in the prompt"
          suggestions={timezones}
          maxLength={100}
        />
        <TagsSetting
          of={settings}
          field="identity_markers"
          label="Tags"
          help="Press Enter after each tag"
          maxTags={100}
        />
        <TextSetting
          of={settings}
          field="github_username"
          label="GitHub username"
          help="Commits by this user are attributed to this agent"
          maxLength={100}
        />
      </MembersOnly>
      {mayEdit && <DeleteAgent agent={settings.record} />}
    </Stack>
  )
}

function DeleteAgent({ agent }: { agent: Agent }) {
  const { slug: org } = useOrganization()
  const agentId = useAgentId()
  const navigate = useNavigate()
  const client = useQueryClient()
  const remove = useSave(() => deleteAgent(agent.id), {
    changes: [['agents'], ['groups']],
    onSuccess: (deletion) => {
      notifyDeleted(`Deleted: ${agent.name}`, [deletion], () => refetchOwners(client))
      return navigate({ to: paths.agents, params: { org } })
    },
  })
  const { data: identity } = useSuspenseQuery(identityQuery({ layer: 'agent', id: agentId }))
  const own = [...identity.beliefs, ...identity.responsibilities].filter(({ source }) => source === 'agent').length
  return (
    <Danger
      label="Delete agent"
      title={`Delete ${agent.name}?`}
      typed={agent.name}
      losses={`${agent.name} is deleted with ${pluralize(own, 'item')} of its own, its snapshots, overrides and content; Undo restores them for 7 days. Its keys stop working, and that cannot be undone.`}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      <ButtonLink variant="default" to={paths.files} params={{ org, agentId }}>
        Export first
      </ButtonLink>
    </Danger>
  )
}

const number = (text: string) => Number(text)

/** When discovery proposes a signal of this agent. */
export function DiscoverySettingsPage() {
  const settings = useAgentSettings()
  return (
    <Stack gap={0} maw={720}>
      <MembersOnly what="these settings">
        <TextSetting
          of={settings}
          field="min_n_count"
          label="Minimum sources"
          help="How many sources must support a signal before it is proposed"
          type="number"
          parse={number}
          min={1}
          step={1}
          required
        />
        <TextSetting
          of={settings}
          field="promotion_threshold"
          label="Stability"
          help="From 0 to 1. Signals that are too rare, too old or too inconsistent to reach it are not proposed"
          type="number"
          parse={number}
          min={0}
          max={1}
          step={0.05}
          required
        />
        <TextSetting
          of={settings}
          field="decay_rate"
          label="Daily decay"
          help="How fast old content loses weight: 0.002 halves it in about a year, 0 turns decay off"
          type="number"
          parse={number}
          min={0}
          max={100}
          step={0.001}
          required
        />
      </MembersOnly>
      <Text size="sm" c="dimmed" mt="sm">
        Changes apply from the next discovery run.
      </Text>
    </Stack>
  )
}
