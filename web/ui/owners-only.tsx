import { Fieldset, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMayEdit, useOrganization } from './use-organization.ts'

interface Props {
  /** The object of the sentence "Only owners change …". */
  what: string
  children: ReactNode
}

/** Forms that only an owner of the organization sends; others read them, below a sentence that says so. */
export const OwnersOnly = ({ what, children }: Props) => (
  <Locked isOpen={useOrganization().role === 'owner'} note={`Only owners change ${what}.`}>
    {children}
  </Locked>
)

/** Forms that a viewer reads, and others send. */
export const MembersOnly = ({ what, children }: Props) => (
  <Locked isOpen={useMayEdit()} note={`Your role is viewer: members and owners change ${what}.`}>
    {children}
  </Locked>
)

function Locked({ isOpen, note, children }: { isOpen: boolean; note: string; children: ReactNode }) {
  if (isOpen) return children
  return (
    <>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
      <Fieldset variant="unstyled" disabled>
        {children}
      </Fieldset>
    </>
  )
}
