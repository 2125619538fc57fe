import { Code, Group, ScrollArea, Stack, Title } from '@mantine/core'
import { Copy } from './secret.tsx'

/** Lines to copy, with a heading that says where they belong. */
export function Lines({ label, title, text }: { label: string; title: string; text: string }) {
  return (
    <Stack gap="xs" component="section" aria-label={label}>
      <Group justify="space-between" align="end" wrap="nowrap">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Copy value={text} label="Copy" about={label} />
      </Group>
      <ScrollArea.Autosize viewportProps={{ tabIndex: 0 }}>
        <Code block>{text}</Code>
      </ScrollArea.Autosize>
    </Stack>
  )
}
