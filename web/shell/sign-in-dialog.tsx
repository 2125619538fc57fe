import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect } from 'react'
import { api, ask } from '../api/client.ts'
import { authOptionsQuery, queryClient, sessionQuery } from '../api/queries.ts'
import { signIn } from '../api/sign-in.ts'
import { FormError, LockedFields } from '../forms/form.tsx'
import { paths } from '../paths.ts'
import { LateModal } from '../ui/late-modal.tsx'

/** Requests are held back: the session ended, or belongs to another account. `isRenewed` settles when they continue. */
export interface Pause {
  /** The account that is signed in instead. */
  other?: string
  isRenewed: Promise<boolean>
  end: () => void
}

/**
 * Asks for the password on top of the page when the session has ended or belongs to another account:
 * unsaved input stays, and held requests continue.
 */
export function SignInDialog({ email, paused }: { email: string; paused: Pause }) {
  const { data: options } = useQuery(authOptionsQuery)
  const enter = useMutation({
    mutationFn: (password: string) => signIn(email, password),
    onSuccess: () => paused.end(),
  })
  /** The user chose to send it from the other account. */
  const continueAsOther = useMutation({
    mutationFn: () => ask(api.GET('/auth/session')),
    onSuccess: (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session)
      // The page stays as it is: the other account may not have access to this organization,
      // and a reload would lose the draft.
      paused.end()
    },
  })
  useEffect(() => {
    // The person may have signed in at the provider, in another tab.
    const look = async () => {
      const response = await fetch('/api/v1/auth/session').catch(() => undefined)
      const isSame =
        response?.ok && (await response.json()).user_id === queryClient.getQueryData(sessionQuery.queryKey)?.user_id
      if (isSame) paused.end()
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [paused])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    enter.mutate(String(new FormData(event.currentTarget).get('password')))
  }
  return (
    <LateModal onClose={() => undefined} withCloseButton={false} title="Sign in again" zIndex={1000} centered>
      <form onSubmit={submit}>
        <LockedFields isSending={enter.isPending}>
          <Stack>
            <Text size="sm">
              {paused.other
                ? `Another tab signed in as ${paused.other}. Your unsaved changes are still here. Sign in again to save them as yourself, or continue as ${paused.other}.`
                : 'Your session has ended. Your unsaved changes are still here. Sign in to continue.'}
            </Text>
            {options?.password !== false && (
              <>
                <TextInput label="Email" name="email" autoComplete="username" value={email} readOnly />
                <PasswordInput
                  label="Password"
                  name="password"
                  autoComplete="current-password"
                  required
                  data-autofocus
                />
              </>
            )}
            <FormError error={enter.error ?? continueAsOther.error} />
            <Group gap="xs">
              {options?.password !== false && (
                <Button type="submit" loading={enter.isPending}>
                  Sign in
                </Button>
              )}
              {options?.oidc && (
                <Button component="a" href={options.oidc.path} target="_blank" variant="default">
                  Sign in with {options.oidc.name}
                </Button>
              )}
              {paused.other && (
                <Button variant="default" onClick={() => continueAsOther.mutate()} loading={continueAsOther.isPending}>
                  Continue as {paused.other}
                </Button>
              )}
              <Button component="a" href={paths.signIn} variant="default">
                Leave page
              </Button>
            </Group>
          </Stack>
        </LockedFields>
      </form>
    </LateModal>
  )
}
