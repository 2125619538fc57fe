import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** The layout of pages for people who are not signed in. */
export function Guest({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Agent Identity`)
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={420}>
        <Text fw={700} size="lg">
          Agent Identity
        </Text>
        <Paper withBorder p="lg">
          <Stack>
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  )
}
