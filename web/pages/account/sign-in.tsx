import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import type { Answer } from '../../api/client.ts'
import { authOptionsQuery, failedSignInQuery } from '../../api/queries.ts'
import { signIn } from '../../api/sign-in.ts'
import { FormError, LockedFields, textsOf } from '../../forms/form.tsx'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { Guest } from './guest.tsx'
import { ProviderButton } from './provider-button.tsx'

type Options = Answer<'/auth/options', 'get'>

export function SignInPage() {
  const { to = paths.root, failed } = useSearch({ from: paths.signIn })
  const { data: options } = useQuery(failed ? failedSignInQuery(failed) : authOptionsQuery)
  const client = useQueryClient()
  const router = useRouter()
  const enter = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => signIn(email, password),
    onSuccess: () => {
      client.clear()
      router.history.push(to)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email = '' } = textsOf(event.currentTarget)
    const password = String(new FormData(event.currentTarget).get('password'))
    enter.mutate({ email, password })
  }
  return (
    <Guest title="Sign in">
      {options?.failure && (
        <Alert color="red" title="You are not signed in" role="alert">
          {options.failure}
        </Alert>
      )}
      {options?.oidc && <ProviderButton provider={options.oidc} to={to} />}
      {options?.password !== false && (
        <form onSubmit={submit}>
          <LockedFields isSending={enter.isPending}>
            <Stack>
              <TextInput label="Email" name="email" type="email" autoComplete="username" required autoFocus />
              <PasswordInput label="Password" name="password" autoComplete="current-password" required />
              <FormError error={enter.error} />
              <Button type="submit" loading={enter.isPending}>
                Sign in
              </Button>
            </Stack>
          </LockedFields>
        </form>
      )}
      {options?.sends_mail && options.password && (
        <TextLink to={paths.forgotPassword} size="sm">
          Forgot password?
        </TextLink>
      )}
      <Text size="sm">
        New here? <Joining options={options} />
        <TextLink to={paths.analyze} underline="always">
          analyze a rules file
        </TextLink>
        {' without an account'}
      </Text>
    </Guest>
  )
}

/** The way to an account, as the beginning of a sentence. */
function Joining({ options }: { options: Options | undefined }) {
  if (options?.password === false) return `Sign in with ${options.oidc?.name}, or `
  if (options?.registration === false) return 'Ask an owner of your organization for an invitation, or '
  return (
    <>
      <TextLink to={paths.register} underline="always">
        Create an account
      </TextLink>
      {' or '}
    </>
  )
}
