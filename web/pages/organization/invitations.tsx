import { Button, Card, Group, NativeSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { authOptionsQuery } from '../../api/queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { clearAfter, FormError, textsOf } from '../../forms/form.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Copy } from '../../ui/secret.tsx'
import { useSave } from '../../ui/use-save.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { type Role, roles } from './roles.ts'

type Invitation = Answer<'/organizations/{orgId}/invitations', 'get'>['data'][number]

const invitationsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['invitations', orgId],
    queryFn: () => ask(api.GET('/organizations/{orgId}/invitations', { params: { path: { orgId } } })),
  })

/**
 * The pending invitations, and the form to invite someone. The service shows a link only once;
 * this page keeps it while it is open.
 */
export function Invitations({ orgId }: { orgId: string }) {
  const { data } = useSuspenseQuery(invitationsQuery(orgId))
  const { data: options } = useSuspenseQuery(authOptionsQuery)
  const [links, setLinks] = useState<Record<string, string>>({})
  const changes = [invitationsQuery(orgId).queryKey]
  const invite = useSave(
    (body: { email?: string; role: Role }) =>
      ask(api.POST('/organizations/{orgId}/invitations', { params: { path: { orgId } }, body })),
    { changes, silent: true, onSuccess: ({ id, link }) => setLinks((known) => ({ ...known, [id]: link })) },
  )
  const revoke = useSave(
    (invitationId: string) =>
      ask(
        api.DELETE('/organizations/{orgId}/invitations/{invitationId}', { params: { path: { orgId, invitationId } } }),
      ),
    { changes },
  )
  // A new invitation to an email address replaces the previous one.
  const renew = async ({ id, email, role }: Pick<Invitation, 'id' | 'email' | 'role'>) => {
    if (email === null) await revoke.mutateAsync(id)
    invite.mutate({ ...(email !== null && { email }), role })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { email, role } = textsOf(form)
    const body = { ...(email && { email }), role: role as Role }
    invite.mutate(body, { onSuccess: clearAfter(form) })
  }
  const newest = data.data.find(({ id }) => id === invite.data?.id)
  return (
    <Stack>
      {data.data.length > 0 && (
        <PendingInvitations
          invitations={data.data}
          links={links}
          onRenew={renew}
          onRevoke={(id) => revoke.mutateAsync(id)}
        />
      )}
      {newest && invite.data && (
        <OneTimeLink title="Invitation created" link={invite.data.link}>
          {newest.email && options.sends_mail
            ? `We emailed it to ${newest.email}. You can also share this link. It is shown only once.`
            : `Send this link to ${newest.email ?? 'the person you are inviting'}. It works once and is shown only once.`}
        </OneTimeLink>
      )}
      <InviteForm isSaving={invite.isPending} error={invite.error} onSubmit={submit} />
    </Stack>
  )
}

interface PendingInvitationsProps {
  invitations: Invitation[]
  /** By invitation: those that the service has shown while the page is open. */
  links: Record<string, string>
  onRenew: (invitation: Pick<Invitation, 'id' | 'email' | 'role'>) => void
  onRevoke: (id: string) => Promise<unknown>
}

function PendingInvitations({ invitations, links, onRenew, onRevoke }: PendingInvitationsProps) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label="Pending invitations" captionSide="top">
        <Table.Caption ta="left">Pending invitations</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Invited</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th ta="right">Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invitations.map(({ id, email, role, expires_at }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {email ?? 'Anyone with the link'}
                </Text>
                <Text size="xs" c="dimmed">
                  Expires {formatDateTime(expires_at)}
                </Text>
              </Table.Td>
              <Table.Td tt="capitalize" style={{ whiteSpace: 'nowrap' }}>
                {role}
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end">
                  {links[id] ? (
                    <Copy value={links[id]} label="Copy link" about={nameOf({ email, expires_at })} />
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`New link: ${nameOf({ email, expires_at })}`}
                      onClick={() => onRenew({ id, email, role })}
                    >
                      New link
                    </Button>
                  )}
                  <ConfirmButton
                    size="xs"
                    label="Revoke"
                    about={nameOf({ email, expires_at })}
                    title={`Revoke the invitation for ${email ?? 'anyone with the link'}?`}
                    onConfirm={() => onRevoke(id)}
                  >
                    Its link stops working immediately. You can send a new invitation.
                  </ConfirmButton>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface InviteFormProps {
  isSaving: boolean
  error: Error | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

function InviteForm({ isSaving, error, onSubmit }: InviteFormProps) {
  return (
    <Card withBorder>
      <form onSubmit={onSubmit}>
        <Stack>
          <Title order={2} size="h5">
            Invite someone
          </Title>
          <Group align="flex-end">
            <TextInput
              label="Email"
              name="email"
              type="email"
              description="Only the account with this email can accept. Leave blank for a link that anyone can use"
              maxLength={254}
              flex="1 1 200px"
            />
            <NativeSelect label="Role" name="role" defaultValue="member" data={roles} />
            <Button type="submit" loading={isSaving}>
              Create invitation
            </Button>
          </Group>
          <FormError error={error} />
        </Stack>
      </form>
    </Card>
  )
}

/** Unique even if several invitations are for anyone. */
const nameOf = ({ email, expires_at }: { email: string | null; expires_at: string }) =>
  email ?? `anyone with the link, expires ${formatDateTime(expires_at)}`
