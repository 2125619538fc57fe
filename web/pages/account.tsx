import {
  Button,
  Card,
  Group,
  type MantineColorScheme,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { api, ask } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { momentOf } from '../api/words.ts'
import { FormError, textsOf } from '../forms/form.tsx'
import { notify } from '../ui/notify.tsx'
import { Page } from '../ui/page.tsx'
import { useSave } from '../ui/use-save.ts'
import { useSignOut } from '../ui/use-sign-out.ts'

const accountQuery = queryOptions({ queryKey: ['account'], queryFn: () => ask(api.GET('/account')) })

interface Changes {
  email?: string
  password?: string
  display_name?: string
}

function useChange(message: string) {
  return useSave((body: Changes) => ask(api.PATCH('/account', { body })), {
    changes: [accountQuery.queryKey, sessionQuery.queryKey, ['members']],
    silent: true,
    onSuccess: () => notify(message),
  })
}

/** Who is signed in; the same in every organization. */
export function AccountPage() {
  const { data: account } = useSuspenseQuery(accountQuery)
  return (
    <Page title="Your account" description={`Since ${momentOf(account.created_at)}`}>
      <Stack maw={720}>
        <ProfileForm name={account.display_name} email={account.email ?? ''} />
        <PasswordForm />
        <Appearance />
        <Session />
      </Stack>
    </Page>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Stack>
        <Title order={2} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}

function ProfileForm({ name, email }: { name: string; email: string }) {
  const save = useChange('Account saved')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name: display_name = '', email = '' } = textsOf(event.currentTarget)
    save.mutate({ display_name, email })
  }
  return (
    <Part title="Name and email">
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="Your name" name="name" autoComplete="name" defaultValue={name} required maxLength={200} />
          <TextInput
            label="Email"
            name="email"
            type="email"
            description="With it you sign in, and others add you to their organizations"
            autoComplete="username"
            defaultValue={email}
            required
            maxLength={254}
          />
          <FormError error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save account
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  )
}

function PasswordForm() {
  const save = useChange('Password changed; other sessions have ended')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    // As it was typed: spaces belong to a password.
    const password = String(new FormData(form).get('password'))
    save.mutate({ password }, { onSuccess: () => form.reset() })
  }
  return (
    <Part title="Password">
      <form onSubmit={submit}>
        <Stack>
          <PasswordInput
            label="New password"
            name="password"
            description="At least 8 characters. Whoever is signed in elsewhere with this account has to sign in again"
            autoComplete="new-password"
            minLength={8}
            maxLength={256}
            required
          />
          <FormError error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  )
}

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
]

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Part title="Appearance">
      <Stack gap={4} align="flex-start">
        <SegmentedControl aria-label="Colours" data={schemes} value={colorScheme} onChange={setColorScheme} />
        <Text size="sm" c="dimmed">
          Kept in this browser.
        </Text>
      </Stack>
    </Part>
  )
}

function Session() {
  const signOut = useSignOut()
  return (
    <Part title="This session">
      <Group justify="space-between">
        <Text size="sm" flex={1} miw={200}>
          You stay signed in for 30 days after your last visit.
        </Text>
        <Button variant="default" onClick={signOut}>
          Sign out
        </Button>
      </Group>
    </Part>
  )
}
