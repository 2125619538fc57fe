import {
  Button,
  Group,
  List,
  type MantineColorScheme,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Answer, ApiError, api, ask } from '../../api/client.ts'
import { authOptionsQuery, sessionQuery } from '../../api/queries.ts'
import { formatDateTime } from '../../api/words.ts'
import { clearAfter, FormError, textsOf } from '../../forms/form.tsx'
import { NewPassword } from '../../forms/new-password.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { useSave } from '../../ui/use-save.ts'
import { Section } from './section.tsx'
import { Sessions } from './sessions.tsx'

const accountQuery = queryOptions({ queryKey: ['account'], queryFn: () => ask(api.GET('/account')) })
type Account = Answer<'/account', 'get'>

interface Changes {
  email?: string
  password?: string
  current_password?: string
  display_name?: string
}

function useChange(message: string) {
  const client = useQueryClient()
  const save = async (body: Changes) => {
    try {
      return await ask(api.PATCH('/account', { body }))
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401
      // The same status may mean that the session has ended.
      if (isRefused && (await client.fetchQuery({ ...sessionQuery, staleTime: 0 })))
        throw new Error('Wrong current password.')
      throw error
    }
  }
  return useSave(save, {
    changes: [accountQuery.queryKey, sessionQuery.queryKey, ['members']],
    silent: true,
    onSuccess: () => notify(message),
  })
}

/** The account of the signed-in person; the same in every organization. */
export function AccountPage() {
  const { data: account } = useSuspenseQuery(accountQuery)
  const { data: options } = useSuspenseQuery(authOptionsQuery)
  return (
    <Page title="Your account" description={`Created ${formatDateTime(account.created_at)}`}>
      <Stack maw={720}>
        <ProfileForm account={account} />
        {account.email && !account.email_verified && <Confirmation email={account.email} />}
        {options.password && <PasswordForm hasPassword={account.has_password} />}
        <SecurityEvents events={account.security_events} />
        <Appearance />
        <Sessions />
      </Stack>
    </Page>
  )
}

function CurrentPassword({ description }: { description: string }) {
  return (
    <PasswordInput
      label="Current password"
      name="currentPassword"
      description={description}
      autoComplete="current-password"
      maxLength={256}
      required
    />
  )
}

/** As typed: spaces are part of a password. */
const passwordOf = (form: HTMLFormElement, name: string) => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : undefined
}

function ProfileForm({ account }: { account: Account }) {
  const [email, setEmail] = useState(account.email ?? '')
  const changesEmail = email.trim().toLowerCase() !== (account.email ?? '')
  const save = useChange('Account saved')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { displayName: display_name = '', email = '' } = textsOf(form)
    save.mutate({ display_name, email, current_password: passwordOf(form, 'currentPassword') })
  }
  return (
    <Section title="Name and email">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Your name"
            name="displayName"
            autoComplete="name"
            defaultValue={account.display_name}
            required
            maxLength={200}
          />
          <TextInput
            label="Email"
            name="email"
            type="email"
            description="Used to sign in and to receive invitations"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            required
            maxLength={254}
          />
          {changesEmail && account.has_password && <CurrentPassword description="Required to change your email" />}
          <FormError error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save account
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

/** Nothing if the service sends no mail, since addresses cannot be confirmed then. */
function Confirmation({ email }: { email: string }) {
  const { data: options } = useSuspenseQuery(authOptionsQuery)
  const request = useSave(() => ask(api.POST('/auth/verify/request')), {
    changes: [],
    onSuccess: () => notify(`Confirmation sent to ${email}`),
  })
  if (!options.sends_mail) return null
  return (
    <Section title="Confirm your email address">
      <Group justify="space-between">
        <Text size="sm" flex={1} miw={200}>
          We sent a link to {email}. Open it to confirm your address.
        </Text>
        <Button variant="default" onClick={() => request.mutate(undefined)} loading={request.isPending}>
          Resend
        </Button>
      </Group>
    </Section>
  )
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const save = useChange('Password changed. All other sessions were signed out.')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const body = { password: passwordOf(form, 'password'), current_password: passwordOf(form, 'currentPassword') }
    save.mutate(body, { onSuccess: clearAfter(form) })
  }
  return (
    <Section title="Password">
      <form onSubmit={submit}>
        <Stack>
          {hasPassword && <CurrentPassword description="Required to set a new password" />}
          <NewPassword
            label="New password"
            description="At least 8 characters. All other sessions will be signed out"
          />
          <FormError error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

const eventWords: Record<Account['security_events'][number]['what'], string> = {
  email_changed: 'Email changed',
  password_changed: 'Password changed',
  new_login_address: 'Signed in from a new address',
  key_created: 'API key created',
  key_revoked: 'API key revoked',
  github_connected: 'GitHub account connected',
  email_verified: 'Email address confirmed',
  provider_connected: 'Sign-in with a provider connected',
  password_reset: 'Password reset',
  reset_link_created: 'Password reset link created',
  organization_joined: 'Joined an organization',
  organization_left: 'Left an organization',
}

function SecurityEvents({ events }: { events: Account['security_events'] }) {
  return (
    <Section title="Security events">
      <Text size="sm" c="dimmed">
        The last 20 changes to your credentials. If one was not yours, change your password and revoke your API keys.
      </Text>
      {events.length === 0 ? (
        <Text size="sm">No events yet</Text>
      ) : (
        <List aria-label="Security events" listStyleType="none" spacing="xs" size="sm">
          {events.map(({ at, what, by, ip }) => (
            <List.Item key={`${at} ${what} ${by}`}>
              {eventWords[what]}
              <Text size="xs" c="dimmed">
                {formatDateTime(at)}, by {by}, from {ip ?? 'an unknown address'}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  )
}

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title="Appearance">
      <Stack gap={4} align="flex-start">
        <SegmentedControl aria-label="Color scheme" data={schemes} value={colorScheme} onChange={setColorScheme} />
        <Text size="sm" c="dimmed">
          Saved in this browser.
        </Text>
      </Stack>
    </Section>
  )
}
