import { Card, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of the account's page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Stack>
        <Title order={2} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}
