import { List, Stack, Text } from '@mantine/core'
import type { Answer } from '../api/client.ts'

export type Lost = Pick<Answer<'/agents/{agentId}/import', 'post'>, 'lost' | 'lost_count' | 'line_count'>

/** Lists what was not taken from files: lines with their numbers, and fields. */
export function LostLines({ lost, lost_count: lostCount, line_count: lineCount }: Lost) {
  if (lost.length === 0) return null
  const fields = lost.filter(({ text }) => text === undefined).length
  const lines = lostCount - fields
  return (
    <Stack gap="xs">
      {lines > 0 && <Text size="sm">{`${lines} of ${lineCount} lines were not taken:`}</Text>}
      <List size="sm" aria-label="Left out" style={{ overflowWrap: 'anywhere' }}>
        {lost.map(({ path, line, text, field, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <List.Item key={index}>
            {text === undefined
              ? `${field.replaceAll('_', ' ')}: ${reason}`
              : `${[path, line && `line ${line}`].filter(Boolean).join(', ')}: “${text}” ${reason}`}
          </List.Item>
        ))}
      </List>
      {lostCount > lost.length && <Text size="sm">{`And ${lostCount - lost.length} more`}</Text>}
    </Stack>
  )
}
