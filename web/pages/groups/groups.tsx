import { Button, Card, Group, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { api, ask } from '../../api/client.ts'
import { agentsQuery, groupsQuery, queryClient } from '../../api/queries.ts'
import { pluralize } from '../../api/words.ts'
import { FormError, LockedFields, textsOf, useUnsavedForm } from '../../forms/form.tsx'
import { FormModal } from '../../forms/form-modal.tsx'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { PlainLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

export function GroupsPage() {
  const { id: orgId, slug } = useOrganization()
  const mayEdit = useMayEdit()
  const { data: groups } = useSuspenseQuery(groupsQuery(orgId))
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const [isOpen, { open, close }] = useDisclosure(false)
  const managerOf = (id: string | null) => agents.find((agent) => agent.id === id)?.name
  const newGroup = mayEdit && (
    <Button onClick={open} leftSection={<IconPlus size={16} />}>
      New group
    </Button>
  )
  return (
    <Page
      title="Groups"
      description="Agents that share beliefs and responsibilities"
      actions={groups.length > 0 && newGroup}
    >
      {groups.length === 0 ? (
        <EmptyBox title="No groups yet" action={newGroup}>
          A group is a team of agents that inherit the items you add to it.
        </EmptyBox>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {groups.map((group) => (
            <PlainLink key={group.id} to={paths.group} params={{ org: slug, groupId: group.id }}>
              <Card withBorder h="100%">
                <Title order={2} size="h5">
                  {group.name}
                </Title>
                {group.description && (
                  <Text size="sm" c="dimmed" lineClamp={2}>
                    {group.description}
                  </Text>
                )}
                <Text size="sm" mt="xs">
                  {pluralize(group.agent_count, 'agent')}
                  {managerOf(group.manager_agent_id) && ` · managed by ${managerOf(group.manager_agent_id)}`}
                </Text>
              </Card>
            </PlainLink>
          ))}
        </SimpleGrid>
      )}
      <FormModal opened={isOpen} onClose={close} title="New group">
        <NewGroup orgId={orgId} org={slug} />
      </FormModal>
    </Page>
  )
}

function NewGroup({ orgId, org }: { orgId: string; org: string }) {
  const navigate = useNavigate()
  const create = useSave(
    (texts: Record<string, string>) =>
      ask(api.POST('/groups', { body: { orgId, name: texts.name ?? '', description: texts.description || null } })),
    {
      changes: [['groups']],
      silent: true,
      onSuccess: async ({ id }) => {
        await queryClient.fetchQuery(groupsQuery(orgId))
        await navigate({ to: paths.group, params: { org, groupId: id } })
      },
    },
  )
  const form = useRef<HTMLFormElement>(null)
  useUnsavedForm(form, create.isPending)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(textsOf(event.currentTarget))
  }
  return (
    <form ref={form} onSubmit={submit}>
      <LockedFields isSending={create.isPending}>
        <Stack>
          <TextInput label="Name" name="name" required maxLength={200} data-autofocus />
          <Textarea label="Description" name="description" autosize minRows={2} maxLength={10_000} />
          <FormError error={create.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending}>
              Create group
            </Button>
          </Group>
        </Stack>
      </LockedFields>
    </form>
  )
}
