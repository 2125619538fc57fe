import { Group, Stack, Table, Text } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { agentsQuery, sessionQuery } from '../../api/queries.ts'
import { formatDate } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { TextLink } from '../../ui/links.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Secret } from '../../ui/secret.tsx'
import stacked from '../../ui/stacked-table.module.css'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { KeyForm, type NewKey } from './key-form.tsx'
import { accesses } from './key-words.ts'
import { membersQuery } from './members.tsx'
import { RenameKey } from './rename-key.tsx'

export const keysQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['keys', orgId],
    queryFn: () => ask(api.GET('/organizations/{orgId}/api-keys', { params: { path: { orgId } } })),
  })

type CreatedKey = Answer<'/organizations/{orgId}/api-keys', 'post', 201>

export function KeysPage() {
  const { id: orgId, slug: org, role } = useOrganization()
  const { data: keys } = useSuspenseQuery(keysQuery(orgId))
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: agents } = useSuspenseQuery(agentsQuery(orgId))
  const agentNames = new Map(agents.map(({ id, name }) => [id, name]))
  const { data: members } = useSuspenseQuery(membersQuery(orgId))
  const makers = new Map(members.data.map(({ user_id, display_name }) => [user_id, display_name]))
  const changes = [keysQuery(orgId).queryKey]
  /** All of them: the service shows a key once, so the next one must not replace it. */
  const [created, setCreated] = useState<CreatedKey[]>([])
  const newest = useRef<HTMLDivElement>(null)
  const create = useSave(
    (body: NewKey) => ask(api.POST('/organizations/{orgId}/api-keys', { params: { path: { orgId } }, body })),
    { changes, silent: true, onSuccess: (key) => setCreated((before) => [...before, key]) },
  )
  const revoke = useSave(
    (keyId: string) =>
      ask(api.DELETE('/organizations/{orgId}/api-keys/{keyId}', { params: { path: { orgId, keyId } } })),
    // A key that was revoked is not offered to be copied.
    { changes, onSuccess: (_, keyId) => setCreated((before) => before.filter(({ id }) => id !== keyId)) },
  )
  return (
    <Stack maw={960}>
      {created.map(({ id, key, warning }) => (
        <Secret key={id} value={key} warning={warning} ref={id === created.at(-1)!.id ? newest : undefined} />
      ))}
      {keys.length === 0 ? (
        <Text>No API keys yet. Programs need one to call the API for this organization.</Text>
      ) : (
        <Table aria-label="API keys" className={stacked.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Access</Table.Th>
              <Table.Th>Agent</Table.Th>
              <Table.Th>Made by</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th>Expires</Table.Th>
              <Table.Th ta="right">Actions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Td>
                  {key.label ?? 'Unnamed'}
                  <Text size="xs" c="dimmed">
                    …{key.key_hint}, created <RelativeTime at={key.created_at} isSentence />
                  </Text>
                  <TextLink to={paths.history} params={{ org }} search={{ key: key.id }} size="xs">
                    What it did
                  </TextLink>
                </Table.Td>
                <Table.Td data-label="Access">{accesses.find(({ value }) => value === key.access)!.label}</Table.Td>
                <Table.Td data-label="Agent" dir="auto">
                  {key.agent_id ? (agentNames.get(key.agent_id) ?? 'One agent') : 'All'}
                </Table.Td>
                <Table.Td data-label="Made by" dir="auto">
                  {makers.get(key.created_by) ?? 'A former member'}
                </Table.Td>
                <Table.Td data-label="Last used">
                  {key.last_used_at ? <RelativeTime at={key.last_used_at} /> : 'Never'}
                </Table.Td>
                <Table.Td data-label="Expires">{key.expires_at ? formatDate(key.expires_at) : 'Never'}</Table.Td>
                <Table.Td ta="right">
                  {(role === 'owner' || key.created_by === session?.user_id) && (
                    <Group gap="xs" justify="flex-end" wrap="nowrap">
                      <RenameKey
                        orgId={orgId}
                        keyId={key.id}
                        label={key.label ?? ''}
                        hint={key.key_hint}
                        changes={changes}
                      />
                      <ConfirmButton
                        size="xs"
                        label="Revoke"
                        about={key.label ?? `…${key.key_hint}`}
                        title={`Revoke the key ${key.label ? `“${key.label}” (…${key.key_hint})` : `…${key.key_hint}`}?`}
                        onConfirm={() => revoke.mutateAsync(key.id)}
                      >
                        Programs that use it lose access immediately. This cannot be undone.
                      </ConfirmButton>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <KeyForm
        error={create.error}
        isPending={create.isPending}
        onCreate={(key, onSuccess) => create.mutate(key, { onSuccess })}
        onCleared={() => newest.current?.focus()}
      />
    </Stack>
  )
}
