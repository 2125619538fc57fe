import { Text } from '@mantine/core'

interface ChangedProps {
  sign: '+' | '−'
  category?: string | undefined
  statement: string
}

const colors = { '+': 'green', '−': 'red' }

/** A line that comes or goes: by its sign and its color. */
export function Changed({ sign, category, statement }: ChangedProps) {
  return (
    <Text size="sm" px="xs" py={4} bg={`var(--mantine-color-${colors[sign]}-light)`} style={{ borderRadius: 4 }}>
      <b aria-label={sign === '+' ? 'Added' : 'Removed'} role="img">
        {sign}
      </b>{' '}
      {category && `${category}: `}
      {statement}
    </Text>
  )
}
