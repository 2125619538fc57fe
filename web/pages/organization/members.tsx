import { Badge, Group, NativeSelect, Stack, Table, Text } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type Answer, api, ask } from '../../api/client.ts'
import { authOptionsQuery, organizationsQuery, sessionQuery } from '../../api/queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { useSave } from '../../ui/use-save.ts'
import { Invitations } from './invitations.tsx'
import { OneTimeLink } from './one-time-link.tsx'
import { type Role, roles } from './roles.ts'

type Member = Answer<'/organizations/{orgId}/members', 'get'>['data'][number]

export const membersQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['members', orgId],
    queryFn: () => ask(api.GET('/organizations/{orgId}/members', { params: { path: { orgId } } })),
  })

export function MembersPage() {
  const { id: orgId, role } = useOrganization()
  const { data } = useSuspenseQuery(membersQuery(orgId))
  const isOwner = role === 'owner'
  const resetLink = useResetLink(orgId)
  return (
    <Stack maw={720}>
      {resetLink.data && (
        <OneTimeLink title={`Reset link for ${resetLink.data.member.display_name}`} link={resetLink.data.link}>
          {`Send it through a channel you trust: anyone with the link can set the password. It works once, expires ${formatDateTime(resetLink.data.expires_at)}, and is shown only once.`}
        </OneTimeLink>
      )}
      <Table.ScrollContainer minWidth={300}>
        <Table aria-label="Members">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Member</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th ta="right">Actions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((member) => (
              <Table.Tr key={member.id}>
                <Table.Td>
                  {member.display_name}
                  <Address member={member} />
                </Table.Td>
                <Table.Td tt="capitalize" style={{ whiteSpace: 'nowrap' }}>
                  {isOwner ? <RoleOf member={member} /> : member.role}
                </Table.Td>
                <Table.Td>
                  <Actions member={member} isOwner={isOwner} onResetLink={resetLink.mutateAsync} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {isOwner ? (
        <Invitations orgId={orgId} />
      ) : (
        <Text size="sm" c="dimmed">
          Only owners can invite and remove members, and change roles.
        </Text>
      )}
    </Stack>
  )
}

/** The email address, marked if it is unconfirmed: it may then belong to someone else. */
function Address({ member: { email, email_verified } }: { member: Member }) {
  const { data: options } = useSuspenseQuery(authOptionsQuery)
  return (
    <Group gap={6}>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {email ?? 'No email'}
      </Text>
      {options.sends_mail && email && !email_verified && (
        <Badge size="xs" variant="default">
          Unconfirmed
        </Badge>
      )}
    </Group>
  )
}

function useResetLink(orgId: string) {
  return useSave(
    async (member: Member) => {
      const params = { path: { orgId, userId: member.user_id } }
      const made = await ask(api.POST('/organizations/{orgId}/members/{userId}/reset-link', { params }))
      return { ...made, member }
    },
    { changes: [] },
  )
}

function RoleOf({ member: { user_id: userId, role, display_name } }: { member: Member }) {
  const { id: orgId } = useOrganization()
  const save = useSave(
    (role: Role) =>
      ask(
        api.PATCH('/organizations/{orgId}/members/{userId}', { params: { path: { orgId, userId } }, body: { role } }),
      ),
    {
      changes: [membersQuery(orgId).queryKey, organizationsQuery.queryKey, ['keys', orgId]],
      onSuccess: (member) =>
        notify(`${display_name} is now ${member.role === 'owner' ? 'an owner' : `a ${member.role}`}`),
    },
  )
  return (
    <NativeSelect
      size="xs"
      aria-label={`Role of ${display_name}`}
      data={roles}
      value={role}
      disabled={save.isPending}
      onChange={(event) => save.mutate(event.currentTarget.value as Role)}
    />
  )
}

interface ActionsProps {
  member: Member
  isOwner: boolean
  onResetLink: (member: Member) => Promise<unknown>
}

function Actions({ member, isOwner, onResetLink }: ActionsProps) {
  const { id: orgId, name } = useOrganization()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: options } = useSuspenseQuery(authOptionsQuery)
  const isSelf = member.user_id === session?.user_id
  const remove = useSave(
    () =>
      ask(
        api.DELETE('/organizations/{orgId}/members/{userId}', { params: { path: { orgId, userId: member.user_id } } }),
      ),
    {
      changes: isSelf ? [] : [membersQuery(orgId).queryKey],
      // After leaving, the pages of this organization are no longer accessible.
      onSuccess: () => (isSelf ? location.assign(paths.root) : undefined),
    },
  )
  const confirmRemoval = () => remove.mutateAsync(undefined)
  if (isSelf) {
    return (
      <Group justify="flex-end">
        <ConfirmButton size="xs" label="Leave" title={`Leave ${name}?`} onConfirm={confirmRemoval}>
          You lose access immediately, and the API keys you created here stop working. You need an invitation to rejoin.
        </ConfirmButton>
      </Group>
    )
  }
  if (!isOwner) return null
  return (
    <Group gap="xs" justify="flex-end">
      {!options.sends_mail && member.role !== 'owner' && (
        <ConfirmButton
          isSafe
          size="xs"
          label="Reset link"
          about={member.display_name}
          title={`Create a password reset link for ${member.display_name}?`}
          onConfirm={() => onResetLink(member)}
        >
          Anyone with the link can set the password of this account. Reset links are for members who registered through
          an invitation to this organization and belong to no other. They can see in their account that you created it.
        </ConfirmButton>
      )}
      <ConfirmButton
        size="xs"
        label="Remove"
        about={member.display_name}
        title={`Remove ${member.display_name}?`}
        onConfirm={confirmRemoval}
      >
        They lose access to this organization immediately, and the API keys they created stop working. You can invite
        them again.
      </ConfirmButton>
    </Group>
  )
}
