import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { overviewQuery } from '../../api/overview.ts'
import { formatDateTime } from '../../api/words.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { CategoriesFigure, DiversityFigure, GrowthFigure } from './identity-figures.tsx'
import { ContentFigure, JobsFigure, SourcesFigure } from './work-figures.tsx'

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

/** Figures of a large organization may be those of the last time that someone looked. */
const shownAgeMs = 10_000

/** The organization at a glance: the growth and makeup of identities, and the state of the work behind them. */
export function OverviewPage() {
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
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          <GrowthFigure growth={data.growth} />
          <DiversityFigure diversity={data.diversity} agentCount={data.layers.agents.length} />
          <SourcesFigure sources={data.sources} />
        </Stack>
        <Stack>
          <CategoriesFigure agents={data.layers.agents} />
          <ContentFigure overview={data} />
          <JobsFigure jobs={data.jobs} />
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}
