import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface PageProps {
  title: string
  description?: ReactNode
  /** What can be done here; beside the title where there is room. */
  actions?: ReactNode
  children: ReactNode
}

/** A page's heading and content; names the browser's tab. */
export function Page({ title, description, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Agent Identity`)
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box miw={0}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {description && <Text c="dimmed">{description}</Text>}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
