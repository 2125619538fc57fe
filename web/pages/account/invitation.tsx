import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { authOptionsQuery, invitationQuery, sessionQuery } from '../../api/queries.ts'
import { signIn } from '../../api/sign-in.ts'
import { FormError, LockedFields, textsOf } from '../../forms/form.tsx'
import { NewPassword } from '../../forms/new-password.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { useSignOut } from '../../ui/use-sign-out.ts'
import { Guest } from './guest.tsx'
import { ProviderButton } from './provider-button.tsx'

type Invitation = Answer<'/invitations/{token}', 'get'>

/** Where the link of an invitation leads: to accept it or, if signed out, to sign in or register first. */
export function InvitationPage() {
  const { token } = useParams({ from: paths.invitation })
  const { data: invitation } = useSuspenseQuery(invitationQuery(token))
  const { data: session } = useSuspenseQuery(sessionQuery)
  if (!invitation) {
    return (
      <Guest title="This invitation is no longer valid">
        <Text size="sm">
          It was already accepted, was revoked, or has expired. Ask an owner of the organization for a new one.
        </Text>
        <ButtonLink to={paths.root} variant="default">
          Go to home page
        </ButtonLink>
      </Guest>
    )
  }
  return (
    <Guest title={`Join ${invitation.organization.name}`}>
      <Text size="sm">
        You are invited to join as {invitation.role === 'owner' ? 'an owner' : `a ${invitation.role}`}.
        {invitation.email && ` This invitation is for ${invitation.email}.`}
      </Text>
      {session ? (
        <Accept token={token} invitation={invitation} signedInAs={session.email ?? session.display_name} />
      ) : (
        <Register token={token} invitation={invitation} />
      )}
    </Guest>
  )
}

/** A full page load, since the data in memory is outdated. */
const open = (slug: string) => location.assign(paths.organization.replace('$org', slug))

interface PartProps {
  token: string
  invitation: Invitation
}

function Accept({ token, signedInAs }: PartProps & { signedInAs: string }) {
  const signOut = useSignOut(location.pathname)
  const accept = useMutation({
    mutationFn: () => ask(api.POST('/invitations/{token}/accept', { params: { path: { token } } })),
    onSuccess: ({ organization }) => open(organization.slug),
  })
  return (
    <Stack>
      <Text size="sm">You are signed in as {signedInAs}.</Text>
      <FormError error={accept.error} />
      <Button onClick={() => accept.mutate()} loading={accept.isPending}>
        Accept invitation
      </Button>
      <Button variant="default" onClick={signOut}>
        Use another account
      </Button>
    </Stack>
  )
}

function Register({ token, invitation }: PartProps) {
  const { data: options } = useSuspenseQuery(authOptionsQuery)
  const to = `/invitations/${token}`
  const register = useMutation({
    mutationFn: async (body: { email: string; password: string; displayName?: string }) => {
      const joined = await ask(api.POST('/invitations/{token}/register', { params: { path: { token } }, body }))
      await signIn(body.email, body.password)
      return joined
    },
    onSuccess: ({ organization }) => open(organization.slug),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email = '', displayName } = textsOf(event.currentTarget)
    const password = String(new FormData(event.currentTarget).get('password'))
    register.mutate({ email, password, ...(displayName && { displayName }) })
  }
  if (!options.password && options.oidc) return <ProviderButton provider={options.oidc} to={to} />
  return (
    <>
      {options.oidc && <ProviderButton provider={options.oidc} to={to} />}
      <Text size="sm">
        Already have an account?{' '}
        <TextLink underline="always" to={paths.signIn} search={{ to }}>
          Sign in
        </TextLink>{' '}
        to accept, or create one:
      </Text>
      <form onSubmit={submit}>
        <LockedFields isSending={register.isPending}>
          <Stack>
            <TextInput
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={invitation.email ?? ''}
              readOnly={invitation.email !== null}
              required
              maxLength={254}
            />
            <NewPassword />
            <TextInput label="Your name" name="displayName" autoComplete="name" maxLength={200} />
            <FormError error={register.error} />
            <Button type="submit" loading={register.isPending}>
              Create account and join
            </Button>
          </Stack>
        </LockedFields>
      </form>
    </>
  )
}
