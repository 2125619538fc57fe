import { Alert, Code, Group, Stack, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { Copy } from '../../ui/secret.tsx'

/** A link that works once, to be shared with someone. */
export function OneTimeLink({ title, link, children }: { title: string; link: string; children: string }) {
  return (
    <Alert color="blue" icon={<IconLink />} title={title} role="status">
      <Stack gap="sm">
        <Text size="sm">{children}</Text>
        <Group gap="xs">
          <Code aria-label="Link" fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {link}
          </Code>
          <Copy value={link} label="Copy link" />
        </Group>
      </Stack>
    </Alert>
  )
}
