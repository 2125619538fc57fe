import { Fieldset, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOrganization } from './use-organization.ts'

/** Forms that only an owner of the organization sends; others read them, below a sentence that says so. */
export function OwnersOnly({ what, children }: { what: string; children: ReactNode }) {
  if (useOrganization().role === 'owner') return children
  return (
    <>
      <Text size="sm" c="dimmed">
        Only owners change {what}.
      </Text>
      <Fieldset variant="unstyled" disabled>
        {children}
      </Fieldset>
    </>
  )
}
