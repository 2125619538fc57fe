import {
  Autocomplete,
  Card,
  Fieldset,
  Group,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiError, api, ask } from '../../api/client.ts'
import { deleteAgent } from '../../api/deletions.ts'
import { identityKeys } from '../../api/identity.ts'
import { type Agent, type Group as AgentGroup, agentQuery, groupsQuery } from '../../api/queries.ts'
import { EditForm } from '../../forms/edit-form.tsx'
import { linesOf } from '../../forms/form.tsx'
import { paths } from '../../paths.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { MembersOnly } from '../../ui/owners-only.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { notifyDeleted, refetchOwners } from '../../ui/undo-deletion.ts'
import { useAgentId } from '../../ui/use-agent-params.ts'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

const timezones = Intl.supportedValuesOf('timeZone')

/** The profile of an agent: everything but its items. */
export function ProfilePage() {
  const agentId = useAgentId()
  const organization = useOrganization()
  const mayEdit = useMayEdit()
  const { data: agent } = useSuspenseQuery(agentQuery(agentId))
  const { data: groups } = useSuspenseQuery(groupsQuery(organization.id))
  const navigate = useNavigate()
  const client = useQueryClient()
  const params = { path: { agentId } }

  const remove = useSave(() => deleteAgent(agent.id), {
    changes: [['agents'], ['groups']],
    onSuccess: (deletion) => {
      notifyDeleted(`Deleted: ${agent.name}`, [deletion], () => refetchOwners(client))
      return navigate({ to: paths.agents, params: { org: organization.slug } })
    },
  })
  return (
    <Stack maw={720}>
      <MembersOnly what="the profile">
        <EditForm
          key={agentId}
          record={agent}
          write={(body, header) => ask(api.PATCH('/agents/{agentId}', { params: { ...params, header }, body }))}
          read={() => ask(api.GET('/agents/{agentId}', { params }))}
          editedOf={editedOf}
          labels={{ ...labels, group_id: ['Group', ({ agent_groups }) => agent_groups?.name ?? 'none'] }}
          changes={[...identityKeys, ['groups'], ['discovery']]}
          submitLabel="Save profile"
          onSaved={(_, { slug }, undo) => {
            notifyUndo('Profile saved', undo)
            // An address with the old slug would lead nowhere from now on.
            if (slug && agentId === agent.slug && slug !== agentId)
              navigate({ to: paths.agentSettings, params: { org: organization.slug, agentId: slug }, replace: true })
          }}
          isShown={isTaken}
        >
          {(seen, error) => (
            <Fields agent={seen} groups={groups} taken={error && isTaken(error) ? error.message : ''} />
          )}
        </EditForm>
      </MembersOnly>
      {mayEdit && (
        <Card withBorder mt="xl">
          <Group justify="space-between">
            <Text size="sm" flex={1} miw={200}>
              Deletes the agent with its items, snapshots and content. Undo restores them for 7 days.
            </Text>
            <ConfirmButton
              label="Delete agent"
              title={`Delete ${agent.name}?`}
              onConfirm={() => remove.mutateAsync(undefined)}
            >
              Its items, snapshots, overrides and content are deleted too; Undo restores them. Its keys stop working,
              and that cannot be undone.
            </ConfirmButton>
          </Group>
        </Card>
      )}
    </Stack>
  )
}

interface FieldsProps {
  agent: Agent
  groups: AgentGroup[]
  /** The reason why the slug is unavailable. */
  taken: string
}

/** The slug is the only field of a profile that must be unique. */
const isTaken = (error: Error) => error instanceof ApiError && error.status === 409

function Fields({ agent, groups, taken }: FieldsProps) {
  const slug = useRef<HTMLInputElement>(null)
  // The button that saves is far below.
  useEffect(() => {
    if (taken) slug.current?.focus()
  }, [taken])
  return (
    <>
      <TextInput label="Name" name="name" defaultValue={agent.name} required maxLength={200} />
      <TextInput
        ref={slug}
        label="Slug"
        name="slug"
        description="Stands for the agent in requests and commands; those that use the old one stop working"
        defaultValue={agent.slug}
        required
        maxLength={64}
        error={taken}
        errorProps={{ role: 'alert' }}
      />
      <TextInput label="Role" name="jobTitle" defaultValue={agent.job_title ?? ''} maxLength={200} />
      <Textarea
        label="Description"
        name="description"
        description="Shown at the top of the prompt"
        defaultValue={agent.description ?? ''}
        autosize
        minRows={3}
        maxLength={10_000}
      />
      <Select
        label="Group"
        description="The agent inherits the items of its group"
        placeholder="No group"
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        name="groupId"
        defaultValue={agent.group_id}
        clearable
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput label="Location" name="location" defaultValue={agent.location ?? ''} maxLength={200} />
        <Autocomplete
          label="Time zone"
          name="timezone"
          defaultValue={agent.timezone ?? ''}
          data={timezones}
          limit={20}
        />
      </Group>
      <TagsInput
        label="Tags"
        description="Press Enter after each tag"
        name="identityMarkers"
        hiddenInputValuesDivider={'\n'}
        defaultValue={agent.identity_markers}
        maxTags={100}
      />
      <TextInput
        label="GitHub username"
        name="githubUsername"
        description="Commits by this user are attributed to this agent"
        defaultValue={agent.github_username ?? ''}
        maxLength={100}
      />
      <Fieldset legend="Discovery">
        <Stack gap="sm">
          <NumberInput
            label="Minimum sources"
            name="minNCount"
            description="How many sources must support a signal before it is proposed"
            defaultValue={agent.min_n_count}
            min={1}
            allowDecimal={false}
            required
          />
          <NumberInput
            label="Stability"
            name="promotionThreshold"
            description="From 0 to 1. Signals that are too rare, too old or too inconsistent to reach it are not proposed"
            defaultValue={agent.promotion_threshold}
            min={0}
            max={1}
            step={0.05}
            required
          />
          <NumberInput
            label="Daily decay"
            name="decayRate"
            description="How fast old content loses weight: 0.002 halves it in about a year, 0 turns decay off"
            defaultValue={agent.decay_rate}
            min={0}
            max={100}
            step={0.001}
            required
          />
          <Text size="sm" c="dimmed">
            Changes apply from the next discovery run.
          </Text>
        </Stack>
      </Fieldset>
    </>
  )
}

const labels = {
  name: 'Name',
  slug: 'Slug',
  job_title: 'Role',
  description: 'Description',
  location: 'Location',
  timezone: 'Time zone',
  identity_markers: 'Tags',
  github_username: 'GitHub username',
  min_n_count: 'Minimum sources',
  promotion_threshold: 'Stability',
  decay_rate: 'Daily decay',
}

const editedOf = (texts: Record<string, string>): Partial<Agent> => ({
  name: texts.name ?? '',
  slug: texts.slug ?? '',
  job_title: texts.jobTitle || null,
  description: texts.description || null,
  location: texts.location || null,
  timezone: texts.timezone || null,
  github_username: texts.githubUsername || null,
  identity_markers: linesOf(texts.identityMarkers),
  min_n_count: Number(texts.minNCount),
  promotion_threshold: Number(texts.promotionThreshold),
  decay_rate: Number(texts.decayRate),
  group_id: texts.groupId || null,
})
