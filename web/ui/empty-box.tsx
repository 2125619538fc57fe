import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** An empty state: describes the missing content and how to add it. */
export function EmptyBox({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" maw={520} mx="auto" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed">{children}</Text>
        {action}
      </Stack>
    </Paper>
  )
}
