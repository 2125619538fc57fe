import { Card, CloseButton, Group, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../api/client.ts'
import { deleteGroup } from '../../api/deletions.ts'
import { saveEdit } from '../../api/edit.ts'
import { identityKeys } from '../../api/identity.ts'
import { type Group as AgentGroup, type AgentSummary, agentsQuery, found, groupsQuery } from '../../api/queries.ts'
import { pluralize } from '../../api/words.ts'
import { EditForm } from '../../forms/edit-form.tsx'
import { paths } from '../../paths.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { TextLink } from '../../ui/links.tsx'
import { MembersOnly } from '../../ui/owners-only.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { notifyDeleted, refetchOwners } from '../../ui/undo-deletion.ts'
import { useGroup } from '../../ui/use-group.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

const changes = [...identityKeys, ['groups']]

type Member = Pick<AgentSummary, 'id' | 'name' | 'group_id' | 'updated_at'>

interface Move {
  agent: Member
  groupId: string | null
}

/** Does not undo a move that someone else has just made. */
const assign = (agent: Member, groupId: string | null) => {
  const path = { agentId: agent.id }
  return saveEdit<Member, unknown>(
    agent,
    { group_id: groupId },
    (_, header) => ask(api.PATCH('/agents/{agentId}', { params: { path, header }, body: { groupId } })),
    () => ask(api.GET('/agents/{agentId}', { params: { path } })),
  )
}

/** The agents of a group, its manager, and its name. */
export function GroupSettingsPage() {
  const { id: orgId, slug } = useOrganization()
  const group = useGroup()
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const navigate = useNavigate()
  const client = useQueryClient()
  const remove = useSave(() => deleteGroup(group.id), {
    changes,
    onSuccess: (deletion) => {
      notifyDeleted(`Deleted: ${group.name}`, [deletion], () => refetchOwners(client))
      return navigate({ to: paths.groups, params: { org: slug } })
    },
  })
  const count = agents.filter((agent) => agent.group_id === group.id).length
  return (
    <MembersOnly what="the group">
      <Stack maw={720} gap="xl">
        <Members group={group} agents={agents} />
        <Stack component="section" aria-label="Settings">
          <Title order={2} size="h4">
            Settings
          </Title>
          <GroupForm group={group} agents={agents} />
        </Stack>
        <Card withBorder>
          <Group justify="space-between">
            <Text size="sm" flex={1} miw={200}>
              Deletes the group and its items. Its agents stay, without a group.
            </Text>
            <ConfirmButton
              label="Delete group"
              title={`Delete ${group.name}?`}
              onConfirm={() => remove.mutateAsync(undefined)}
            >
              {pluralize(count, 'agent')} will lose the items inherited from it. Undo restores them.
            </ConfirmButton>
          </Group>
        </Card>
      </Stack>
    </MembersOnly>
  )
}

interface PartProps {
  group: AgentGroup
  agents: AgentSummary[]
}

/** Who is in the group, to add to and to take from. */
function Members({ group, agents }: PartProps) {
  const { slug } = useOrganization()
  const client = useQueryClient()
  const refetch = () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
  const move = useSave(({ agent, groupId }: Move) => assign(agent, groupId), {
    changes,
    onSuccess: (_, { agent, groupId }) => {
      const done = groupId ? `${agent.name} was added to ${group.name}` : `${agent.name} was removed from ${group.name}`
      notifyUndo(done, () => assign({ ...agent, group_id: groupId }, agent.group_id).finally(refetch))
    },
  })
  const members = agents.filter((agent) => agent.group_id === group.id)
  const others = agents.filter((agent) => agent.group_id !== group.id)
  return (
    <Stack gap="xs" component="section" aria-label="Agents of this group">
      <Title order={2} size="h4">
        Agents
      </Title>
      {members.length === 0 && <Text size="sm">No agents in this group yet. Add one below.</Text>}
      {members.map((agent) => (
        <Group key={agent.id} gap="xs" wrap="nowrap">
          <TextLink to={paths.agent} params={{ org: slug, agentId: agent.id }} flex={1}>
            {agent.name}
          </TextLink>
          <CloseButton
            aria-label={`Remove ${agent.name} from the group`}
            onClick={() => move.mutate({ agent, groupId: null })}
          />
        </Group>
      ))}
      <Select
        label="Add an agent"
        placeholder={others.length === 0 ? 'All agents are in this group' : 'Choose an agent'}
        data={choicesOf(others)}
        value={null}
        onChange={(id) => {
          const agent = others.find((each) => each.id === id)
          if (agent) move.mutate({ agent, groupId: group.id })
        }}
        disabled={others.length === 0}
        searchable
        limit={50}
      />
    </Stack>
  )
}

function GroupForm({ group, agents }: PartProps) {
  const { id: orgId } = useOrganization()
  const client = useQueryClient()
  const nameOf = (id: string | null) => agents.find((each) => each.id === id)?.name ?? 'none'
  return (
    <EditForm
      key={group.id}
      record={group}
      write={(body, header) =>
        ask(api.PATCH('/groups/{groupId}', { params: { path: { groupId: group.id }, header }, body }))
      }
      read={() => client.fetchQuery({ ...groupsQuery(orgId), staleTime: 0 }).then((groups) => found(groups, group.id))}
      editedOf={({ name = '', description, managerAgentId }) => ({
        name,
        description: description || null,
        manager_agent_id: managerAgentId || null,
      })}
      labels={{
        name: 'Name',
        description: 'Description',
        manager_agent_id: ['Manager', (now) => nameOf(now.manager_agent_id)],
      }}
      changes={changes}
      submitLabel="Save group"
      onSaved={(_, __, undo) => notifyUndo('Group saved', undo)}
    >
      {(seen) => (
        <>
          <TextInput label="Name" name="name" defaultValue={seen.name} required maxLength={200} />
          <Textarea
            label="Description"
            name="description"
            defaultValue={seen.description ?? ''}
            autosize
            minRows={2}
            maxLength={10_000}
          />
          <Select
            label="Manager"
            description="An agent outside this group"
            placeholder="No manager"
            data={choicesOf(agents.filter((agent) => agent.group_id !== group.id))}
            name="managerAgentId"
            defaultValue={seen.manager_agent_id}
            clearable
            searchable
            limit={50}
          />
        </>
      )}
    </EditForm>
  )
}

const choicesOf = (agents: AgentSummary[]) => agents.map(({ id, name }) => ({ value: id, label: name }))
