import { Code, Text } from '@mantine/core'

/** Says how to install the command that a page shows. */
export const InstallHint = () => (
  <Text size="sm" c="dimmed">
    If the command is not found, run <Code>npm install --global "$(npm pack --silent)"</Code> in the folder of this
    service.
  </Text>
)
