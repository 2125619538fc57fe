import { Button, Card, CloseButton, Group, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, ask } from '../api/client.ts'
import { identityKeys } from '../api/identity.ts'
import { type AgentSummary, agentsQuery } from '../api/queries.ts'
import { FormError, textsOf } from '../forms/form.tsx'
import { paths } from '../paths.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { TextLink } from '../ui/links.tsx'
import { notify, notifyUndo } from '../ui/notify.tsx'
import { useGroup } from '../ui/use-group.ts'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'

const changes = [...identityKeys, ['groups']]

interface Move {
  agent: AgentSummary
  groupId: string | null
}

const place = (agentId: string, groupId: string | null) =>
  ask(api.PATCH('/agents/{agentId}', { params: { path: { agentId } }, body: { groupId } }))

/** Who is in a group, who manages it, and how it is called. */
export function GroupSettingsPage() {
  const { id: orgId, slug } = useOrganization()
  const group = useGroup()
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const [managerAgentId, setManager] = useState(group.manager_agent_id)
  const navigate = useNavigate()
  const params = { path: { groupId: group.id } }

  const save = useSave(
    (texts: Record<string, string>) =>
      ask(
        api.PATCH('/groups/{groupId}', {
          params,
          body: { name: texts.name ?? '', description: texts.description || null, managerAgentId },
        }),
      ),
    { changes, silent: true, onSuccess: () => notify('Group saved') },
  )
  const client = useQueryClient()
  const readAgain = () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
  const move = useSave(({ agent, groupId }: Move) => place(agent.id, groupId), {
    changes,
    onSuccess: (_, { agent, groupId }) => {
      const done = groupId ? `${agent.name} was added to ${group.name}` : `${agent.name} was taken out of ${group.name}`
      notifyUndo(done, () => place(agent.id, agent.group_id).finally(readAgain))
    },
  })
  const remove = useSave(() => ask(api.DELETE('/groups/{groupId}', { params })), {
    changes,
    onSuccess: () => navigate({ to: paths.groups, params: { org: slug } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(textsOf(event.currentTarget))
  }
  const members = agents.filter((agent) => agent.group_id === group.id)
  const others = agents.filter((agent) => agent.group_id !== group.id)
  const choices = others.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Stack maw={720} gap="xl">
      <Stack gap="xs" component="section" aria-label="Agents of this group">
        <Title order={2} size="h4">
          Agents
        </Title>
        {members.length === 0 && <Text size="sm">Nobody is in this group yet: add an agent below.</Text>}
        {members.map((agent) => (
          <Group key={agent.id} gap="xs" wrap="nowrap">
            <TextLink to={paths.agent} params={{ org: slug, agentId: agent.id }} flex={1}>
              {agent.name}
            </TextLink>
            <CloseButton
              aria-label={`Take ${agent.name} out of the group`}
              onClick={() => move.mutate({ agent, groupId: null })}
            />
          </Group>
        ))}
        <Select
          label="Add an agent"
          placeholder={choices.length === 0 ? 'Every agent is in this group' : 'Choose an agent'}
          data={choices}
          value={null}
          onChange={(id) => {
            const agent = others.find((each) => each.id === id)
            if (agent) move.mutate({ agent, groupId: group.id })
          }}
          disabled={choices.length === 0}
          searchable
          limit={50}
        />
      </Stack>
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h4">
            Settings
          </Title>
          <TextInput label="Name" name="name" defaultValue={group.name} required maxLength={200} />
          <Textarea
            label="Description"
            name="description"
            defaultValue={group.description ?? ''}
            autosize
            minRows={2}
            maxLength={10_000}
          />
          <Select
            label="Manager"
            description="An agent of another group, or of none"
            placeholder="Nobody"
            data={choices}
            value={managerAgentId}
            onChange={setManager}
            clearable
            searchable
            limit={50}
          />
          <FormError error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save group
            </Button>
          </Group>
        </Stack>
      </form>
      <Card withBorder>
        <Group justify="space-between">
          <Text size="sm" flex={1} miw={200}>
            Deleting the group removes its items; its agents stay, without a group.
          </Text>
          <ConfirmButton
            label="Delete group"
            title={`Delete ${group.name}?`}
            onConfirm={() => remove.mutateAsync(undefined)}
          >
            {members.length} of its agents lose what they inherit from it. This cannot be undone.
          </ConfirmButton>
        </Group>
      </Card>
    </Stack>
  )
}
