import { Button, Card, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, ask } from '../../api/client.ts'
import { sessionQuery } from '../../api/queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { FormError, textsOf } from '../../forms/form.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Secret } from '../../ui/secret.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'

const keysQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['keys', orgId],
    queryFn: () => ask(api.GET('/organizations/{orgId}/api-keys', { params: { path: { orgId } } })),
  })

export function KeysPage() {
  const { id: orgId, role } = useOrganization()
  const { data: keys } = useSuspenseQuery(keysQuery(orgId))
  const { data: session } = useSuspenseQuery(sessionQuery)
  const changes = [keysQuery(orgId).queryKey]
  const create = useSave(
    (label: string) =>
      ask(api.POST('/organizations/{orgId}/api-keys', { params: { path: { orgId } }, body: label ? { label } : {} })),
    { changes, silent: true },
  )
  const revoke = useSave(
    (keyId: string) =>
      ask(api.DELETE('/organizations/{orgId}/api-keys/{keyId}', { params: { path: { orgId, keyId } } })),
    { changes },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    create.mutate(textsOf(form).label ?? '', { onSuccess: () => form.reset() })
  }
  return (
    <Stack maw={720}>
      {create.data && <Secret value={create.data.key} warning={create.data.warning} />}
      {keys.length === 0 ? (
        <Text>No API keys yet. Programs need one to call the API for this organization.</Text>
      ) : (
        <Table aria-label="API keys">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Key</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th ta="right">Actions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Td>
                  {key.label ?? 'Unnamed'}
                  <Text size="xs" c="dimmed">
                    …{key.key_hint}, created {formatDateTime(key.created_at)}
                  </Text>
                </Table.Td>
                <Table.Td>{key.last_used_at ? formatDateTime(key.last_used_at) : 'Never'}</Table.Td>
                <Table.Td ta="right">
                  {(role === 'owner' || key.created_by === session?.user_id) && (
                    <ConfirmButton
                      size="xs"
                      label="Revoke"
                      about={key.label ?? `…${key.key_hint}`}
                      title={`Revoke the key …${key.key_hint}?`}
                      onConfirm={() => revoke.mutateAsync(key.id)}
                    >
                      Programs that use it lose access immediately. This cannot be undone.
                    </ConfirmButton>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Card withBorder>
        <form onSubmit={submit}>
          <Stack>
            <Title order={2} size="h5">
              Create an API key
            </Title>
            <Group align="flex-end">
              <TextInput
                label="Name"
                name="label"
                description="What it is for, such as CI"
                maxLength={200}
                flex="1 1 200px"
              />
              <Button type="submit" loading={create.isPending}>
                Create key
              </Button>
            </Group>
            <FormError error={create.error} />
          </Stack>
        </form>
      </Card>
    </Stack>
  )
}
