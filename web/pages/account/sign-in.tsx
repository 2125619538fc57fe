import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { authOptionsQuery } from '../../api/queries.ts'
import { signIn } from '../../api/sign-in.ts'
import { FormError, LockedFields, textsOf } from '../../forms/form.tsx'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { Guest } from './guest.tsx'

export function SignInPage() {
  const { to = paths.root } = useSearch({ from: paths.signIn })
  const { data: options } = useQuery(authOptionsQuery)
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
      {options?.sends_mail && (
        <TextLink to={paths.forgotPassword} size="sm">
          Forgot password?
        </TextLink>
      )}
      <Text size="sm">
        New here?{' '}
        {options?.registration === false ? (
          'Ask an owner of your organization for an invitation, or '
        ) : (
          <>
            <TextLink to={paths.register} underline="always">
              Create an account
            </TextLink>
            {' or '}
          </>
        )}
        <TextLink to={paths.analyze} underline="always">
          analyze a rules file
        </TextLink>
        {' without one'}
      </Text>
    </Guest>
  )
}
