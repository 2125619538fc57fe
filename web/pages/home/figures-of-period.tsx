import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type Overview, overviewQuery } from '../../api/overview.ts'
import { formatDateTime } from '../../api/words.ts'
import { useOrganization } from '../../ui/use-organization.ts'

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

/** Figures of a large organization may be those of the last time that someone looked. */
const shownAgeMs = 10_000

/** Figures of the organization in a period that is chosen above them. */
export function FiguresOfPeriod({ children }: { children: (overview: Overview) => ReactNode }) {
  const { id } = useOrganization()
  const [days, setDays] = useState('30')
  // The current figures stay until those of the new period have loaded.
  const shownDays = useDeferredValue(days)
  const { data, dataUpdatedAt } = useSuspenseQuery(overviewQuery(id, Number(shownDays)))
  const isOld = dataUpdatedAt - Date.parse(data.as_of) > shownAgeMs
  return (
    <Stack>
      <SegmentedControl
        aria-label="Period"
        data={spans}
        value={days}
        onChange={setDays}
        style={{ alignSelf: 'flex-start' }}
      />
      {isOld && (
        <Text size="sm" c="dimmed">
          Figures as of {formatDateTime(data.as_of)}. Newer ones are being computed; reload to see them.
        </Text>
      )}
      {/* Separate columns, so that opening a table moves nothing in the other one. */}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>{children(data)}</SimpleGrid>
    </Stack>
  )
}
