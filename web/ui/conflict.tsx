import { Alert, Button, Group, Stack, Text } from '@mantine/core'

interface ConflictProps {
  error: Error
  /** What somebody else wrote. */
  theirs: (string | false)[]
  onKeepTheirs: () => void
  onSaveMine: () => void
}

/** What somebody else wrote in the place of what is being edited: never replaced without asking. */
export function Conflict({ error, theirs, onKeepTheirs, onSaveMine }: ConflictProps) {
  return (
    // Its own tint is that of the row it stands in.
    <Alert variant="default" role="alert" title="Changed meanwhile">
      <Stack gap="xs">
        <Text size="sm">{error.message} It says now:</Text>
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
            Replace it with mine
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
