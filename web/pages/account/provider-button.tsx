import { Button } from '@mantine/core'
import type { Answer } from '../../api/client.ts'

type Provider = NonNullable<Answer<'/auth/options', 'get'>['oidc']>

/** Leads to the provider of OpenID Connect, and from there back to the page at `to`. */
export function ProviderButton({ provider: { name, path }, to }: { provider: Provider; to: string }) {
  return (
    <Button component="a" href={`${path}?${new URLSearchParams({ to })}`} variant="default">
      Sign in with {name}
    </Button>
  )
}
