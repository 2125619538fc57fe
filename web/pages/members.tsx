import { Button, Card, Group, NativeSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, ask } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { FormError, textsOf } from '../forms/form.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'

const membersQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['members', orgId],
    queryFn: () => ask(api.GET('/organizations/{orgId}/members', { params: { path: { orgId } } })),
  })

export function MembersPage() {
  const { id: orgId, role } = useOrganization()
  const { data } = useSuspenseQuery(membersQuery(orgId))
  const { data: session } = useSuspenseQuery(sessionQuery)
  const changes = [membersQuery(orgId).queryKey]
  const add = useSave(
    (body: { email: string; role: 'owner' | 'member' }) =>
      ask(api.POST('/organizations/{orgId}/members', { params: { path: { orgId } }, body })),
    { changes, silent: true },
  )
  const remove = useSave(
    (userId: string) =>
      ask(api.DELETE('/organizations/{orgId}/members/{userId}', { params: { path: { orgId, userId } } })),
    { changes },
  )
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { email = '', role } = textsOf(form)
    add.mutate({ email, role: role === 'owner' ? 'owner' : 'member' }, { onSuccess: () => form.reset() })
  }
  const isOwner = role === 'owner'
  return (
    <Stack maw={720}>
      <Table aria-label="Members">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Person</Table.Th>
            <Table.Th>Role</Table.Th>
            {isOwner && <Table.Th ta="right">Change</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.data.map((member) => (
            <Table.Tr key={member.id}>
              <Table.Td>
                {member.display_name}
                <Text size="xs" c="dimmed">
                  {member.email ?? 'no email'}
                </Text>
              </Table.Td>
              <Table.Td>{member.role}</Table.Td>
              {isOwner && (
                <Table.Td ta="right">
                  {member.user_id !== session?.user_id && (
                    <ConfirmButton
                      size="xs"
                      label="Remove"
                      title={`Remove ${member.display_name}?`}
                      onConfirm={() => remove.mutateAsync(member.user_id)}
                    >
                      They lose access to this organization at once, and the API keys that they made stop working. You
                      can add them again.
                    </ConfirmButton>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isOwner ? (
        <Card withBorder>
          <form onSubmit={submit}>
            <Stack>
              <Title order={2} size="h5">
                Add a member
              </Title>
              <Group align="flex-end">
                <TextInput
                  label="Email"
                  name="email"
                  type="email"
                  description="Of somebody who has an account here"
                  required
                  flex="1 1 200px"
                />
                <NativeSelect
                  label="Role"
                  name="role"
                  data={[
                    { value: 'member', label: 'Member' },
                    { value: 'owner', label: 'Owner' },
                  ]}
                />
                <Button type="submit" loading={add.isPending}>
                  Add member
                </Button>
              </Group>
              <FormError error={add.error} />
            </Stack>
          </form>
        </Card>
      ) : (
        <Text size="sm" c="dimmed">
          Owners add and remove members.
        </Text>
      )}
    </Stack>
  )
}
