import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import type { Ref } from 'react'

interface SecretProps {
  name?: string
  value: string
  warning: string
  /** Focused by a page whose form is far from it. */
  ref?: Ref<HTMLDivElement>
}

/** An API key or another secret, shown only once. */
export function Secret({ name = 'API key', value, warning, ref }: SecretProps) {
  return (
    <Alert ref={ref} tabIndex={-1} color="yellow" icon={<IconKey />} title={`Copy your ${name} now`}>
      <Stack gap="sm">
        <Text size="sm">{warning}</Text>
        <Group gap="xs">
          <Code aria-label={name} fz="sm">
            {value}
          </Code>
          <Copy value={value} label={name === 'API key' ? 'Copy key' : 'Copy secret'} />
        </Group>
      </Stack>
    </Alert>
  )
}

/** @param props.about what is copied, where a page has several of these buttons */
export function Copy({ value, label, about }: { value: string; label: string; about?: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          flex="none"
          onClick={copy}
          aria-label={about && `${copied ? 'Copied' : label}: ${about}`}
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        >
          <span aria-live="polite">{copied ? 'Copied' : label}</span>
        </Button>
      )}
    </CopyButton>
  )
}
