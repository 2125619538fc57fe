import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api, ask } from '../../api/client.ts'
import { FormError, LockedFields, textsOf } from '../../forms/form.tsx'
import { NewPassword } from '../../forms/new-password.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { Guest } from './guest.tsx'

/** Where links in emails lead. Needs a click, since mail scanners open links too. */
export function VerifyPage() {
  const { token } = useParams({ from: paths.verify })
  const client = useQueryClient()
  const verify = useMutation({
    mutationFn: () => ask(api.POST('/auth/verify', { body: { token } })),
    onSuccess: () => client.clear(),
  })
  if (verify.data) {
    return (
      <Guest title="Email confirmed">
        <Text size="sm">{verify.data.email} is confirmed.</Text>
        <ButtonLink to={paths.root}>Continue</ButtonLink>
      </Guest>
    )
  }
  return (
    <Guest title="Confirm your email address">
      <Text size="sm">Confirm only if you created the account yourself.</Text>
      <FormError error={verify.error} />
      <Button onClick={() => verify.mutate()} loading={verify.isPending}>
        Confirm email
      </Button>
    </Guest>
  )
}

export function ForgotPasswordPage() {
  const request = useMutation({
    mutationFn: (email: string) => ask(api.POST('/auth/reset/request', { body: { email } })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    request.mutate(textsOf(event.currentTarget).email ?? '')
  }
  if (request.data) {
    return (
      <Guest title="Check your email">
        <Text size="sm">
          If an account exists for {request.variables}, we sent it a link to set a new password. The link works once and
          expires in an hour.
        </Text>
        <TextLink to={paths.signIn} size="sm">
          Back to sign in
        </TextLink>
      </Guest>
    )
  }
  return (
    <Guest title="Forgot your password?">
      <form onSubmit={submit}>
        <LockedFields isSending={request.isPending}>
          <Stack>
            <TextInput
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              required
              autoFocus
              maxLength={254}
            />
            <FormError error={request.error} />
            <Button type="submit" loading={request.isPending}>
              Send reset link
            </Button>
          </Stack>
        </LockedFields>
      </form>
      <TextLink to={paths.signIn} size="sm">
        Back to sign in
      </TextLink>
    </Guest>
  )
}

export function ResetPage() {
  const { token } = useParams({ from: paths.reset })
  const client = useQueryClient()
  const reset = useMutation({
    mutationFn: (password: string) => ask(api.POST('/auth/reset', { body: { token, password } })),
    onSuccess: () => client.clear(),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    reset.mutate(String(new FormData(event.currentTarget).get('password')))
  }
  if (reset.data) {
    return (
      <Guest title="Password changed">
        <Text size="sm">All sessions of this account were signed out.</Text>
        <ButtonLink to={paths.signIn}>Sign in</ButtonLink>
      </Guest>
    )
  }
  return (
    <Guest title="Set a new password">
      <form onSubmit={submit}>
        <LockedFields isSending={reset.isPending}>
          <Stack>
            <NewPassword
              label="New password"
              description="At least 8 characters. You will be signed out everywhere"
              autoFocus
            />
            <FormError error={reset.error} />
            <Button type="submit" loading={reset.isPending}>
              Change password
            </Button>
          </Stack>
        </LockedFields>
      </form>
    </Guest>
  )
}
