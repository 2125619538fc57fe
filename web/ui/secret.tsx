import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'

/** An API key, shown this once. */
export function Secret({ value, warning }: { value: string; warning: string }) {
  return (
    <Alert color="yellow" icon={<IconKey />} title="Copy your API key now">
      <Stack gap="sm">
        <Text size="sm">{warning}</Text>
        <Group gap="xs">
          <Code aria-label="API key" fz="sm">
            {value}
          </Code>
          <Copy value={value} label="Copy key" />
        </Group>
      </Stack>
    </Alert>
  )
}

export function Copy({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        >
          <span aria-live="polite">{copied ? 'Copied' : label}</span>
        </Button>
      )}
    </CopyButton>
  )
}
