import { Alert, Button, Group, Stack, Text } from '@mantine/core'

interface ConflictProps {
  error: Error
  /** The value that someone else wrote. */
  theirs: (string | false)[]
  onKeepTheirs: () => void
  onSaveMine: () => void
}

/** Shows the value that someone else wrote over the one being edited, which is never replaced without asking. */
export function Conflict({ error, theirs, onKeepTheirs, onSaveMine }: ConflictProps) {
  return (
    // The tint of an alert would be that of the row around it.
    <Alert variant="default" role="alert" title="Changed by someone else">
      <Stack gap="xs">
        <Text size="sm">{error.message} Current version:</Text>
        {theirs.map(
          (text) =>
            text && (
              <Text key={text} size="sm" fw={600} component="blockquote" m={0}>
                {text}
              </Text>
            ),
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onKeepTheirs}>
            Keep theirs
          </Button>
          <Button size="xs" variant="default" onClick={onSaveMine}>
            Replace with mine
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
