import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useSyncExternalStore } from 'react'
import { api, ask, onSessionEnd } from '../api/client.ts'
import { queryClient, sessionQuery } from '../api/queries.ts'
import { explainSignIn } from '../api/sign-in.ts'
import { FormError } from '../forms/form.tsx'
import { paths } from '../paths.ts'

/** The requests that wait for somebody to sign in again; undefined while nobody has to. */
let waiting: PromiseWithResolvers<boolean> | undefined
let renewedAt = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function setWaiting(next: typeof waiting) {
  waiting = next
  for (const listener of listeners) listener()
}

onSessionEnd(async (sentAt) => {
  if (!queryClient.getQueryData(sessionQuery.queryKey)) return false
  if (waiting) return waiting.promise
  // Refused for another reason, or before somebody signed in again.
  const isSignedIn = await fetch('/api/v1/auth/session').then(
    ({ status }) => status !== 401,
    () => true,
  )
  if (isSignedIn) return renewedAt > sentAt
  if (!waiting) setWaiting(Promise.withResolvers<boolean>())
  return waiting!.promise
})

/** Asks for the password where a session has ended, over the page as it is: what was written stays, and what was sent goes on. */
export function SignInAgain() {
  const asked = useSyncExternalStore(subscribe, () => waiting)
  const person = queryClient.getQueryData(sessionQuery.queryKey)
  const email = person?.email ?? ''
  const signIn = useMutation({
    mutationFn: (password: string) => ask(api.POST('/auth/login', { body: { email, password } })).catch(explainSignIn),
    onSuccess: () => {
      renewedAt = performance.now()
      asked?.resolve(true)
      setWaiting(undefined)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    signIn.mutate(String(new FormData(event.currentTarget).get('password')))
  }
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => undefined}
      withCloseButton={false}
      title="Sign in again"
      zIndex={1000}
      centered
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">Your session has ended. What you have written here is still here: sign in and go on.</Text>
          <TextInput label="Email" name="email" autoComplete="username" value={email} readOnly />
          <PasswordInput label="Password" name="password" autoComplete="current-password" required data-autofocus />
          <FormError error={signIn.error} />
          <Group gap="xs">
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
            <Button component="a" href={paths.signIn} variant="default">
              Leave this page
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
