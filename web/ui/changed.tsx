import { Text } from '@mantine/core'

interface ChangedProps {
  sign: '+' | '−'
  category?: string | undefined
  statement: string
}

const colors = { '+': 'green', '−': 'red' }

/** An added or removed line, marked by sign and color. */
export function Changed({ sign, category, statement }: ChangedProps) {
  return (
    <Text size="sm" px="xs" py={4} bg={`var(--mantine-color-${colors[sign]}-light)`} style={{ borderRadius: 4 }}>
      <b aria-label={sign === '+' ? 'Added' : 'Removed'} role="img">
        {sign}
      </b>{' '}
      {category && `${category}: `}
      <bdi>{statement}</bdi>
    </Text>
  )
}
