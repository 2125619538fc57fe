import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmButton } from '../ui/confirm-button.tsx'

interface DangerProps {
  /** The label of the button, such as "Delete agent". */
  label: string
  title: string
  /** Text that must be typed to confirm. */
  typed: string
  /** Says how much is deleted, and whether it comes back. */
  losses: string
  /** Leads to a copy of it. */
  children?: ReactNode
  onConfirm: () => Promise<unknown>
}

/** Deletes what a page of settings is about, behind its typed name. */
export function Danger({ label, title, typed, losses, children, onConfirm }: DangerProps) {
  return (
    <Stack component="section" aria-label={label} gap="xs" mt="lg">
      <Title order={2} size="h5">
        {label}
      </Title>
      <Text size="sm">{losses}</Text>
      <Group gap="xs">
        {children}
        <ConfirmButton label={label} title={title} typed={typed} onConfirm={onConfirm}>
          {losses}
        </ConfirmButton>
      </Group>
    </Stack>
  )
}
