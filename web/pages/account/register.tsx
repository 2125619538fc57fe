import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type Answer, api, ask } from '../../api/client.ts'
import { authOptionsQuery } from '../../api/queries.ts'
import { signIn } from '../../api/sign-in.ts'
import { FormError, LockedFields, textsOf } from '../../forms/form.tsx'
import { NewPassword } from '../../forms/new-password.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { Secret } from '../../ui/secret.tsx'
import { Guest } from './guest.tsx'
import { ProviderButton } from './provider-button.tsx'

export function RegisterPage() {
  const { data: options } = useQuery(authOptionsQuery)
  const client = useQueryClient()
  const register = useMutation({
    mutationFn: async (body: { email: string; password: string; org_name?: string; display_name?: string }) => {
      const registered = await ask(api.POST('/register', { body }))
      await signIn(body.email, body.password)
      client.clear()
      return registered
    },
  })
  if (register.data) return <Welcome org={register.data.organization.slug} apiKey={register.data.key} />

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email = '', orgName, displayName } = textsOf(event.currentTarget)
    const password = String(new FormData(event.currentTarget).get('password'))
    register.mutate({
      email,
      password,
      ...(orgName && { org_name: orgName }),
      ...(displayName && { display_name: displayName }),
    })
  }
  if (options?.password === false || options?.registration === false) return <Closed options={options} />
  return (
    <Guest title="Create an account">
      {options?.oidc && <ProviderButton provider={options.oidc} to={paths.root} />}
      <form onSubmit={submit}>
        <LockedFields isSending={register.isPending}>
          <Stack>
            <TextInput label="Email" name="email" type="email" autoComplete="username" required autoFocus />
            <NewPassword />
            <TextInput label="Your name" name="displayName" autoComplete="name" maxLength={200} />
            <TextInput
              label="Organization"
              name="orgName"
              description="Optional. You can change the name later"
              autoComplete="organization"
              maxLength={200}
            />
            <FormError error={register.error} />
            <Button type="submit" loading={register.isPending}>
              Create account
            </Button>
          </Stack>
        </LockedFields>
      </form>
      <Text size="sm">
        Already have an account?{' '}
        <TextLink to={paths.signIn} underline="always">
          Sign in
        </TextLink>
      </Text>
    </Guest>
  )
}

/** Registration is closed, or there are no passwords. */
function Closed({ options: { password, oidc } }: { options: Answer<'/auth/options', 'get'> }) {
  return (
    <Guest title="Create an account">
      <Text size="sm">
        {password
          ? 'Registration is closed on this service. Ask an owner of your organization for an invitation.'
          : 'You get an account when you sign in.'}
      </Text>
      {oidc && <ProviderButton provider={oidc} to={paths.root} />}
      {password && (
        <ButtonLink to={paths.signIn} variant="default">
          Sign in
        </ButtonLink>
      )}
    </Guest>
  )
}

function Welcome({ org, apiKey }: { org: string; apiKey: string }) {
  return (
    <Guest title="Welcome">
      <Text size="sm">Your account is ready and you are signed in. Programs use this key to call the API.</Text>
      <Secret
        value={apiKey}
        warning="This key is shown once; we don't store it. You don't need it in this browser, and you can create more keys later."
      />
      <ButtonLink to={paths.start} params={{ org }}>
        Create your first agent
      </ButtonLink>
      <TextLink to={paths.organization} params={{ org }} size="sm" ta="center">
        Skip for now
      </TextLink>
    </Guest>
  )
}
