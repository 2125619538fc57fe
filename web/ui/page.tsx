import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { createContext, type ReactNode, useState } from 'react'

interface PageProps {
  title: string
  /** A picture of what the title names, shown before it. */
  picture?: ReactNode
  description?: ReactNode
  /** Buttons, next to the title if there is room. */
  actions?: ReactNode
  children: ReactNode
}

/** Tells a page which of its tabs is open. */
export const OpenPart = createContext<(part: string | undefined) => void>(() => undefined)

/** A page's heading and content; sets the title of the browser tab. */
export function Page({ title, picture, description, actions, children }: PageProps) {
  const [part, setPart] = useState<string>()
  useDocumentTitle([part, title, 'Agent Identity'].filter(Boolean).join(' · '))
  return (
    <OpenPart value={setPart}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs" mih={28}>
          <Group gap="sm" wrap="nowrap" miw={0}>
            {picture}
            <Group gap="0 10px" align="baseline" miw={0}>
              <Title order={1} size="h2" dir="auto">
                {title}
              </Title>
              {description && <Text c="dimmed">{description}</Text>}
            </Group>
          </Group>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </OpenPart>
  )
}
